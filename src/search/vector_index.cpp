#include "foley/search/vector_index.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "direction.hpp"

namespace foley::search {
namespace {

void require_finite(std::span<const float> vector, const char* what) {
  if (!std::all_of(vector.begin(), vector.end(), [](float v) { return std::isfinite(v); })) {
    throw std::invalid_argument(std::string(what) + " holds NaN or infinity");
  }
}

void require_length(std::size_t length, std::size_t dim, const char* what) {
  if (length != dim) {
    throw std::invalid_argument(std::string(what) + " has " + std::to_string(length) +
                                " dimensions, the index has " + std::to_string(dim));
  }
}

}  // namespace

struct VectorIndex::Rows {
  std::size_t dim = 0;
  std::vector<std::string> ids;
  std::unordered_map<std::string, std::size_t> index;
  std::vector<float> given;       // row-major, as handed in
  std::vector<float> directions;  // row-major, what is compared
  std::vector<DoubleDouble> squared_norms;
  std::vector<bool> is_counts;

  [[nodiscard]] std::span<const float> direction(std::size_t row) const {
    return std::span<const float>(directions).subspan(row * dim, dim);
  }
};

VectorIndex::VectorIndex(std::size_t dim) : rows_(std::make_unique<Rows>()) { rows_->dim = dim; }
VectorIndex::VectorIndex(VectorIndex&&) noexcept = default;
VectorIndex& VectorIndex::operator=(VectorIndex&&) noexcept = default;
VectorIndex::~VectorIndex() = default;

std::size_t VectorIndex::size() const { return rows_->ids.size(); }
std::size_t VectorIndex::dim() const { return rows_->dim; }

void VectorIndex::upsert(std::string_view id, std::span<const float> vector) {
  Rows& rows = *rows_;
  if (vector.empty()) {
    throw std::invalid_argument("the vector has no dimensions");
  }
  require_length(vector.size(), rows.dim == 0 ? vector.size() : rows.dim, "the vector");
  require_finite(vector, "the vector");
  rows.dim = vector.size();  // decided by the first vector that was accepted
  const Direction direction = direction_of(vector);
  const auto [at, added] = rows.index.try_emplace(std::string(id), rows.ids.size());
  const std::size_t row = at->second;
  if (added) {
    rows.ids.emplace_back(id);
    rows.given.resize(rows.given.size() + rows.dim);
    rows.directions.resize(rows.directions.size() + rows.dim);
    rows.squared_norms.emplace_back();
    rows.is_counts.push_back(false);
  }
  const auto offset = static_cast<std::ptrdiff_t>(row * rows.dim);
  std::copy(vector.begin(), vector.end(), rows.given.begin() + offset);
  std::copy(direction.values.begin(), direction.values.end(), rows.directions.begin() + offset);
  rows.squared_norms[row] = direction.squared_norm;
  rows.is_counts[row] = direction.is_counts;
}

std::vector<Hit> VectorIndex::knn(std::span<const float> query, std::size_t k) const {
  const Rows& rows = *rows_;
  if (rows.ids.empty()) {
    return {};
  }
  require_length(query.size(), rows.dim, "the query");
  require_finite(query, "the query");
  const Direction direction = direction_of(query);
  std::vector<double> keys(rows.ids.size());
  for (std::size_t row = 0; row < keys.size(); ++row) {
    keys[row] =
        ranking_key(direction, rows.direction(row), rows.squared_norms[row], rows.is_counts[row]);
  }
  std::vector<std::size_t> order(rows.ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto kept = static_cast<std::ptrdiff_t>(std::min(k, order.size()));
  std::partial_sort(order.begin(), order.begin() + kept, order.end(),
                    [&](std::size_t a, std::size_t b) {
                      return keys[a] != keys[b] ? keys[a] > keys[b] : rows.ids[a] < rows.ids[b];
                    });
  std::vector<Hit> hits;
  hits.reserve(static_cast<std::size_t>(kept));
  const double query_squares = direction.squared_norm.hi;
  for (const std::size_t row : std::span(order).first(static_cast<std::size_t>(kept))) {
    // Taken from the key, so that ties in the order are ties in the number too.
    const double cosine =
        query_squares > 0.0 ? std::min(1.0, std::sqrt(std::fabs(keys[row]) / query_squares)) : 0.0;
    hits.push_back({rows.ids[row], keys[row] < 0.0 ? -cosine : cosine});
  }
  return hits;
}

std::span<const float> VectorIndex::vector(std::string_view id) const {
  const auto found = rows_->index.find(std::string(id));
  return found == rows_->index.end()
             ? std::span<const float>{}
             : std::span<const float>(rows_->given).subspan(found->second * rows_->dim, rows_->dim);
}

}  // namespace foley::search
