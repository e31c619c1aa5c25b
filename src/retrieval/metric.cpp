#include "foley/retrieval/metric.hpp"

#include <array>
#include <charconv>

#include "foley/core/nearest_name.hpp"
#include "foley/retrieval/average_precision.hpp"
#include "foley/retrieval/ndcg.hpp"
#include "foley/retrieval/precision.hpp"
#include "foley/retrieval/recall.hpp"
#include "foley/retrieval/reciprocal_rank.hpp"

namespace foley::retrieval {
namespace {

constexpr std::array kMeasures{
    Measure{"ndcg", "nDCG", "Are the best sounds first? Graded answers, discounted by rank.",
            "sum over the first k of grade / log2(rank + 1), divided by the same sum of the ideal "
            "order",
            "Järvelin & Kekäläinen, TOIS 2002",
            [](const JudgedRanking& r, std::int64_t k, double) { return ndcg(r, k); }},
    Measure{"recall", "Recall", "How many of all relevant sounds are within the first k?",
            "relevant within the first k / all relevant", "Cleverdon 1967; trec_eval recall",
            [](const JudgedRanking& r, std::int64_t k, double rel) { return recall(r, k, rel); }},
    Measure{
        "precision", "Precision", "How many of the first k are relevant?",
        "relevant within the first k / k", "Cleverdon 1967; trec_eval P",
        [](const JudgedRanking& r, std::int64_t k, double rel) { return precision(r, k, rel); }},
    Measure{
        "map", "AP", "Precision averaged over all relevant sounds.",
        "sum over relevant within the first k of precision at its rank, divided by all relevant",
        "Buckley & Voorhees 2005; trec_eval map_cut",
        [](const JudgedRanking& r, std::int64_t k, double rel) {
          return average_precision(r, k, rel);
        }},
    Measure{"mrr", "RR", "How soon does the first relevant sound come?",
            "1 / rank of the first relevant within the first k", "Voorhees, TREC-8, 1999",
            [](const JudgedRanking& r, std::int64_t k, double rel) {
              return reciprocal_rank(r, k, rel);
            }},
};

std::string known_names() {
  std::string names;
  for (const Measure& measure : kMeasures) {
    names += (names.empty() ? "" : ", ") + std::string(measure.name);
  }
  return names;
}

}  // namespace

std::span<const Measure> measures() { return kMeasures; }

const Measure* find_measure(std::string_view name) {
  for (const Measure& measure : kMeasures) {
    if (measure.name == name) {
      return &measure;
    }
  }
  return nullptr;
}

Result<Metric> parse_metric(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::string_view name = text.substr(0, at);
  Error error{.kind = ErrorKind::unknown_name, .item = "metric '" + std::string(text) + "'"};
  const Measure* measure = find_measure(name);
  if (measure == nullptr) {
    std::vector<std::string_view> known;
    known.reserve(kMeasures.size());
    for (const Measure& each : kMeasures) {
      known.push_back(each.name);
    }
    const auto nearest = nearest_name(name, known);
    error.problem = "there is no measure '" + std::string(name) + "'";
    error.advice = nearest ? "did you mean '" + *nearest + "'? (known: " + known_names() + ")"
                           : "known measures: " + known_names();
    return fail(error);
  }
  Metric metric{measure, kDefaultCutoff, std::string(text)};
  if (at == std::string_view::npos) {
    metric.name += "@" + std::to_string(kDefaultCutoff);
    return metric;
  }
  const std::string_view digits = text.substr(at + 1);
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), metric.k);
  if (code != std::errc{} || end != digits.data() + digits.size() || metric.k < 1) {
    error.problem = "the cut-off '" + std::string(digits) + "' is not a whole number from 1 on";
    error.advice = "write it like " + std::string(name) + "@10";
    return fail(error);
  }
  // One metric, one name: `ndcg@010` is `ndcg@10`.
  metric.name = std::string(name) + "@" + std::to_string(metric.k);
  return metric;
}

std::vector<Metric> default_metrics(std::int64_t k) {
  std::vector<Metric> metrics;
  for (const std::string_view name : {"ndcg", "recall", "map", "mrr"}) {
    metrics.push_back({find_measure(name), k, std::string(name) + "@" + std::to_string(k)});
  }
  return metrics;
}

}  // namespace foley::retrieval
