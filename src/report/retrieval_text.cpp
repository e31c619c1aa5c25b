#include <algorithm>

#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/core/score_version.hpp"
#include "foley/report/retrieval_document.hpp"

namespace foley::report {
namespace {

constexpr int kDigits = 4;
constexpr std::size_t kLongestName = 80;
constexpr std::size_t kLongestId = 40;  // a hostile id must not push the table off the screen

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string headline(const RetrievalDocument& document) {
  std::string text = counted(document.report.per_query.size(), "query", "queries");
  if (document.corpus) {
    text += " of " + counted(document.golden.count, "golden item", "golden items") + " over " +
            counted(document.corpus->count, "clip", "clips");
    text += "  ·  " + printable(document.embedder, kLongestName) + ", " +
            std::to_string(document.dim) + " dimensions";
  } else if (document.run) {
    text += "  ·  run " + printable(document.run->path);
  }
  return text + "  ·  scores " + std::to_string(kScoreVersion);
}

std::string means(const RetrievalDocument& document, const TextStyle& style) {
  const bool compared = document.verdict && document.verdict->verdict <= gate::Verdict::fail;
  std::vector<std::string> header{"metric", "mean"};
  if (compared) {
    header.insert(header.end(), {"baseline", "change", "floor"});
  }
  TextTable table(header, {false, true, true, true, true});
  for (std::size_t m = 0; m < document.report.metrics.size(); ++m) {
    const std::string& name = document.report.metrics[m];
    std::vector<std::string> row{name, fixed_text(document.report.mean[m], kDigits)};
    if (compared && name == document.verdict->metric) {
      row.push_back(fixed_text(document.verdict->baseline, kDigits));
      row.push_back(change_text(document.verdict->current - document.verdict->baseline, kDigits));
      row.push_back(fixed_text(document.verdict->floor, kDigits));
    }
    table.add(std::move(row));
  }
  return table.text(style);
}

std::string worst(const RetrievalDocument& document, const TextStyle& style) {
  const std::string text = "worst queries by " + printable(document.worst_metric, kLongestName) +
                           " (rank: where the best answer stands, – not found)\n";
  const bool with_text = std::any_of(document.worst.begin(), document.worst.end(),
                                     [](const WorstRow& row) { return !row.asked.empty(); });
  std::vector<std::string> header{"query", printable(document.worst_metric, kLongestName), "rank"};
  if (with_text) {
    header.insert(header.end(), {"came first", "asked for"});
  } else {
    header.emplace_back("came first");
  }
  TextTable table(header, {false, true, true, false, false});
  for (const WorstRow& row : document.worst) {
    std::vector<std::string> cells{
        printable(row.result.query, kLongestId), fixed_text(row.result.value, kDigits),
        row.result.best_rank == 0 ? "–" : std::to_string(row.result.best_rank),
        row.first.empty() ? "nothing" : printable(row.first, kLongestId)};
    if (with_text) {
      cells.push_back(row.asked);
    }
    table.add(std::move(cells));
  }
  return text + table.text(style);
}

std::string notes(const RetrievalDocument& document, const TextStyle& style) {
  std::string text;
  const auto note = [&](const std::string& line) {
    text += paint("note: ", "yellow", style) + line + "\n";
  };
  if (document.broken > 0) {
    note(
        counted(document.broken, "fault of the golden set makes", "faults of the golden set make") +
        " queries score 0: foley-eval golden check lists them");
  }
  if (document.unanswered > 0) {
    note(counted(document.unanswered, "judged query is not in the run and counts",
                 "judged queries are not in the run and count") +
         " 0");
  }
  if (document.unjudged > 0) {
    note(counted(document.unjudged, "query of the run has no judgments and is",
                 "queries of the run have no judgments and are") +
         " not scored");
  }
  constexpr std::size_t kShown = 5;
  for (std::size_t i = 0; i < document.refused.size() && i < kShown; ++i) {
    const auto& clip = document.refused[i];
    note(printable(clip.id, 80) + " is not in the library: " + clip.reason +
         (clip.license.empty() ? " (no license_id)" : " (" + printable(clip.license, 60) + ")"));
  }
  if (document.refused.size() > kShown) {
    note("and " + std::to_string(document.refused.size() - kShown) +
         " more clips that their licence keeps out");
  }
  return text;
}

std::string verdict_line(const gate::RetrievalVerdict& verdict, const TextStyle& style) {
  std::string reason = printable(verdict.reason);
  switch (verdict.verdict) {
    case gate::Verdict::pass:
      return paint("PASS", "green", style) + "  " + reason;
    case gate::Verdict::fail:
      return paint("FAIL", "red", style) + "  " + reason;
    case gate::Verdict::stale:
      return paint("STALE", "yellow", style) + "  " + reason;
    case gate::Verdict::not_comparable:
      return paint("NOT COMPARABLE", "yellow", style) + "  " + reason;
  }
  return reason;
}

// The first line of the regression diff; its queries are the table of the worst.
std::string regression_line(const gate::RetrievalVerdict& verdict) {
  const std::string diff = retrieval::regression_diff_text(
      verdict.metric, verdict.current, verdict.baseline, verdict.baseline - verdict.floor, {});
  return printable(diff.substr(0, diff.find('\n')));
}

}  // namespace

std::string retrieval_text(const RetrievalDocument& document, const TextStyle& style) {
  std::string text = headline(document) + "\n\n" + means(document, style) + "\n";
  if (!document.worst.empty()) {
    text += worst(document, style) + "\n";
  }
  const std::string noted = notes(document, style);
  text += noted.empty() ? "" : noted + "\n";
  if (document.verdict) {
    if (document.verdict->verdict == gate::Verdict::fail) {
      text += regression_line(*document.verdict) + "\n";
    }
    text += verdict_line(*document.verdict, style) + "\n";
  }
  if (!document.next.empty()) {
    text += paint("next: ", "bold", style) + printable(document.next) + "\n";
  }
  return text;
}

}  // namespace foley::report
