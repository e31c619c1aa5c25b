#include "coded_units.hpp"

#include <algorithm>
#include <compare>
#include <numeric>

namespace foley::reliability {
namespace {

// The ratings of all compared units before equal ones are put together.
struct Listed {
  std::vector<std::size_t> begins{0};
  std::vector<std::uint32_t> codes;
  std::vector<std::uint32_t> raters;

  [[nodiscard]] std::span<const std::uint32_t> of(const std::vector<std::uint32_t>& what,
                                                  std::size_t i) const {
    return std::span(what).subspan(begins[i], begins[i + 1] - begins[i]);
  }
};

std::strong_ordering order_of(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
}

std::uint32_t code_of(double value, std::span<const double> values) {
  return static_cast<std::uint32_t>(std::ranges::lower_bound(values, value) - values.begin());
}

}  // namespace

CodedUnits::CodedUnits(const Ratings& ratings, std::span<const double> values, SameKind same) {
  Listed all;
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    const auto given = ratings.of(u);
    if (given.size() < 2) {
      continue;
    }
    units_.push_back(u);
    for (const Rating& each : given) {
      all.codes.push_back(code_of(each.value, values));
      all.raters.push_back(each.rater);
    }
    all.begins.push_back(all.codes.size());
  }
  Listed keys = all;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    std::sort(keys.codes.begin() + static_cast<std::ptrdiff_t>(keys.begins[i]),
              keys.codes.begin() + static_cast<std::ptrdiff_t>(keys.begins[i + 1]));
  }
  const bool with_raters = same == SameKind::values_and_raters;
  const auto compare = [&](std::size_t i, std::size_t j) {
    if (!with_raters) {
      return order_of(keys.of(keys.codes, i), keys.of(keys.codes, j));
    }
    const auto by_codes = order_of(all.of(all.codes, i), all.of(all.codes, j));
    return by_codes != 0 ? by_codes : order_of(all.of(all.raters, i), all.of(all.raters, j));
  };
  std::vector<std::size_t> order(units_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t i, std::size_t j) { return compare(i, j) < 0; });
  kind_of_.resize(units_.size());
  for (std::size_t at = 0; at < order.size(); ++at) {
    const std::size_t i = order[at];
    if (at == 0 || compare(order[at - 1], i) != 0) {
      const auto append = [](std::vector<std::uint32_t>& to, std::span<const std::uint32_t> what) {
        to.insert(to.end(), what.begin(), what.end());
      };
      append(codes_, all.of(all.codes, i));
      append(ascending_, keys.of(keys.codes, i));
      append(raters_, all.of(all.raters, i));
      begins_.push_back(codes_.size());
    }
    kind_of_[i] = static_cast<std::uint32_t>(kinds() - 1);
  }
}

std::vector<std::uint64_t> CodedUnits::units_of_kinds() const {
  std::vector<std::uint64_t> result(kinds(), 0);
  for (const std::uint32_t kind : kind_of_) {
    result[kind] += 1;
  }
  return result;
}

}  // namespace foley::reliability
