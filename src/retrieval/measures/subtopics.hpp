#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "foley/retrieval/measures/diversity.hpp"

namespace foley::retrieval {

using GroupedDoc = GroupedRanking::Doc;

/// The subtopics of a topic that any document covers.
class Subtopics {
 public:
  Subtopics(const GroupedRanking& ranking, double rel);

  [[nodiscard]] std::size_t size() const { return groups_.size(); }
  /// Documents that cover the i-th subtopic.
  [[nodiscard]] std::size_t relevant(std::size_t i) const { return relevant_[i]; }
  [[nodiscard]] bool covers(const GroupedDoc& doc, std::size_t i) const {
    return doc.grades[groups_[i]] >= rel_;
  }

 private:
  double rel_;
  std::vector<std::size_t> groups_;
  std::vector<std::size_t> relevant_;
};

/// What each subtopic still gains.
class Novelty {
 public:
  Novelty(const Subtopics& subtopics, double alpha)
      : subtopics_(subtopics), kept_(1.0 - alpha), left_(subtopics.size(), 1.0) {}

  /// Gain of a document if it came next.
  [[nodiscard]] double gain(const GroupedDoc& doc) const;
  /// The same, and the document has come.
  double take(const GroupedDoc& doc);

 private:
  const Subtopics& subtopics_;
  double kept_;
  std::vector<double> left_;
};

/// Retrieved documents within the cut-off, by rank.
[[nodiscard]] std::vector<const GroupedDoc*> retrieved_docs(const GroupedRanking& ranking,
                                                            Cutoff cutoff);

/// The greedy ideal order, as long as documents gain anything and the cut-off lasts.
[[nodiscard]] std::vector<const GroupedDoc*> ideal_docs(const GroupedRanking& ranking,
                                                        const Subtopics& subtopics, double alpha,
                                                        Cutoff cutoff);

/// Sum of `weight(rank) * gain` over documents with the ranks `rank_of(i, doc)`.
template <class RankOf, class Weight>
double novelty_sum(const std::vector<const GroupedDoc*>& docs, const Subtopics& subtopics,
                   double alpha, RankOf rank_of, Weight weight) {
  Novelty novelty(subtopics, alpha);
  double sum = 0.0;
  for (std::size_t i = 0; i < docs.size(); ++i) {
    sum += novelty.take(*docs[i]) * weight(rank_of(i, *docs[i]));
  }
  return sum;
}

/// The sum over the run.
template <class Weight>
double run_novelty(const GroupedRanking& ranking, const Subtopics& subtopics, double alpha,
                   Cutoff cutoff, Weight weight) {
  return novelty_sum(
      retrieved_docs(ranking, cutoff), subtopics, alpha,
      [](std::size_t, const GroupedDoc& doc) { return doc.rank; }, weight);
}

/// The sum over the ideal order.
template <class Weight>
double ideal_novelty(const GroupedRanking& ranking, const Subtopics& subtopics, double alpha,
                     Cutoff cutoff, Weight weight) {
  return novelty_sum(
      ideal_docs(ranking, subtopics, alpha, cutoff), subtopics, alpha,
      [](std::size_t i, const GroupedDoc&) { return static_cast<std::int64_t>(i) + 1; }, weight);
}

/// The sum over `depth` documents that all cover every subtopic.
template <class Weight>
double saturated_novelty(const Subtopics& subtopics, double alpha, std::int64_t depth,
                         Weight weight) {
  double sum = 0.0;
  double gain = static_cast<double>(subtopics.size());
  for (std::int64_t rank = 1; rank <= depth; ++rank) {
    sum += gain * weight(rank);
    gain *= 1.0 - alpha;
  }
  return sum;
}

/// The cut-off, or the length of the run.
inline std::int64_t depth_of(const GroupedRanking& ranking, Cutoff cutoff) {
  return cutoff.value().value_or(static_cast<std::int64_t>(ranking.retrieved));
}

}  // namespace foley::retrieval
