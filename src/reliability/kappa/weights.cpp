#include "foley/reliability/kappa/weights.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace foley::reliability {
namespace {

constexpr std::array<std::string_view, 9> kNames{"identity", "linear",  "quadratic",
                                                 "ordinal",  "radical", "ratio",
                                                 "circular", "bipolar", "custom"};

bool needs_table(WeightKind kind) {
  return kind != WeightKind::identity && kind != WeightKind::linear &&
         kind != WeightKind::quadratic && kind != WeightKind::ordinal;
}

// Places of ascending numbers between the first (0) and the last (1), also where their distance is
// beyond the range of double.
std::vector<double> unit_positions(const std::vector<double>& ascending) {
  std::vector<double> result(ascending.size(), 0.0);
  if (ascending.size() < 2) {
    return result;
  }
  const double least = ascending.front();
  const double range = ascending.back() - least;
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = std::isfinite(range)
                    ? (ascending[i] - least) / range
                    : (ascending[i] / 2 - least / 2) / (ascending.back() / 2 - least / 2);
  }
  return result;
}

double ratio_distance(double a, double b, double greatest) {
  const double root = (a / greatest - b / greatest) / (a / greatest + b / greatest);
  return root * root;
}

double circular_distance(double x, double y, double range) {
  const double share = std::isfinite(range) ? range / (range + 1.0) : 1.0;
  const double sine = std::sin(std::numbers::pi * share * std::fabs(x - y));
  return sine * sine;
}

double bipolar_distance(double x, double y) {
  return (x - y) * (x - y) / ((x + y) * (2.0 - x - y));
}

std::vector<double> checked_categories(std::vector<double> observed, const Weighting& weighting) {
  if (!weighting.domain) {
    return observed;
  }
  std::vector<double> domain = *weighting.domain;
  if (domain.empty() || !std::ranges::all_of(domain, [](double x) { return std::isfinite(x); })) {
    throw std::invalid_argument("weights: the domain is empty or not finite");
  }
  std::ranges::sort(domain);
  if (std::ranges::adjacent_find(domain) != domain.end()) {
    throw std::invalid_argument("weights: the domain names a category twice");
  }
  if (!std::ranges::includes(domain, observed)) {
    throw std::invalid_argument("weights: a rating lies outside the domain");
  }
  return domain;
}

// Σ masses[j] |x_i - x_j| by sums over what lies below and above: nothing cancels.
template <class Position>
void add_linear(std::span<const double> masses, std::span<double> out, const Position& position,
                double factor) {
  double mass = 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    sum += i == 0 ? 0.0 : mass * (position(i) - position(i - 1));
    out[i] += factor * sum;
    mass += masses[i];
  }
  mass = 0.0;
  sum = 0.0;
  for (std::size_t i = masses.size(); i-- > 0;) {
    sum += i + 1 == masses.size() ? 0.0 : mass * (position(i + 1) - position(i));
    out[i] += factor * sum;
    mass += masses[i];
  }
}

// Σ masses[j] (x_i - x_j)² by the mean, around which nothing cancels.
template <class Position>
void add_quadratic(std::span<const double> masses, std::span<double> out, const Position& position,
                   double factor) {
  double mass = 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    mass += masses[i];
    sum += masses[i] * (position(i) - position(0));
  }
  const double mean = mass > 0.0 ? sum / mass : 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const double away = position(i) - position(0) - mean;
    squares += masses[i] * away * away;
  }
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const double away = position(i) - position(0) - mean;
    out[i] += factor * (mass * away * away + squares);
  }
}

}  // namespace

std::string_view to_string(WeightKind kind) { return kNames.at(static_cast<std::size_t>(kind)); }

std::optional<WeightKind> weight_kind_named(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) {
    return std::nullopt;
  }
  return static_cast<WeightKind>(found - kNames.begin());
}

CategoryWeights::CategoryWeights(std::vector<double> observed, const Weighting& weighting)
    : kind_(weighting.kind),
      categories_(checked_categories(std::move(observed), weighting)),
      positions_(unit_positions(categories_)) {
  if (kind_ != WeightKind::custom && !weighting.table.empty()) {
    throw std::invalid_argument("weights: a table belongs to custom weights only");
  }
  if (needs_table(kind_) && size() > kMaxTable) {
    throw std::invalid_argument(
        "weights: too many categories for a table; take identity, linear, quadratic or ordinal "
        "weights, or round the ratings");
  }
  if (needs_table(kind_)) {
    fill_table(weighting);
  }
  add_up();
}

