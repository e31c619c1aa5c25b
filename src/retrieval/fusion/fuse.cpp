#include "foley/retrieval/fusion/fuse.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "foley/core/number_text.hpp"
#include "foley/retrieval/ranking.hpp"

namespace foley::retrieval {
namespace {

Error bad_value(std::string problem, std::string advice) {
  return {.kind = ErrorKind::bad_value, .problem = std::move(problem), .advice = std::move(advice)};
}

std::string where(std::size_t run, std::string_view query) {
  return "run " + std::to_string(run + 1) + ", query '" + std::string(query) + "'";
}

// All query ids of all runs, ascending, each once.
std::vector<std::string_view> queries_of(std::span<const Run* const> runs) {
  std::vector<std::string_view> queries;
  for (const Run* run : runs) {
    for (const auto& row : run->rows()) {
      queries.push_back(row.query);
    }
  }
  std::sort(queries.begin(), queries.end());
  queries.erase(std::unique(queries.begin(), queries.end()), queries.end());
  return queries;
}

// A row in the order of its ranks, or what is wrong with it.
Result<std::vector<ScoredDoc>> ranked(std::span<const ScoredDoc> row, std::size_t run,
                                      std::string_view query) {
  std::vector<ScoredDoc> docs(row.begin(), row.end());
  for (const ScoredDoc& doc : docs) {
    if (!std::isfinite(doc.score)) {
      Error error = bad_value("the score of document '" + std::string(doc.id) + "' is not finite",
                              "give every document a finite score");
      error.item = where(run, query);
      return fail(std::move(error));
    }
  }
  std::sort(docs.begin(), docs.end(), ranked_before);
  return docs;
}

class TopicBuilder {
 public:
  explicit TopicBuilder(std::span<const Run* const> runs) : runs_(runs), rows_(runs.size()) {}

  // Fills `topic_` with the query's lists, scores as in the runs.
  Result<void> load(std::string_view query) {
    topic_.docs.clear();
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      auto row = ranked(runs_[run]->find(query), run, query);
      if (!row) {
        return fail(std::move(row.error()));
      }
      rows_[run] = std::move(*row);
      for (const ScoredDoc& doc : rows_[run]) {
        topic_.docs.push_back(doc.id);
      }
    }
    std::sort(topic_.docs.begin(), topic_.docs.end());
    topic_.docs.erase(std::unique(topic_.docs.begin(), topic_.docs.end()), topic_.docs.end());
    topic_.lists.assign(runs_.size(), {});
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      if (auto listed = list(run, query); !listed) {
        return listed;
      }
    }
    return {};
  }

  void normalise(const Normalisation& normalisation) {
    std::vector<double> scores;
    for (auto& list : topic_.lists) {
      scores.clear();
      for (const FusionEntry& entry : list) {
        scores.push_back(entry.score);
      }
      normalisation.apply(scores, topic_.docs.size());
      for (std::size_t i = 0; i < list.size(); ++i) {
        list[i].score = scores[i];
      }
      if (normalisation.unranked != nullptr && !list.empty()) {
        add_unranked(list, normalisation.unranked(list.size(), topic_.docs.size()));
      }
    }
  }

  [[nodiscard]] const FusionTopic& topic() const { return topic_; }

 private:
  Result<void> list(std::size_t run, std::string_view query) {
    std::vector<bool> seen(topic_.docs.size(), false);
    auto& list = topic_.lists[run];
    list.reserve(rows_[run].size());
    for (const ScoredDoc& doc : rows_[run]) {
      const auto at = std::lower_bound(topic_.docs.begin(), topic_.docs.end(), doc.id);
      const auto index = static_cast<std::size_t>(at - topic_.docs.begin());
      if (seen[index]) {
        return fail({.kind = ErrorKind::duplicate,
                     .item = where(run, query),
                     .problem = "the document '" + std::string(doc.id) + "' is there twice",
                     .advice = "remove one of them"});
      }
      seen[index] = true;
      list.push_back({index, doc.score});
    }
    return {};
  }

