#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/retrieval/judged_ranking.hpp"
#include "foley/retrieval/ranking_builder.hpp"
#include "foley/retrieval/topic_set.hpp"

namespace foley::retrieval {

/// A document of the row that the qrels name.
struct Found {
  std::size_t judgment = 0;  ///< Its place in TopicSet::judged.
  std::size_t position = 0;  ///< Its place in the row.
};

/// A whole run seen through the judgments: for each topic of a TopicSet the hits and the length of
/// the ranking, nothing else. However long the run, this is as small as the qrels.
class JudgedRun {
 public:
  /// What a topic got.
  struct Row {
    bool answered = false;      ///< The run holds the topic.
    std::size_t returned = 0;   ///< Documents in the run, before any option.
    std::size_t retrieved = 0;  ///< Length of the ranking after the options.
    std::size_t begin = 0;      ///< First hit.
    std::size_t end = 0;        ///< Behind the last hit.
  };

  /// A run that answers nothing yet.
  explicit JudgedRun(std::size_t topics) : rows_(topics) {}

  std::string tag;  ///< Run tag, the last one of several; empty without one.
  std::vector<std::string> unjudged_queries;  ///< Queries of the run without judgments, in order.

  [[nodiscard]] const Row& row(std::size_t topic) const { return rows_[topic]; }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

  /// Number of topics that the run answers.
  [[nodiscard]] std::size_t answered() const;

  /// The ranking of a topic; empty (nothing retrieved) when the run does not answer it.
  [[nodiscard]] JudgedRanking ranking(const TopicSet& topics, std::size_t topic) const;

  /// Takes the row of a topic. `hits` are sorted and cut already.
  void add(std::size_t topic, std::size_t returned, std::size_t retrieved,
           std::span<const Hit> hits);

 private:
  std::vector<Row> rows_;
  std::vector<Hit> hits_;
};

/// Ranks the documents of one row after the other that were judged; keeps its memory.
class RowJudge {
 public:
  RowJudge(const TopicSet& topics, RankingOptions options) : topics_(topics), options_(options) {}

  /// Hits of a row in the order of their ranks, depth and judged_only applied. They hold until the
  /// next call.
  std::span<const Hit> hits(std::size_t topic, std::span<const double> scores, const RowIds& ids,
                            std::span<const Found> found);

  /// Length of the ranking of the last call.
  [[nodiscard]] std::size_t retrieved() const { return retrieved_; }

 private:
  const TopicSet& topics_;
  RankingOptions options_;
  std::vector<std::size_t> positions_;
  std::vector<Place> places_;
  std::vector<Hit> hits_;
  std::size_t retrieved_ = 0;
};

/// Judges a run that is held as a table.
[[nodiscard]] JudgedRun judge_run(const Run& run, const TopicSet& topics, RankingOptions options);

}  // namespace foley::retrieval
