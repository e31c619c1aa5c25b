#include <nlohmann/json.hpp>

#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/core/score_version.hpp"
#include "foley/core/version.hpp"
#include "foley/report/score_document.hpp"
#include "json_append.hpp"

namespace foley::report {
namespace {

using Json = nlohmann::ordered_json;

// A field of CSV; TSV has no quotes, so that what would break a line is escaped.
std::string field(const std::string& text, char delimiter) {
  if (delimiter != ',') {
    return printable(text);
  }
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  }
  return quoted + "\"";
}

}  // namespace

std::string score_delimited(const ScoreDocument& document, char delimiter) {
  std::string out =
      std::string("run") + delimiter + "topic" + delimiter + "measure" + delimiter + "value\n";
  for (const ScoredRun& run : document.runs) {
    const retrieval::Evaluation& e = run.evaluation;
    const auto line = [&](const std::string& topic, std::size_t c, double value) {
      out += field(run.name, delimiter) + delimiter + field(topic, delimiter) + delimiter +
             field(e.columns[c], delimiter) + delimiter + shortest_text(value) + "\n";
    };
    for (std::size_t t = 0; document.per_topic && t < e.topics.size(); ++t) {
      for (std::size_t c = 0; c < e.columns.size(); ++c) {
        line(e.topics[t], c, e.values[c][t]);
      }
    }
    for (std::size_t c = 0; c < e.columns.size(); ++c) {
      line("all", c, e.summary[c]);
    }
  }
  return out;
}

std::string score_json(const ScoreDocument& document) {
  Json out;
  out["schema"] = "foley-eval/score/1";
  out["foley_eval"] = version();
  out["score_version"] = kScoreVersion;
  out["qrels"] = document.qrels;
  out["ties"] = document.ties;
  out["topics"] = document.topics;
  out["rel_level"] = document.rel_level;
  out["judged_topics"] = document.judged_topics;
  out["runs"] = Json::array();
  for (const ScoredRun& run : document.runs) {
    const retrieval::Evaluation& e = run.evaluation;
    Json each;
    each["name"] = run.name;
    each["file"] = run.file;
    each["tag"] = e.run;
    each["topics"] = e.topics.size();
    for (std::size_t c = 0; c < e.columns.size(); ++c) {
      each["mean"][e.columns[c]] = e.summary[c];
    }
    if (document.per_topic) {
      each["per_topic"] = Json::object();
      for (std::size_t t = 0; t < e.topics.size(); ++t) {
        Json topic = Json::object();
        for (std::size_t c = 0; c < e.columns.size(); ++c) {
          topic[e.columns[c]] = e.values[c][t];
        }
        append(each["per_topic"], e.topics[t], std::move(topic));
      }
    }
    each["unanswered_topics"] = e.unanswered;
    each["unjudged_topics"] = e.unjudged;
    each["dropped"] = Json{{"count", run.dropped_count}, {"first", Json::array()}};
    for (const Error& error : run.dropped) {
      each["dropped"]["first"].push_back(error.to_line());
    }
    out["runs"].push_back(std::move(each));
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace foley::report
