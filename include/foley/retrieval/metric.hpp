#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/retrieval/judged_ranking.hpp"

namespace foley::retrieval {

/// A measure as data: everything that help texts and documents say of it.
struct Measure {
  std::string_view name;      ///< `ndcg`, as in `ndcg@10`.
  std::string_view title;     ///< `nDCG`.
  std::string_view about;     ///< One line.
  std::string_view formula;   ///< Plain text.
  std::string_view citation;  ///< Paper or standard.
  /// Value for one query. `k` is the cut-off, `rel_level` the least grade that is relevant.
  double (*value)(const JudgedRanking& ranking, std::int64_t k, double rel_level) = nullptr;
};

/// All measures, in the order in which help lists them.
[[nodiscard]] std::span<const Measure> measures();

/// The measure of this name, or nullptr.
[[nodiscard]] const Measure* find_measure(std::string_view name);

/// A measure at a cut-off, with the name under which it is reported.
struct Metric {
  const Measure* measure = nullptr;
  std::int64_t k = 10;
  std::string name;

  /// Value for one query.
  [[nodiscard]] double value(const JudgedRanking& ranking, double rel_level) const {
    return measure->value(ranking, k, rel_level);
  }
};

/// Cut-off of a metric that names none.
inline constexpr std::int64_t kDefaultCutoff = 10;

/// Reads `ndcg@10` or `map` (= `map@10`): the name of a measure and a cut-off >= 1, nothing else.
/// The error names the nearest known measure.
[[nodiscard]] Result<Metric> parse_metric(std::string_view text);

/// `ndcg@k`, `recall@k`, `map@k`, `mrr@k`: what a retrieval report shows unless told otherwise.
[[nodiscard]] std::vector<Metric> default_metrics(std::int64_t k = kDefaultCutoff);

}  // namespace foley::retrieval
