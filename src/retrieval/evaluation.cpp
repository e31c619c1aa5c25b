#include "foley/retrieval/evaluation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "foley/core/number_text.hpp"
#include "foley/core/parallel.hpp"

namespace foley::retrieval {
namespace {

constexpr std::array<std::pair<std::string_view, Universe>, 4> kUniverses{
    {{"qrels", Universe::qrels},
     {"run", Universe::run},
     {"both", Universe::both},
     {"union", Universe::all}}};

// trec_eval's floor under a geometric mean, so that one zero does not make it zero.
constexpr double kGeometricFloor = 0.00001;

// A topic to compute: its number in the set, or none for one without judgments.
using Chosen = std::vector<std::optional<std::size_t>>;

// Rounding may carry a value beyond its bound by this much.
constexpr double kSlack = 1e-9;

bool possible(const Column& column, double value) {
  return value >= column.least - kSlack && value <= column.greatest + kSlack;
}

Error impossible(const Column& column, std::string_view topic, double value) {
  return {
      .kind = ErrorKind::bad_value,
      .item = "topic '" + std::string(topic) + "'",
      .field = column.name,
      .problem = std::isnan(value) ? "the value is not a number"
                                   : "the value " + shortest_text(value) + " is not possible",
      .advice =
          "look at the grades of this topic; nDCG@k takes negative ones for 0, ndcg@k does not"};
}

// A topic without judgments is an empty ranking of every kind.
Topic topic_of(const TopicSet& topics, const JudgedRun& run, std::optional<std::size_t> topic,
               const TopicMaker* maker, TopicStorage& storage) {
  if (topic) {
    const JudgedRanking ranking = run.ranking(topics, *topic);
    return maker == nullptr ? Topic{ranking} : maker->make(*topic, ranking, storage);
  }
  storage.grouped = {};
  storage.sampled = {};
  return {.graded = {}, .grouped = &storage.grouped, .sampled = &storage.sampled};
}

Error other_evidence(const Column& column) {
  const char* advice = "give preferences: foley-eval trec -R prefs";
  if (column.evidence == Evidence::grouped) {
    advice = "give qrels whose second field is the subtopic, and say so: --judgments subtopics";
  } else if (column.evidence == Evidence::sampled) {
    advice = "give a sampled pool, and say so: --judgments strata or --judgments prels";
  }
  return {.kind = ErrorKind::bad_value,
          .item = "measure '" + column.name + "'",
          .problem = "it needs other judgments than these",
          .advice = advice};
}

}  // namespace

std::string_view to_string(Universe universe) {
  for (const auto& [name, each] : kUniverses) {
    if (each == universe) {
      return name;
    }
  }
  return "";
}

std::optional<Universe> parse_universe(std::string_view name) {
  for (const auto& [each, universe] : kUniverses) {
    if (each == name) {
      return universe;
    }
  }
  return std::nullopt;
}

double aggregate(Aggregate how, std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  if (how == Aggregate::topics) {
    return n;
  }
  if (values.empty() || how == Aggregate::none) {
    return 0.0;
  }
  double sum = 0.0;
  for (const double value : values) {
    sum += how == Aggregate::geometric_mean  ? std::log(std::max(value, kGeometricFloor))
           : how == Aggregate::error_of_mean ? value * value
                                             : value;
  }
  if (how == Aggregate::error_of_mean) {
    return std::sqrt(sum) / n;
  }
  if (how == Aggregate::sum) {
    return sum;
  }
  return how == Aggregate::geometric_mean ? std::exp(sum / n) : sum / n;
}

Result<Evaluation> evaluate(const TopicSet& topics, const JudgedRun& run,
                            std::span<const Column> columns, Universe universe, unsigned threads,
                            const TopicMaker* maker) {
  Evaluation out;
  out.run = run.tag;
  out.universe = universe;
  for (const Column& column : columns) {
    if (column.evidence != Evidence::graded &&
        (maker == nullptr || column.evidence != maker->evidence)) {
      return fail(other_evidence(column));
    }
    out.columns.push_back(column.name);
    out.kinds.push_back(column.kind);
    out.aggregates.push_back(column.aggregate);
  }
  Chosen chosen;
  for (std::size_t t = 0; t < topics.size(); ++t) {
    const bool answered = run.row(t).answered;
    if (!answered) {
      out.unanswered.emplace_back(topics.id(t));
    }
    if (answered || universe == Universe::qrels || universe == Universe::all) {
      chosen.emplace_back(t);
      out.topics.emplace_back(topics.id(t));
    }
  }
  out.unjudged = run.unjudged_queries;
  if (universe == Universe::run || universe == Universe::all) {
    chosen.insert(chosen.end(), out.unjudged.size(), std::nullopt);
    out.topics.insert(out.topics.end(), out.unjudged.begin(), out.unjudged.end());
  }
  out.values.assign(columns.size(), std::vector<double>(chosen.size()));
  constexpr std::size_t kBlock = 256;
  parallel_for((chosen.size() + kBlock - 1) / kBlock, threads, [&](std::size_t block) {
    const std::size_t end = std::min(chosen.size(), (block + 1) * kBlock);
    TopicStorage storage;
    for (std::size_t i = block * kBlock; i < end; ++i) {
      const Topic topic = topic_of(topics, run, chosen[i], maker, storage);
      for (std::size_t c = 0; c < columns.size(); ++c) {
        out.values[c][i] = columns[c].value ? columns[c].value(topic) : 0.0;
      }
    }
  });
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (!possible(columns[c], out.values[c][i])) {
        return fail(impossible(columns[c], out.topics[i], out.values[c][i]));
      }
    }
    out.summary.push_back(aggregate(columns[c].aggregate, out.values[c]));
  }
  return out;
}

}  // namespace foley::retrieval
