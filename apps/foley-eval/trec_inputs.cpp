#include "trec_inputs.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <thread>

#include "context.hpp"
#include "foley/core/printable.hpp"
#include "foley/io/grouped_qrels.hpp"
#include "foley/io/rankings.hpp"
#include "foley/io/trec_prefs.hpp"
#include "foley/retrieval/topic_maker.hpp"

namespace foley::app {
namespace {

// The topic of -D level.topic; empty when all are wanted.
std::string only_topic(const std::string& debug) {
  const std::size_t dot = debug.find('.');
  return dot == std::string::npos ? std::string() : debug.substr(dot + 1);
}

}  // namespace

retrieval::Evidence trec_evidence(const std::string& rel_format) {
  if (rel_format == "qrels") {
    return retrieval::Evidence::graded;
  }
  if (rel_format == "qrels_jg") {
    return retrieval::Evidence::grouped;
  }
  if (rel_format == "prefs" || rel_format == "qrels_prefs") {
    return retrieval::Evidence::preferences;
  }
  throw Failure{"there is no format '" + printable(rel_format, 80) +
                    "' for -R; write qrels, qrels_jg, prefs or qrels_prefs",
                kBadInput};
}

TrecTopics::TrecTopics(const TrecArguments& arguments) : arguments_(arguments) {
  read_qrels();
  read_run();
  const std::string only = only_topic(arguments_.debug);
  for (std::size_t topic = 0; topic < topics_->size(); ++topic) {
    if (only.empty() || topics_->id(topic) == only) {
      order_.push_back(topic);
    }
  }
  if (order_.empty()) {
    throw Failure{"-D names the topic '" + printable(only, 80) + "', which the qrels lack",
                  kBadInput};
  }
  std::sort(order_.begin(), order_.end(),
            [&](std::size_t a, std::size_t b) { return topics_->id(a) < topics_->id(b); });
}

void TrecTopics::read_qrels() {
  switch (trec_evidence(arguments_.rel_format)) {
    case retrieval::Evidence::grouped:
      grouped_ = value_or_fail(io::load_grouped_qrels(arguments_.qrels));
      qrels_ = std::make_unique<const Qrels>(retrieval::places_of(grouped_.topics));
      break;
    case retrieval::Evidence::preferences:
      preferences_ = value_or_fail(io::load_trec_prefs(
          arguments_.qrels, arguments_.rel_format == "prefs" ? io::PrefsFormat::prefs
                                                             : io::PrefsFormat::qrels_prefs));
      qrels_ = std::make_unique<const Qrels>(retrieval::places_of(preferences_.topics));
      break;
    default:
      qrels_ = std::make_unique<Qrels>(value_or_fail(io::load_qrels(arguments_.qrels)).table);
  }
  topics_ = std::make_unique<retrieval::TopicSet>(*qrels_);
}

void TrecTopics::read_run() {
  const retrieval::Evidence evidence = trec_evidence(arguments_.rel_format);
  io::RunReading reading;
  // trec_eval orders equal scores by id downwards, but upwards where it looks at preferences.
  reading.ranking.ties = evidence == retrieval::Evidence::preferences ? retrieval::TieRule::id_asc
                                                                      : retrieval::TieRule::id_desc;
  if (arguments_.depth >= 0) {
    reading.ranking.depth = arguments_.depth;
  }
  // Several judges differ in what they judged: their measures apply -J themselves.
  reading.ranking.judged_only = arguments_.judged_only && evidence == retrieval::Evidence::graded;
  reading.float_scores = arguments_.compat == 9;
  reading.check_tag = false;
  reading.check_ranks = false;
  reading.threads = std::max(1U, std::thread::hardware_concurrency());
  run_ = std::make_unique<retrieval::JudgedRun>(
      value_or_fail(io::load_judged_run(arguments_.run, *topics_, reading)).run);
  if (run_->answered() == 0) {
    const Error error{.kind = ErrorKind::bad_value,
                      .source = arguments_.run,
                      .problem = "no query of the run is judged in " + arguments_.qrels,
                      .advice = "do the ids of the queries match?",
                      .code = "FE-IO-16"};
    throw Failure{error.to_line(), error.exit_code()};
  }
}

std::int64_t TrecTopics::positive_judgments() const {
  std::int64_t count = 0;
  for (std::size_t topic = 0; topic < topics_->size(); ++topic) {
    for (const double grade : topics_->grades(topic)) {
      count += grade > 0.0 ? 1 : 0;
    }
  }
  return count;
}

std::vector<std::int64_t> TrecTopics::ranks(std::size_t topic) const {
  const retrieval::JudgedRanking ranking = run_->ranking(*topics_, topic);
  std::vector<std::int64_t> ranks(topics_->judged(topic).size(), 0);
  for (const retrieval::Hit& hit : ranking.hits()) {
    ranks[static_cast<std::size_t>(hit.grade)] = hit.rank;
  }
  return ranks;
}

void TrecTopics::see(std::size_t i, Known& known) const {
  const std::size_t topic = order_[i];
  known.topic = {};
  const bool missing = !answered(i);
  const std::size_t stand_in = arguments_.depth == 0 ? 0 : 1;
  switch (trec_evidence(arguments_.rel_format)) {
    case retrieval::Evidence::grouped: {
      const std::size_t retrieved = missing ? stand_in : run_->row(topic).retrieved;
      known.grouped = retrieval::grouped_ranking(grouped_.topics[topic], ranks(topic), retrieved);
      known.topic.grouped = &known.grouped;
      break;
    }
    case retrieval::Evidence::preferences:
      known.preferences = retrieval::preference_ranking(preferences_.topics[topic], ranks(topic));
      known.topic.preferences = &known.preferences;
      break;
    default:
      known.topic.graded = run_->ranking(*topics_, topic);
      if (missing) {
        known.topic.graded = {{},
                              topics_->grades(topic),
                              topics_->ideal(topic),
                              arguments_.judged_only ? 0 : stand_in};
      }
  }
}

}  // namespace foley::app
