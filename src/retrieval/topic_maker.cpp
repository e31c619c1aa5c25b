#include "foley/retrieval/topic_maker.hpp"

#include <algorithm>
#include <cmath>

#include "foley/retrieval/ranking_builder.hpp"

namespace foley::retrieval {
namespace {

// The plain view of a topic, whose grades are in the storage already.
JudgedRanking plain_view(const JudgedRanking& ranking, TopicStorage& storage) {
  storage.hits.clear();
  for (const Hit& hit : ranking.hits()) {
    storage.hits.push_back(hit);
    storage.hits.back().grade = storage.grades[static_cast<std::size_t>(hit.grade)];
  }
  ideal_order(storage.grades, storage.ideal);
  return {storage.hits, storage.grades, storage.ideal, ranking.retrieved()};
}

std::vector<std::int64_t> ranks_of(const JudgedRanking& ranking, std::size_t docs) {
  std::vector<std::int64_t> ranks(docs, 0);
  for (const Hit& hit : ranking.hits()) {
    ranks[static_cast<std::size_t>(hit.grade)] = hit.rank;
  }
  return ranks;
}

}  // namespace

TopicMaker topic_maker(const GroupedQrels& qrels) {
  const auto make = [&qrels](std::size_t t, const JudgedRanking& ranking, TopicStorage& storage) {
    const GroupedTopic& topic = qrels.topics[t];
    const std::size_t groups = topic.groups.size();
    storage.grades.assign(topic.docs.size(), -1.0);
    for (std::size_t i = 0; i < topic.grades.size(); ++i) {
      if (!std::isnan(topic.grades[i])) {
        double& best = storage.grades[i / groups];
        best = std::max(best, topic.grades[i]);
      }
    }
    storage.grouped =
        grouped_ranking(topic, ranks_of(ranking, topic.docs.size()), ranking.retrieved());
    return Topic{.graded = plain_view(ranking, storage), .grouped = &storage.grouped};
  };
  return {Evidence::grouped, places_of(qrels.topics), make};
}

TopicMaker topic_maker(const SampledQrels& qrels) {
  const auto make = [&qrels](std::size_t t, const JudgedRanking& ranking, TopicStorage& storage) {
    const SampledTopic& topic = qrels.topics[t];
    const std::vector<std::int64_t> ranks = ranks_of(ranking, topic.docs.size());
    storage.sampled.docs = topic.pool;
    storage.sampled.retrieved = ranking.retrieved();
    storage.grades.clear();
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      storage.sampled.docs[i].rank = ranks[i];
      storage.grades.push_back(topic.pool[i].grade);
    }
    return Topic{.graded = plain_view(ranking, storage), .sampled = &storage.sampled};
  };
  return {Evidence::sampled, places_of(qrels.topics), make};
}

}  // namespace foley::retrieval
