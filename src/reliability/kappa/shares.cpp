#include "kappa/shares.hpp"

#include <algorithm>
#include <numeric>

namespace foley::reliability {

std::vector<double> pooled_shares(const UnitTable& table, CoefficientKind kind,
                                  std::span<const std::uint64_t> units_of, double units) {
  std::vector<double> shares(table.weights().size(), 0.0);
  for (std::size_t p = 0; p < units_of.size(); ++p) {
    const auto pattern = table.pattern(p);
    if (units_of[p] == 0 || !takes_part(kind, pattern)) {
      continue;
    }
    const double each = static_cast<double>(units_of[p]) / static_cast<double>(pattern.size());
    for (const CodedRating& rating : pattern) {
      shares[rating.code] += each;
    }
  }
  for (double& share : shares) {
    share /= units;
  }
  return shares;
}

const RaterShares& RaterSharesMaker::of(std::size_t rater,
                                        std::span<const std::uint64_t> units_of) {
  result_.codes.clear();
  result_.ratings = 0.0;
  for (const UnitTable::Place& place : table_.of_rater(rater)) {
    if (units_of[place.pattern] == 0 || !takes_part(kind_, table_.pattern(place.pattern))) {
      continue;
    }
    if (masses_[place.code] == 0.0) {
      result_.codes.push_back(place.code);
    }
    masses_[place.code] += static_cast<double>(units_of[place.pattern]);
    result_.ratings += static_cast<double>(units_of[place.pattern]);
  }
  std::ranges::sort(result_.codes);
  result_.shares.clear();
  for (const std::uint32_t code : result_.codes) {
    result_.shares.push_back(masses_[code] / result_.ratings);
    masses_[code] = 0.0;
  }
  result_.disagreements.resize(result_.codes.size());
  table_.weights().disagreements(result_.codes, result_.shares, result_.disagreements);
  return result_;
}

std::vector<double> disagreement_with(const CategoryWeights& weights,
                                      std::span<const double> shares) {
  std::vector<std::uint32_t> codes(weights.size());
  std::iota(codes.begin(), codes.end(), 0U);
  std::vector<double> result(weights.size());
  weights.disagreements(codes, shares, result);
  return result;
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += a[i] * b[i];
  }
  return sum;
}

}  // namespace foley::reliability
