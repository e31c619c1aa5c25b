#include "foley/gate/retrieval_gate.hpp"

#include <algorithm>

#include "foley/core/number_text.hpp"

namespace foley::gate {
namespace {

constexpr int kDigits = 4;

std::string what_changed(const golden::Staleness& stale) {
  if (stale.golden && stale.corpus) {
    return "the golden set and the corpus have";
  }
  return stale.golden ? "the golden set has" : "the corpus has";
}

}  // namespace

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::stale:
      return "stale";
    case Verdict::not_comparable:
      return "not comparable";
  }
  return "unknown";
}

RetrievalVerdict check_retrieval(const retrieval::RetrievalReport& report,
                                 const golden::Baseline& baseline, const Measured& measured) {
  RetrievalVerdict result;
  result.metric = baseline.metric;
  result.baseline = baseline.value;
  result.floor = baseline.value - baseline.tolerance;
  const auto current = report.mean_of(baseline.metric);
  result.current = current.value_or(0.0);

  if (!current) {
    result.verdict = Verdict::not_comparable;
    result.reason = "the baseline holds " + baseline.metric + ", which was not measured";
    result.advice = "measure it (--metrics " + baseline.metric + ") or write another baseline";
    return result;
  }
  if (baseline.embedder != measured.embedder || baseline.dim != measured.dim) {
    result.verdict = Verdict::not_comparable;
    result.reason = "the baseline was measured with " + baseline.embedder + " (" +
                    std::to_string(baseline.dim) + " dimensions), this run with " +
                    measured.embedder + " (" + std::to_string(measured.dim) + ")";
    result.advice = "write a baseline for this embedder with --update-baseline";
    return result;
  }
  const golden::Staleness stale =
      golden::staleness(baseline, measured.seed_sha256, measured.manifest_sha256);
  if (stale.any()) {
    result.verdict = Verdict::stale;
    result.reason = what_changed(stale) + " changed since the baseline was written (" +
                    baseline.updated_at + "): nothing was compared";
    result.advice = "look at the change, then write a new baseline with --update-baseline";
    return result;
  }
  const std::string difference = change_text(result.current - result.baseline, kDigits);
  // A baseline records six decimals: its own data must pass it, also where they were rounded up and
  // the tolerance is 0.
  const bool is_rounded = golden::baseline_value(baseline.value) == baseline.value;
  const double reached = is_rounded
                             ? std::max(result.current, golden::baseline_value(result.current))
                             : result.current;
  // Written so that a NaN mean fails.
  if (!(reached >= result.floor)) {
    result.verdict = Verdict::fail;
    result.reason = result.metric + " is " + fixed_text(result.current, kDigits) + ", " +
                    difference + " from the baseline " + fixed_text(result.baseline, kDigits) +
                    " and below the floor " + fixed_text(result.floor, kDigits);
    result.advice = "look at the worst queries above; if the loss is wanted, --update-baseline";
    return result;
  }
  result.verdict = Verdict::pass;
  result.reason = result.metric + " is " + fixed_text(result.current, kDigits) + ", " + difference +
                  " from the baseline " + fixed_text(result.baseline, kDigits) + " (floor " +
                  fixed_text(result.floor, kDigits) + ")";
  result.advice = result.current > result.baseline + baseline.tolerance
                      ? "search got better: keep the gain with --update-baseline"
                      : "nothing must be done; the worst queries show where search can gain";
  return result;
}

}  // namespace foley::gate
