#include "foley/golden/lint.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

#include "foley/core/number_text.hpp"
#include "foley/golden/ucs.hpp"
#include "foley/search/tokenizer.hpp"

namespace foley::golden {
namespace {

using Clips = std::unordered_map<std::string, const CorpusEntry*>;

constexpr std::array kRules{
    LintRule{"answer-not-in-corpus", Severity::error, "an answer clip that the corpus lacks"},
    LintRule{"answer-refused", Severity::error, "an answer clip that its licence keeps out"},
    LintRule{"no-answer", Severity::error, "an event that no clip answers: it always scores 0"},
    LintRule{"repeated-clip", Severity::error, "two corpus entries with one clip id"},
    LintRule{"license", Severity::warning, "a clip whose licence is missing, unknown or refuses"},
    LintRule{"ungraded-answer", Severity::warning, "an answer without a grade: it counts as wrong"},
    LintRule{"stray-grade", Severity::warning, "a grade for a clip that is no answer: not used"},
    LintRule{"unknown-catid", Severity::warning, "a CatID that UCS 8.2.1 does not have"},
    LintRule{"leak", Severity::warning, "a query whose every word stands in the ideal caption"},
    LintRule{"repeated-query", Severity::warning, "the same query in two events"},
    LintRule{"empty-query", Severity::warning, "a query without a letter or digit to search for"},
    LintRule{"empty-caption", Severity::warning, "a clip that search cannot find by text"},
    LintRule{"saturated", Severity::warning, "a metric that can show no gain (or no loss)"},
};

class GoldenLinter {
 public:
  GoldenLinter(const Clips& clips, std::vector<Finding>& findings)
      : clips_(clips), findings_(findings) {}

  void check(const GoldenItem& item) {
    std::set<std::string_view> answers;
    for (std::size_t e = 0; e < item.expected_events.size(); ++e) {
      check_event(item, e);
    }
    for (const auto& [catid, clips] : item.answer_clip_ids) {
      check_catid(catid, item);
      for (const std::string& clip : clips) {
        answers.insert(clip);
        check_answer(item, clip);
      }
    }
    for (const auto& [clip, grade] : item.grade) {
      if (!answers.contains(clip)) {
        add(Severity::warning, "stray-grade", item, "grades '" + clip + "', which answers nothing",
            "list it under answer_clip_ids or drop the grade");
      }
    }
  }

 private:
  void add(Severity severity, std::string_view code, const GoldenItem& item, std::string problem,
           std::string advice, std::size_t line = 0) {
    findings_.push_back({severity, code, "golden", line == 0 ? item.line : line, item.id,
                         std::move(problem), std::move(advice)});
  }

  void check_catid(const std::string& catid, const GoldenItem& item) {
    if (find_ucs(catid) != nullptr || !reported_catids_.insert(catid).second) {
      return;
    }
    const auto nearest = nearest_ucs(catid);
    add(Severity::warning, "unknown-catid", item, "UCS 8.2.1 has no CatID '" + catid + "'",
        nearest ? "did you mean '" + *nearest + "'?" : "pick one from the UCS list");
  }

  void check_event(const GoldenItem& item, std::size_t e) {
    const GoldenEvent& event = item.expected_events[e];
    if (!event.ucs_catid.empty()) {
      check_catid(event.ucs_catid, item);
    }
    const auto answers = item.answers(event.ucs_catid);
    const bool answered = std::any_of(answers.begin(), answers.end(), [&](const std::string& clip) {
      return item.grade_of(clip) > 0;
    });
    if (!answered) {
      add(Severity::error, "no-answer", item,
          "event " + std::to_string(e) + " ('" + event.query + "') has no answer graded above 0",
          "list clips under answer_clip_ids['" + event.ucs_catid + "'] and grade them", event.line);
    }
    check_query(item, event, answers);
  }

