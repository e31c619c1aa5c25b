#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "foley/io/judged_run.hpp"
#include "foley/retrieval/column.hpp"
#include "foley/retrieval/grouped.hpp"
#include "foley/retrieval/topic_set.hpp"
#include "foley/retrieval/trec/preferences.hpp"

namespace foley::app {

/// What `foley-eval trec` was told.
struct TrecArguments {
  std::string qrels;
  std::string run;
  std::vector<std::string> measures;
  bool per_topic = false;       // -q
  bool all_topics = false;      // -c
  bool no_summary = false;      // -n
  std::int64_t level = 1;       // -l
  std::int64_t depth = -1;      // -M; -1: all
  std::int64_t collection = 0;  // -N
  bool judged_only = false;     // -J
  std::string rel_format = "qrels";
  std::string results_format = "trec_results";
  std::string zscores;
  std::string debug;  // -D level[.topic]
  int compat = 10;
  bool old_format = false;  // -o, which has no effect
  bool help = false;
  bool version = false;
};

/// The topics of an evaluation, by id, with what the run did for each.
class TrecTopics {
 public:
  /// Reads both files. Ends the command when one is refused or no topic is in both.
  explicit TrecTopics(const TrecArguments& arguments);

  [[nodiscard]] std::size_t size() const { return order_.size(); }
  [[nodiscard]] std::string_view id(std::size_t i) const { return topics_->id(order_[i]); }
  [[nodiscard]] bool answered(std::size_t i) const { return run_->row(order_[i]).answered; }
  [[nodiscard]] const std::string& tag() const { return run_->tag; }

  /// Judgments above 0 in all topics, also those that -D leaves out.
  [[nodiscard]] std::int64_t positive_judgments() const;

  /// What is known of a topic; the parts live as long as this object and the returned value.
  struct Known {
    retrieval::Topic topic;
    retrieval::GroupedRanking grouped;
    retrieval::PreferenceRanking preferences;
  };

  /// Fills `known` for a topic. One that the run lacks is seen as trec_eval sees it: as if one
  /// document had been retrieved that nobody judged.
  void see(std::size_t i, Known& known) const;

 private:
  void read_qrels();
  void read_run();
  [[nodiscard]] std::vector<std::int64_t> ranks(std::size_t topic) const;

  const TrecArguments& arguments_;
  retrieval::GroupedQrels grouped_;
  retrieval::PreferenceQrels preferences_;
  // For grouped judgments and preferences: a document's grade is its place in the topic, so that
  // the hits say which documents they are.
  std::unique_ptr<const Qrels> qrels_;
  std::unique_ptr<const retrieval::TopicSet> topics_;
  std::unique_ptr<const retrieval::JudgedRun> run_;
  std::vector<std::size_t> order_;
};

/// Kind of judgments that -R names; ends the command when there is no such format.
[[nodiscard]] retrieval::Evidence trec_evidence(const std::string& rel_format);

}  // namespace foley::app
