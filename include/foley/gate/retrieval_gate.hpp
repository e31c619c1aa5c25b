#pragma once

#include <string>

#include "foley/golden/baseline.hpp"
#include "foley/retrieval/report.hpp"

namespace foley::gate {

/// What a gate says. A regression and a baseline that no longer fits are different things: the one
/// blocks the change, the other means that nothing was compared.
enum class Verdict {
  pass,
  fail,            ///< The metric fell below its floor.
  stale,           ///< The fixtures changed since the baseline was written.
  not_comparable,  ///< The baseline was measured otherwise (metric, embedder, dimension).
};

/// Lower-case word for a verdict.
[[nodiscard]] const char* to_string(Verdict verdict);

/// A verdict with the numbers behind it.
struct RetrievalVerdict {
  Verdict verdict = Verdict::fail;
  std::string metric;
  double current = 0.0;
  double baseline = 0.0;
  double floor = 0.0;  ///< baseline - tolerance; the gate passes from here on.
  std::string reason;  ///< One sentence.
  std::string advice;  ///< What to do next.
};

/// What the current numbers were measured with.
struct Measured {
  std::string embedder;
  std::int64_t dim = 0;
  std::string seed_sha256;
  std::string manifest_sha256;
};

/// Holds a report against its baseline: pass when the mean of the baseline's metric, as it is or
/// rounded to the six decimals that a baseline records, is at least `value - tolerance`.
[[nodiscard]] RetrievalVerdict check_retrieval(const retrieval::RetrievalReport& report,
                                               const golden::Baseline& baseline,
                                               const Measured& measured);

}  // namespace foley::gate