  void check_query(const GoldenItem& item, const GoldenEvent& event,
                   std::span<const std::string> answers) {
    const std::vector<std::string> words = search::tokenize(event.query);
    if (words.empty()) {
      add(Severity::warning, "empty-query", item, "the query '" + event.query + "' has no word",
          "write what a person would type", event.line);
      return;
    }
    const auto [first, added] = query_of_.try_emplace(event.query, item.id);
    if (!added) {
      add(Severity::warning, "repeated-query", item,
          "the query '" + event.query + "' is also that of " + first->second,
          "word it differently, or count both on purpose", event.line);
    }
    // Two words of overlap prove nothing: 'door slam' is what a person types.
    constexpr std::size_t kFewWords = 3;
    for (const std::string& clip : answers) {
      const auto entry = clips_.find(clip);
      if (entry == clips_.end() || item.grade_of(clip) < kTopGrade || words.size() < kFewWords) {
        continue;
      }
      const std::vector<std::string> caption = search::tokenize(entry->second->caption);
      const std::set<std::string> known(caption.begin(), caption.end());
      if (std::all_of(words.begin(), words.end(),
                      [&](const std::string& word) { return known.contains(word); })) {
        add(Severity::warning, "leak", item,
            "every word of the query '" + event.query + "' stands in the caption of " + clip,
            "paraphrase the query: as it is, it tests copying", event.line);
      }
    }
  }

  void check_answer(const GoldenItem& item, const std::string& clip) {
    const auto entry = clips_.find(clip);
    if (entry == clips_.end()) {
      add(Severity::error, "answer-not-in-corpus", item, "the corpus has no clip '" + clip + "'",
          "correct the id (ring0:<file name without suffix>) or add the clip to the corpus");
    } else if (const auto reason =
                   search::license_refusal(license_of(*entry->second), search::IntendedUse{})) {
      add(Severity::error, "answer-refused", item,
          "the licence of '" + clip + "' keeps it out of the library: " + *reason,
          "replace the clip, or state a licence that allows the use");
    }
    const bool graded = std::any_of(item.grade.begin(), item.grade.end(),
                                    [&](const auto& each) { return each.first == clip; });
    if (!graded) {
      add(Severity::warning, "ungraded-answer", item, "the answer '" + clip + "' has no grade",
          "grade it 2 (ideal), 1 (acceptable) or 0 (wrong)");
    }
  }

  const Clips& clips_;
  std::vector<Finding>& findings_;
  std::set<std::string> reported_catids_;
  std::map<std::string, std::string> query_of_;
};

}  // namespace

std::span<const LintRule> lint_rules() { return kRules; }

std::vector<Finding> lint_golden(std::span<const GoldenItem> golden,
                                 std::span<const CorpusEntry> corpus) {
  std::vector<Finding> findings;
  lint_corpus(corpus, findings);
  Clips clips;
  for (const CorpusEntry& entry : corpus) {
    clips.insert_or_assign(clip_id(entry.file), &entry);
  }
  GoldenLinter linter(clips, findings);
  for (const GoldenItem& item : golden) {
    linter.check(item);
  }
  return findings;
}

std::vector<Finding> lint_saturation(const retrieval::RetrievalReport& report) {
  // Nearer to the end of the scale than this, a change of one tolerance cannot be seen.
  constexpr double kRoom = 0.02;
  std::string at_top;
  std::string at_bottom;
  for (std::size_t m = 0; m < report.metrics.size() && !report.per_query.empty(); ++m) {
    const double mean = report.mean[m];
    if (mean > kRoom && mean < 1.0 - kRoom) {
      continue;
    }
    std::string& list = mean > kRoom ? at_top : at_bottom;
    list += (list.empty() ? "" : ", ") + report.metrics[m] + " " + fixed_text(mean, 4);
  }
  std::vector<Finding> findings;
  const auto add = [&](const std::string& metrics, const char* problem, const char* advice) {
    if (!metrics.empty()) {
      findings.push_back({Severity::warning, "saturated", "golden", 0, metrics, problem, advice});
    }
  };
  add(at_top, "a baseline at the top of the scale can measure no gain",
      "add harder queries: paraphrases, several graded answers, near misses");
  add(at_bottom, "a baseline at the bottom of the scale can measure no loss",
      "check that answers and corpus belong together");
  return findings;
}

}  // namespace foley::golden
