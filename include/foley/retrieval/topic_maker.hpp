#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/retrieval/column.hpp"
#include "foley/retrieval/grouped.hpp"
#include "foley/retrieval/judged_ranking.hpp"
#include "foley/retrieval/sampled_qrels.hpp"
#include "foley/retrieval/topic.hpp"

namespace foley::retrieval {

/// What the Topic of a TopicMaker looks into; one a thread.
struct TopicStorage {
  std::vector<Hit> hits;
  std::vector<double> grades;
  std::vector<double> ideal;
  GroupedRanking grouped;
  SampledRanking sampled;
};

/// Judgments that are no plain grades, prepared for a JudgedRun: the run is judged against
/// `places`, which names every document of a topic with its place as its grade, so that the hits
/// say which document stands where; `make` turns such a ranking into the topic that a measure sees.
/// What it was made from must outlive it.
struct TopicMaker {
  Evidence evidence = Evidence::graded;
  Qrels places;
  std::function<Topic(std::size_t topic, const JudgedRanking& ranking, TopicStorage& storage)> make;
};

/// The table that names each document of `topics` (with `query` and `docs`) with its place as its
/// grade.
template <class Topics>
[[nodiscard]] Qrels places_of(const Topics& topics) {
  Qrels places;
  for (const auto& topic : topics) {
    places.add_query(topic.query);
    for (std::size_t i = 0; i < topic.docs.size(); ++i) {
      places.add(topic.docs[i], static_cast<double>(i));
    }
  }
  return places;
}

/// For judges or subtopics. The plain grade of a document is the greatest that any group gave it.
[[nodiscard]] TopicMaker topic_maker(const GroupedQrels& qrels);

/// For a sampled pool. The plain grade of a document is its own; -1 outside the sample.
[[nodiscard]] TopicMaker topic_maker(const SampledQrels& qrels);

}  // namespace foley::retrieval
