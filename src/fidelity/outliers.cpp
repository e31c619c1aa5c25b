#include "foley/fidelity/outliers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "foley/fidelity/duplicates.hpp"
#include "neighbours/nearest.hpp"

namespace foley::fidelity {

namespace {

// How far logarithms of equal distances may differ by the rounding of the numbers and of sums.
double rounding_of(const EmbeddingView& rows) {
  return rows.type() == ElementType::float32 ? 1e-6 : 1e-12;
}

}  // namespace

std::string_view to_string(OutlierReason reason) {
  switch (reason) {
    case OutlierReason::none:
      return "";
    case OutlierReason::few_reference:
      return "too few different embeddings in the reference";
    case OutlierReason::no_spread:
      return "most distances within the reference are the same";
  }
  return "";
}

Outliers outliers(const EmbeddingView& reference, const EmbeddingView& generated,
                  const OutlierOptions& options) {
  if (options.k == 0 || !(options.threshold >= 0.0)) {
    throw std::invalid_argument("outliers: k must be at least 1 and the threshold at least 0");
  }
  check_pair(reference, generated, options.threads);
  const DuplicateFamilies families = duplicate_families(reference, options.threads);
  Outliers result;
  if (families.count() <= options.k) {
    result.reason = OutlierReason::few_reference;
    return result;
  }
  const RowSet different{reference, families.first};
  const ScanFrame frame = frame_of(reference, generated);
  const std::size_t last = options.k - 1;

  const Nearest within = nearest_in({different, different, true, {}}, options.k, frame,
                                    options.threads, part_of(options.progress, 0.0, 0.5));
  std::vector<double> logs;
  for (std::size_t i = 0; i < families.count(); ++i) {
    // Differences too small to be squared are no distance to take the logarithm of.
    const double squared = std::max(within.squared_at(i, last), std::numeric_limits<double>::min());
    logs.push_back(0.5 * std::log(squared));
  }
  const double median = quantile_of(logs, 0.5);
  for (double& x : logs) {
    x = std::abs(x - median);
  }
  constexpr double normal_deviations = 1.4826;  // of a median deviation
  result.log_spread = normal_deviations * quantile_of(logs, 0.5);
  result.median_distance = std::exp(median) / frame.scale;
  if (result.log_spread <= rounding_of(reference)) {
    result.log_spread = 0.0;
    result.reason = OutlierReason::no_spread;
    return result;
  }

  const Nearest across = nearest_in({{generated, {}}, different, false, {}}, options.k, frame,
                                    options.threads, part_of(options.progress, 0.5, 1.0));
  for (std::size_t i = 0; i < generated.rows(); ++i) {
    const double squared = across.squared_at(i, last);
    const double above = squared > 0.0 ? 0.5 * std::log(squared) - median : 0.0;
    const double score = std::max(0.0, above) / result.log_spread;
    result.scores.push_back(score);
    if (score > options.threshold) {
      result.far.push_back(
          {i, families.first[across.other[i * options.k]], distance_of(squared, frame), score});
    }
  }
  std::ranges::sort(result.far, [](const Outlier& a, const Outlier& b) {
    return a.score != b.score ? a.score > b.score : a.row < b.row;
  });
  return result;
}

}  // namespace foley::fidelity
