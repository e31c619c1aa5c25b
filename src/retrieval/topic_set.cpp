#include "foley/retrieval/topic_set.hpp"

#include "foley/retrieval/ranking_builder.hpp"

namespace foley::retrieval {

TopicSet::TopicSet(const Qrels& qrels) {
  topics_.reserve(qrels.size());
  std::vector<double> ideal;
  for (const Qrels::Row& row : qrels.rows()) {
    const std::span<const GradedDoc> judged = qrels.entries(row);
    index_.emplace(row.query, topics_.size());
    topics_.push_back({row.query, judged, grades_.size()});
    const std::size_t begin = grades_.size();
    for (const GradedDoc& doc : judged) {
      grades_.push_back(doc.grade);
    }
    ideal_order(std::span<const double>(grades_).subspan(begin), ideal);
    ideal_.insert(ideal_.end(), ideal.begin(), ideal.end());
  }
}

std::optional<std::size_t> TopicSet::find(std::string_view id) const {
  const auto at = index_.find(id);
  return at == index_.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace foley::retrieval
