#include "foley/fidelity/memorised.hpp"

#include <optional>
#include <stdexcept>
#include <vector>

#include "foley/fidelity/duplicates.hpp"
#include "neighbours/nearest.hpp"

namespace foley::fidelity {

Memorised memorised(const EmbeddingView& reference, const EmbeddingView& generated,
                    const MemorisedOptions& options) {
  if (!(options.quantile > 0.0 && options.quantile < 1.0)) {
    throw std::invalid_argument("memorised: the quantile must lie between 0 and 1");
  }
  check_pair(reference, generated, options.threads);
  const DuplicateFamilies families = duplicate_families(reference, options.threads);
  const RowSet different{reference, families.first};
  const ScanFrame frame = frame_of(reference, generated);

  Memorised result;
  std::vector<double> own;
  double usual = 0.0;
  if (families.count() > 1) {
    const Nearest within = nearest_in({different, different, true, {}}, 1, frame, options.threads,
                                      part_of(options.progress, 0.0, 0.5));
    for (const double squared : within.squared) {
      own.push_back(distance_of(squared, frame));
    }
    std::vector<double> sorted = own;
    usual = quantile_of(sorted, 0.5);
    result.usual_distance = usual;
    result.near_limit = quantile_of(sorted, options.quantile);
  }
  const Nearest across = nearest_in({{generated, {}}, different, false, {}}, 1, frame,
                                    options.threads, part_of(options.progress, 0.5, 1.0));
  const auto ratio = [](double distance, double to) {
    return to > 0.0 ? std::optional(distance / to) : std::nullopt;
  };
  for (std::size_t i = 0; i < generated.rows(); ++i) {
    NearestReference nearest;
    nearest.row = families.first[across.other[i]];
    nearest.distance = distance_of(across.squared[i], frame);
    nearest.exact = across.squared[i] == 0.0;
    nearest.near = nearest.exact || (result.near_limit && nearest.distance < *result.near_limit);
    if (!own.empty()) {
      nearest.ratio = ratio(nearest.distance, usual);
      nearest.local_ratio = ratio(nearest.distance, own[across.other[i]]);
    }
    result.exact_count += nearest.exact ? 1U : 0U;
    result.near_count += nearest.near ? 1U : 0U;
    result.nearest.push_back(nearest);
  }
  result.expected_near = options.quantile * static_cast<double>(generated.rows());
  return result;
}

}  // namespace foley::fidelity
