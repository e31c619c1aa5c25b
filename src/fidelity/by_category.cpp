#include "foley/fidelity/by_category.hpp"

#include <map>
#include <stdexcept>
#include <string>

namespace foley::fidelity {

GatheredRows::GatheredRows(const EmbeddingView& set, std::span<const std::size_t> rows)
    : type_(set.type()), rows_(rows.size()), cols_(set.cols()) {
  if (type_ == ElementType::float32) {
    float32_.resize(rows_ * cols_);
  } else {
    float64_.resize(rows_ * cols_);
  }
  for (std::size_t i = 0; i < rows_; ++i) {
    if (rows[i] >= set.rows()) {
      throw std::invalid_argument("GatheredRows: row " + std::to_string(rows[i]) + " of " +
                                  std::to_string(set.rows()));
    }
    if (type_ == ElementType::float32) {
      set.copy(rows[i], 1, nullptr, 1.0, float32_.data() + i * cols_);
    } else {
      set.copy(rows[i], 1, nullptr, float64_.data() + i * cols_);
    }
  }
}

EmbeddingView GatheredRows::view() const {
  return type_ == ElementType::float32 ? EmbeddingView(float32_.data(), rows_, cols_)
                                       : EmbeddingView(float64_.data(), rows_, cols_);
}

std::vector<CategoryRows> split_by_category(std::span<const std::uint32_t> reference,
                                            std::span<const std::uint32_t> generated,
                                            std::size_t least) {
  std::map<std::uint32_t, CategoryRows> categories;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    categories[reference[i]].reference.push_back(i);
  }
  for (std::size_t i = 0; i < generated.size(); ++i) {
    categories[generated[i]].generated.push_back(i);
  }
  std::vector<CategoryRows> result;
  result.reserve(categories.size());
  for (auto& [category, rows] : categories) {
    rows.category = category;
    rows.few_reference = rows.reference.size() < least;
    rows.few_generated = rows.generated.size() < least;
    result.push_back(std::move(rows));
  }
  return result;
}

}  // namespace foley::fidelity
