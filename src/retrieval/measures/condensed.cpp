#include "foley/retrieval/measures/condensed.hpp"

#include <algorithm>

#include "foley/retrieval/ranking_builder.hpp"

namespace foley::retrieval {
namespace {

GroupedRanking without_unjudged(const GroupedRanking& grouped) {
  GroupedRanking out = grouped;
  std::vector<GroupedRanking::Doc*> found;
  for (GroupedRanking::Doc& doc : out.docs) {
    if (doc.rank > 0) {
      found.push_back(&doc);
    }
  }
  std::sort(found.begin(), found.end(),
            [](const auto* a, const auto* b) { return a->rank < b->rank; });
  std::int64_t rank = 0;
  for (GroupedRanking::Doc* doc : found) {
    rank += 1;
    doc->rank = rank;
  }
  out.retrieved = found.size();
  return out;
}

}  // namespace

CondensedTopic::CondensedTopic(const Topic& topic)
    : topic_(topic), hits_(topic.graded.hits().begin(), topic.graded.hits().end()) {
  const std::size_t left = apply_options({.judged_only = true}, topic.graded.retrieved(), hits_);
  topic_.graded = JudgedRanking(hits_, topic.graded.grades(), topic.graded.ideal(), left);
  if (topic.grouped != nullptr) {
    grouped_ = without_unjudged(*topic.grouped);
    topic_.grouped = &grouped_;
  }
}

}  // namespace foley::retrieval
