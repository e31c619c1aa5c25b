#include <algorithm>
#include <array>
#include <utility>

#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/report/score_document.hpp"

namespace foley::report {
namespace {

constexpr int kDigits = 4;
constexpr std::size_t kListedTopics = 5;
constexpr std::size_t kLongestId = 40;

std::string some_of(const std::vector<std::string>& ids) {
  std::string text;
  for (std::size_t i = 0; i < std::min(ids.size(), kListedTopics); ++i) {
    text += (text.empty() ? "" : ", ") + printable(ids[i], kLongestId);
  }
  return text + (ids.size() > kListedTopics ? ", …" : "");
}

std::string counted(std::size_t n, const std::string& noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

std::string verdict(std::size_t topics, bool counted) {
  return !counted ? "not counted" : topics == 1 ? "it counts 0" : "they count 0";
}

std::string universe_text(const ScoreDocument& document) {
  if (document.topics == "run") {
    return "the topics of each run count";
  }
  if (document.topics == "both") {
    return "topics that are judged and answered count";
  }
  return document.topics == "union" ? "every judged or answered topic counts"
                                    : "every judged topic counts";
}

// Whether an unanswered topic enters the mean.
bool counts_unanswered(const ScoreDocument& document) {
  return document.topics == "qrels" || document.topics == "union";
}

bool counts_unjudged(const ScoreDocument& document) {
  return document.topics == "run" || document.topics == "union";
}

std::string per_topic_table(const ScoredRun& run, const TextStyle& style) {
  std::vector<std::string> header{"topic"};
  header.insert(header.end(), run.evaluation.columns.begin(), run.evaluation.columns.end());
  TextTable table(header, std::vector<bool>(header.size(), true));
  const auto add = [&](const std::string& topic, const auto& value_of) {
    std::vector<std::string> cells{printable(topic, kLongestId)};
    for (std::size_t c = 0; c < run.evaluation.columns.size(); ++c) {
      cells.push_back(score_cell(value_of(c), run.evaluation.kinds[c]));
    }
    table.add(std::move(cells));
  };
  for (std::size_t t = 0; t < run.evaluation.topics.size(); ++t) {
    add(run.evaluation.topics[t], [&](std::size_t c) { return run.evaluation.values[c][t]; });
  }
  add("all", [&](std::size_t c) { return run.evaluation.summary[c]; });
  return table.text(style);
}

}  // namespace

std::string score_cell(double value, retrieval::NumberKind kind) {
  return kind == retrieval::NumberKind::integer ? fixed_text(value, 0) : fixed_text(value, kDigits);
}

std::optional<ScoreFormat> parse_score_format(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, ScoreFormat>, 6> kFormats{
      {{"table", ScoreFormat::table},
       {"tsv", ScoreFormat::tsv},
       {"csv", ScoreFormat::csv},
       {"markdown", ScoreFormat::markdown},
       {"md", ScoreFormat::markdown},
       {"json", ScoreFormat::json}}};
  for (const auto& [each, format] : kFormats) {
    if (each == name) {
      return format;
    }
  }
  return std::nullopt;
}

std::vector<std::string> score_notes(const ScoreDocument& document) {
  std::vector<std::string> notes;
  for (const ScoredRun& run : document.runs) {
    const retrieval::Evaluation& evaluation = run.evaluation;
    if (!evaluation.unanswered.empty()) {
      notes.push_back(run.name + " lacks " + std::to_string(evaluation.unanswered.size()) + " of " +
                      counted(document.judged_topics, "judged topic") + " (" +
                      some_of(evaluation.unanswered) +
                      "): " + verdict(evaluation.unanswered.size(), counts_unanswered(document)));
    }
    if (!evaluation.unjudged.empty()) {
      notes.push_back(run.name + " answers " + counted(evaluation.unjudged.size(), "topic") +
                      " without judgments (" + some_of(evaluation.unjudged) +
                      "): " + verdict(evaluation.unjudged.size(), counts_unjudged(document)));
    }
    if (run.dropped_count > 0) {
      notes.push_back(run.name + ": " + counted(run.dropped_count, "fault") +
                      " overlooked or dropped (--lenient)");
    }
  }
  const auto has = [&](std::string_view ending) {
    return !document.runs.empty() &&
           std::any_of(document.runs.front().evaluation.columns.begin(),
                       document.runs.front().evaluation.columns.end(),
                       [&](const std::string& name) { return name.ends_with(ending); });
  };
  if (has(":filled")) {
    notes.emplace_back(
        ":filled takes every unjudged document for relevant; an upper bound for P, Success, Hits, "
        "RR, "
        "DCG, ERR and RBP, elsewhere (AP, recall, nDCG) divisor and ideal grow too");
  }
  if (has(":error")) {
    notes.emplace_back(":error is the standard error that sampling the pool leaves");
  }
  return notes;
}

std::string score_text(const ScoreDocument& document, const TextStyle& style) {
  std::string out;
  if (document.per_topic) {
    for (const ScoredRun& run : document.runs) {
      out += paint(printable(run.name), "bold", style) + "\n" + per_topic_table(run, style) + "\n";
    }
  } else if (!document.runs.empty()) {
    std::vector<std::string> header{"measure"};
    for (const ScoredRun& run : document.runs) {
      header.push_back(printable(run.name, kLongestId));
    }
    std::vector<bool> numbers(header.size(), true);
    numbers[0] = false;
    TextTable table(header, numbers);
    const auto& first = document.runs.front().evaluation;
    for (std::size_t c = 0; c < first.columns.size(); ++c) {
      std::vector<std::string> cells{first.columns[c]};
      for (const ScoredRun& run : document.runs) {
        cells.push_back(score_cell(run.evaluation.summary[c], first.kinds[c]));
      }
      table.add(std::move(cells));
    }
    out += table.text(style) + "\n";
  }
  out += counted(document.judged_topics, "judged topic") + "; " + universe_text(document) +
         "; ties: " + document.ties + "\n";
  for (const std::string& note : score_notes(document)) {
    out += paint("note:", "yellow", style) + " " + printable(note, 400) + "\n";
  }
  return out;
}

std::string score_markdown(const ScoreDocument& document) {
  const auto escaped = [](const std::string& text) {
    std::string safe;
    for (const char c : printable(text, 200)) {
      safe += std::string_view("\\`*_[]<>|!~$&").find(c) != std::string_view::npos
                  ? std::string("\\") + c
                  : std::string(1, c);
    }
    return safe;
  };
  std::string out;
  const auto table = [&](const std::string& corner, const std::vector<std::string>& columns,
                         std::size_t rows, const auto& row_name, const auto& cell) {
    out += "| " + corner + " |";
    for (const std::string& column : columns) {
      out += " " + escaped(column) + " |";
    }
    out += "\n|---|";
    for (std::size_t c = 0; c < columns.size(); ++c) {
      out += "---:|";
    }
    out += "\n";
    for (std::size_t r = 0; r < rows; ++r) {
      out += "| " + escaped(row_name(r)) + " |";
      for (std::size_t c = 0; c < columns.size(); ++c) {
        out += " " + cell(r, c) + " |";
      }
      out += "\n";
    }
    out += "\n";
  };
  if (document.per_topic) {
    for (const ScoredRun& run : document.runs) {
      const retrieval::Evaluation& e = run.evaluation;
      out += "**" + escaped(run.name) + "**\n\n";
      const std::size_t n = e.topics.size();
      table(
          "topic", e.columns, n + 1,
          [&](std::size_t r) { return r < n ? e.topics[r] : std::string("all"); },
          [&](std::size_t r, std::size_t c) {
            return score_cell(r < n ? e.values[c][r] : e.summary[c], e.kinds[c]);
          });
    }
  } else if (!document.runs.empty()) {
    std::vector<std::string> names;
    for (const ScoredRun& run : document.runs) {
      names.push_back(run.name);
    }
    const retrieval::Evaluation& first = document.runs.front().evaluation;
    table(
        "measure", names, first.columns.size(), [&](std::size_t r) { return first.columns[r]; },
        [&](std::size_t r, std::size_t c) {
          return score_cell(document.runs[c].evaluation.summary[r], first.kinds[r]);
        });
  }
  out += counted(document.judged_topics, "judged topic") + "; " + universe_text(document) +
         "; ties: " + document.ties + "\n";
  for (const std::string& note : score_notes(document)) {
    out += "\n- " + escaped(note);
  }
  return out.back() == '\n' ? out : out + "\n";
}

}  // namespace foley::report
