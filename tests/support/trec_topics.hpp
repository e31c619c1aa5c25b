#pragma once

#include <string>
#include <string_view>

#include "foley/retrieval/ranking_builder.hpp"
#include "foley/retrieval/trec/measures.hpp"
#include "support/rows.hpp"

namespace foley::testing {

/// One topic as trec_eval sees it: ties by id, descending.
class TrecTopic {
 public:
  TrecTopic(Row qrels, Row run, retrieval::RankingOptions options = {})
      : qrels_(std::move(qrels)), run_(std::move(run)), builder_(by_id_desc(options)) {
    builder_.assign(entries_of<GradedDoc>(qrels_), entries_of<ScoredDoc>(run_));
  }

  [[nodiscard]] retrieval::Topic topic() const {
    retrieval::Topic topic;
    topic.graded = builder_.ranking();
    return topic;
  }

  /// Value of a reported name.
  [[nodiscard]] double value(std::string_view name,
                             const retrieval::trec::Options& options = {}) const {
    return retrieval::trec::parse_column(name, options).value().value(topic());
  }

 private:
  static retrieval::RankingOptions by_id_desc(retrieval::RankingOptions options) {
    options.ties = retrieval::TieRule::id_desc;
    return options;
  }

  Row qrels_;
  Row run_;
  retrieval::RankingBuilder builder_;
};

}  // namespace foley::testing
