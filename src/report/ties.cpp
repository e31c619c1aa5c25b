#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/core/score_version.hpp"
#include "foley/core/version.hpp"
#include "foley/report/tie_document.hpp"
#include "json_append.hpp"

namespace foley::report {
namespace {

using Json = nlohmann::ordered_json;
using retrieval::ties::TieRange;
using retrieval::ties::TieReport;

constexpr int kDigits = 4;

Json range_json(const TieRange& range) {
  return {{"least", range.least}, {"expected", range.expected}, {"greatest", range.greatest}};
}

double widest(const TieReport& report, std::size_t topic) {
  double width = 0.0;
  for (const auto& values : report.values) {
    width = std::max(width, values[topic].width());
  }
  return width;
}

// Topics by falling influence of ties, those without any left out unless all are wanted.
std::vector<std::size_t> topics_to_show(const TieDocument& document) {
  const TieReport& report = document.report;
  std::vector<std::size_t> order(report.topics.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (document.per_topic) {
    return order;
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return widest(report, a) > widest(report, b);
  });
  std::erase_if(order, [&](std::size_t t) { return widest(report, t) <= 0.0; });
  order.resize(std::min(order.size(), document.shown_topics));
  return order;
}

std::string topic_table(const TieDocument& document, const TextStyle& style) {
  const TieReport& report = document.report;
  const std::vector<std::size_t> topics = topics_to_show(document);
  if (topics.empty()) {
    return {};
  }
  TextTable table({"topic", "measure", "least", "expected", "greatest"},
                  {false, false, true, true, true});
  for (const std::size_t t : topics) {
    bool first = true;
    for (std::size_t m = 0; m < report.measures.size(); ++m) {
      const TieRange& range = report.values[m][t];
      if (!document.per_topic && range.width() <= 0.0) {
        continue;
      }
      table.add({first ? printable(report.topics[t], 40) : "", report.measures[m],
                 fixed_text(range.least, kDigits), fixed_text(range.expected, kDigits),
                 fixed_text(range.greatest, kDigits)});
      first = false;
    }
  }
  return (document.per_topic ? "\nEvery topic\n" : "\nTopics that ties decide most\n") +
         table.text(style);
}

}  // namespace

std::string tie_text(const TieDocument& document, const TextStyle& style) {
  const TieReport& report = document.report;
  TextTable means({"measure", "least", "expected", "greatest", "topics decided by ties"},
                  {false, true, true, true, true});
  for (std::size_t m = 0; m < report.measures.size(); ++m) {
    means.add(
        {report.measures[m], fixed_text(report.means[m].least, kDigits),
         fixed_text(report.means[m].expected, kDigits),
         fixed_text(report.means[m].greatest, kDigits),
         std::to_string(report.undecided[m]) + " of " + std::to_string(report.topics.size())});
  }
  std::string out = paint(printable(document.run, 100), "bold", style) + ": " +
                    std::to_string(report.tied_hits) + " of " + std::to_string(report.hits) +
                    " judged documents that were retrieved " +
                    (report.tied_hits == 1 ? "shares its" : "share their") +
                    " score with another\n\n" + means.text(style) + topic_table(document, style);
  out += report.tied_hits == 0 ? "\nno tie touches a judged document: every order gives the same\n"
                               : "\nexpected: mean over all orders of tied documents (--ties "
                                 "expected of foley-eval score)\n";
  return out;
}

std::string tie_json(std::span<const TieDocument> documents) {
  Json out;
  out["schema"] = "foley-eval/ties/1";
  out["foley_eval"] = version();
  out["score_version"] = kScoreVersion;
  out["qrels"] = documents.empty() ? std::string() : documents.front().qrels;
  out["runs"] = Json::array();
  for (const TieDocument& document : documents) {
    const TieReport& report = document.report;
    Json run;
    run["run"] = document.run;
    run["judged_documents_retrieved"] = report.hits;
    run["of_these_tied"] = report.tied_hits;
    run["mean"] = Json::object();
    run["topics_decided_by_ties"] = Json::object();
    run["per_topic"] = Json::object();
    for (std::size_t m = 0; m < report.measures.size(); ++m) {
      run["mean"][report.measures[m]] = range_json(report.means[m]);
      run["topics_decided_by_ties"][report.measures[m]] = report.undecided[m];
    }
    for (std::size_t t = 0; t < report.topics.size(); ++t) {
      Json topic = Json::object();
      for (std::size_t m = 0; m < report.measures.size(); ++m) {
        topic[report.measures[m]] = range_json(report.values[m][t]);
      }
      append(run["per_topic"], report.topics[t], std::move(topic));
    }
    out["runs"].push_back(std::move(run));
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace foley::report