void CategoryWeights::fill_table(const Weighting& weighting) {
  if (kind_ == WeightKind::custom) {
    take_table(weighting, weighting.domain ? *weighting.domain : categories_);
    return;
  }
  const std::size_t q = size();
  if (kind_ == WeightKind::ratio && q > 0 && categories_.front() < 0.0) {
    throw std::invalid_argument("weights: a negative category at ratio weights");
  }
  table_.assign(q * q, 0.0);
  double greatest = 0.0;
  for (std::size_t i = 0; i < q; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double x = positions_[i];
      const double y = positions_[j];
      const double distance =
          kind_ == WeightKind::radical ? std::sqrt(x - y)
          : kind_ == WeightKind::ratio
              ? ratio_distance(categories_[i], categories_[j], categories_.back())
          : kind_ == WeightKind::circular
              ? circular_distance(x, y, categories_.back() - categories_.front())
              : bipolar_distance(x, y);
      table_[i * q + j] = distance;
      table_[j * q + i] = distance;
      greatest = std::max(greatest, distance);
    }
  }
  for (double& each : table_) {
    each = greatest > 0.0 ? each / greatest : 0.0;
  }
}

void CategoryWeights::take_table(const Weighting& weighting, const std::vector<double>& order) {
  const std::size_t q = size();
  const std::vector<double>& given = weighting.table;
  if (given.size() != q * q) {
    throw std::invalid_argument("weights: the table does not have a row and column a category");
  }
  table_.resize(q * q);
  for (std::size_t i = 0; i < q; ++i) {
    for (std::size_t j = 0; j < q; ++j) {
      const double weight = given[i * q + j];
      if (!(weight >= 0.0 && weight <= 1.0) || weight != given[j * q + i] ||
          (i == j && weight != 1.0)) {
        throw std::invalid_argument(
            "weights: a table must be symmetric, in [0, 1] and 1 on the diagonal");
      }
      table_[code_of(order[i]) * q + code_of(order[j])] = 1.0 - weight;
    }
  }
}

std::size_t CategoryWeights::code_of(double category) const {
  const auto found = std::ranges::lower_bound(categories_, category);
  return found != categories_.end() && *found == category
             ? static_cast<std::size_t>(found - categories_.begin())
             : size();
}

double CategoryWeights::disagreement(std::size_t first, std::size_t second) const {
  if (first == second) {
    return 0.0;
  }
  if (needs_table(kind_)) {
    return table_[first * size() + second];
  }
  const double apart = std::fabs(positions_[first] - positions_[second]);
  const auto ranks = static_cast<double>(first > second ? first - second : second - first);
  const auto q = static_cast<double>(size());
  switch (kind_) {
    case WeightKind::linear:
      return apart;
    case WeightKind::quadratic:
      return apart * apart;
    case WeightKind::ordinal:
      return ranks * (ranks + 1.0) / (q * (q - 1.0));
    default:
      return 1.0;
  }
}

void CategoryWeights::disagreements(std::span<const std::uint32_t> codes,
                                    std::span<const double> masses, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  const auto position = [&](std::size_t i) { return positions_[codes[i]]; };
  const auto rank = [&](std::size_t i) { return static_cast<double>(codes[i]); };
  const auto q = static_cast<double>(size());
  const double ordinal = q > 1.0 ? 1.0 / (q * (q - 1.0)) : 0.0;
  if (kind_ == WeightKind::identity) {
    double mass = 0.0;
    for (const double each : masses) {
      mass += each;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = mass - masses[i];
    }
  } else if (kind_ == WeightKind::linear) {
    add_linear(masses, out, position, 1.0);
  } else if (kind_ == WeightKind::quadratic) {
    add_quadratic(masses, out, position, 1.0);
  } else if (kind_ == WeightKind::ordinal) {
    add_quadratic(masses, out, rank, ordinal);
    add_linear(masses, out, rank, ordinal);
  } else {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double* row = table_.data() + codes[i] * size();
      for (std::size_t j = 0; j < codes.size(); ++j) {
        out[i] += masses[j] * row[codes[j]];
      }
    }
  }
}

void CategoryWeights::add_up() {
  std::vector<std::uint32_t> codes(size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = static_cast<std::uint32_t>(i);
  }
  const std::vector<double> ones(size(), 1.0);
  std::vector<double> each(size());
  disagreements(codes, ones, each);
  for (const double x : each) {
    total_ += x;
  }
}

std::vector<double> weight_table(const CategoryWeights& weights) {
  const std::size_t q = weights.size();
  std::vector<double> result(q * q);
  for (std::size_t i = 0; i < q; ++i) {
    for (std::size_t j = 0; j < q; ++j) {
      result[i * q + j] = 1.0 - weights.disagreement(i, j);
    }
  }
  return result;
}

}  // namespace foley::reliability
