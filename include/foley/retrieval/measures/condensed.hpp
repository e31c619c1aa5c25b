#pragma once

#include <vector>

#include "foley/retrieval/topic.hpp"

namespace foley::retrieval {

/// A topic seen without its unjudged documents (grade below 0 or not in the qrels): those behind
/// move up. Owns what it shows; the source must outlive it.
///
/// Of graded judgments the negative grades go too, as with trec_eval -J. Of grouped judgments every
/// document that a group judged stays, whatever its grade. Sampled judgments and preferences are
/// handed on as they are.
class CondensedTopic {
 public:
  explicit CondensedTopic(const Topic& topic);
  CondensedTopic(const CondensedTopic&) = delete;
  CondensedTopic(CondensedTopic&&) = delete;
  CondensedTopic& operator=(const CondensedTopic&) = delete;
  CondensedTopic& operator=(CondensedTopic&&) = delete;
  ~CondensedTopic() = default;

  [[nodiscard]] const Topic& topic() const { return topic_; }

 private:
  Topic topic_;
  std::vector<Hit> hits_;
  GroupedRanking grouped_;
};

}  // namespace foley::retrieval
