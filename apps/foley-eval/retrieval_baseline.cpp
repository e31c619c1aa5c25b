#include "retrieval_baseline.hpp"

#include <array>
#include <chrono>
#include <filesystem>
#include <system_error>

#include "context.hpp"
#include "data_paths.hpp"
#include "foley/core/number_text.hpp"
#include "foley/gate/retrieval_gate.hpp"
#include "foley/io/atomic_file.hpp"
#include "foley/io/baseline_json.hpp"
#include "terminal.hpp"

namespace foley::app {

std::string baseline_path(const RetrievalOptions& options) {
  return options.baseline.empty() ? data_paths().baseline : options.baseline;
}

int apply_gate(report::RetrievalDocument& document, const golden::Baseline& baseline) {
  const gate::Measured measured{document.embedder, document.dim, document.golden.sha256,
                                document.corpus ? document.corpus->sha256 : std::string()};
  document.verdict = gate::check_retrieval(document.report, baseline, measured);
  document.next = document.verdict->advice;
  switch (document.verdict->verdict) {
    case gate::Verdict::pass:
      return kPassed;
    case gate::Verdict::fail:
      return kGateFailed;
    case gate::Verdict::stale:
    case gate::Verdict::not_comparable:
      return kBadInput;
  }
  return kBadInput;
}

void check_date(const std::string& date) {
  constexpr std::string_view kShape = "dddd-dd-dd";
  bool fits = date.size() == kShape.size();
  std::array<int, 3> parts{};  // year, month, day
  std::size_t part = 0;
  for (std::size_t i = 0; fits && i < kShape.size(); ++i) {
    if (kShape[i] == '-') {
      fits = date[i] == '-';
      ++part;
    } else {
      fits = date[i] >= '0' && date[i] <= '9';
      parts[part] = parts[part] * 10 + (date[i] - '0');
    }
  }
  const std::chrono::year_month_day day{std::chrono::year{parts[0]},
                                        std::chrono::month{static_cast<unsigned>(parts[1])},
                                        std::chrono::day{static_cast<unsigned>(parts[2])}};
  if (!fits || !day.ok()) {
    throw Failure{"--updated-at '" + date + "' is no date; write it like 2026-11-30", kBadInput};
  }
}

void update_baseline(const RetrievalOptions& options, report::RetrievalDocument& document,
                     const std::string& metric) {
  const std::string path = baseline_path(options);
  if (path == "-") {
    throw Failure{"a baseline is written to a file: name it with --baseline FILE", kBadInput};
  }
  golden::Baseline baseline;
  std::error_code code;
  if (std::filesystem::exists(path, code)) {
    auto existing = io::load_baseline(path);
    if (!existing) {
      throw Failure{existing.error().to_line() +
                        " (a file that is no baseline is not overwritten: move it away)",
                    existing.error().exit_code()};
    }
    baseline = std::move(*existing);
  }
  const double mean = document.report.mean_of(metric).value_or(0.0);
  if (!(mean >= 0.0 && mean <= 1.0)) {
    throw Failure{"the mean of " + metric + " is " + shortest_text(mean) +
                      ", outside 0 to 1: no baseline is written; are grades negative?",
                  kBadInput};
  }
  baseline.metric = metric;
  baseline.value = golden::baseline_value(mean);
  baseline.tolerance = options.tolerance.value_or(baseline.tolerance);
  baseline.embedder = document.embedder;
  baseline.dim = document.dim;
  baseline.backend = document.run ? "given run" : "memory";
  baseline.manifest_sha256 = document.corpus ? document.corpus->sha256 : std::string();
  baseline.revision = options.revision.empty() ? baseline.revision : options.revision;
  baseline.n_items = static_cast<std::int64_t>(document.golden.count);
  baseline.seed_sha256 = document.golden.sha256;
  baseline.updated_at = options.updated_at.empty() ? today() : options.updated_at;
  check(io::write_atomically(path, io::baseline_text(baseline)));
  document.next = "commit " + path + ", whose " + metric + " is now " +
                  fixed_text(baseline.value, 4) + "; the gate lets it fall by " +
                  shortest_text(baseline.tolerance);
}

}  // namespace foley::app