  void add_unranked(std::vector<FusionEntry>& list, double score) const {
    std::vector<bool> seen(topic_.docs.size(), false);
    for (const FusionEntry& entry : list) {
      seen[entry.doc] = true;
    }
    for (std::size_t d = 0; d < seen.size(); ++d) {
      if (!seen[d]) {
        list.push_back({d, score});
      }
    }
  }

  std::span<const Run* const> runs_;
  std::vector<std::vector<ScoredDoc>> rows_;
  FusionTopic topic_;
};

std::optional<Error> overflow_in(const std::vector<double>& fused, const FusionTopic& topic,
                                 std::string_view query) {
  const auto wrong =
      std::find_if(fused.begin(), fused.end(), [](double score) { return !std::isfinite(score); });
  if (wrong == fused.end()) {
    return std::nullopt;
  }
  const auto doc = topic.docs[static_cast<std::size_t>(wrong - fused.begin())];
  Error error = bad_value(
      "the fused score of document '" + std::string(doc) + "' is beyond the largest number",
      "normalise the scores, for example with min-max");
  error.item = "query '" + std::string(query) + "'";
  return error;
}

void add_best(Run& out, const std::vector<double>& fused, const FusionTopic& topic,
              std::size_t depth) {
  // Indices of documents ascend with their ids.
  std::vector<std::size_t> order(fused.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return fused[a] != fused[b] ? fused[a] > fused[b] : a < b;
  });
  order.resize(std::min(order.size(), depth));
  for (const std::size_t d : order) {
    out.add(topic.docs[d], fused[d] + 0.0);  // -0.0 + 0.0 is 0.0
  }
}

}  // namespace

Result<void> check_plan(const FusionPlan& plan, std::size_t runs) {
  const FusionMethod& method = *plan.method;
  const FusionParameters& parameters = plan.parameters;
  const std::string name(method.name);
  if (!(parameters.k >= 0.0) || !std::isfinite(parameters.k)) {
    return fail(bad_value("k is " + shortest_text(parameters.k) + ", not a finite number from 0 on",
                          "the usual k is 60"));
  }
  if (parameters.weights.empty() && method.needs_weights) {
    return fail(bad_value(name + " needs weights", "give one weight a run, or use combsum"));
  }
  if (!parameters.weights.empty() && !method.takes_weights) {
    return fail(bad_value(name + " takes no weights", "leave them out, or use wsum or rrf"));
  }
  if (!parameters.weights.empty() && parameters.weights.size() != runs) {
    return fail(bad_value(std::to_string(parameters.weights.size()) + " weights for " +
                              std::to_string(runs) + " runs",
                          "give one weight a run, in their order"));
  }
  for (const double weight : parameters.weights) {
    if (!std::isfinite(weight)) {
      return fail(bad_value("a weight is " + shortest_text(weight), "weights are finite numbers"));
    }
  }
  return {};
}

Result<Run> fuse_runs(std::span<const Run* const> runs, const FusionPlan& plan) {
  if (plan.method == nullptr || runs.empty()) {
    throw std::invalid_argument("a fusion needs a method and at least one run");
  }
  if (auto fits = check_plan(plan, runs.size()); !fits) {
    return fail(std::move(fits.error()));
  }
  const Normalisation& normalisation =
      plan.normalisation != nullptr ? *plan.normalisation : normalisations().front();
  Run out;
  TopicBuilder builder(runs);
  std::vector<double> fused;
  for (const std::string_view query : queries_of(runs)) {
    if (auto loaded = builder.load(query); !loaded) {
      return fail(std::move(loaded.error()));
    }
    if (plan.method->uses_scores) {
      builder.normalise(normalisation);
    }
    plan.method->fuse(builder.topic(), plan.parameters, fused);
    if (auto error = overflow_in(fused, builder.topic(), query)) {
      return fail(std::move(*error));
    }
    out.add_query(query);
    add_best(out, fused, builder.topic(), plan.depth);
  }
  return out;
}

}  // namespace foley::retrieval
