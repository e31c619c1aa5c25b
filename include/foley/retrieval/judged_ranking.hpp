#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace foley::retrieval {

/// A document of the qrels that was retrieved.
struct Hit {
  double grade = 0.0;
  std::int64_t rank = 0;   ///< 1-based position in the ranking.
  std::int64_t above = 0;  ///< Documents with a better score.
  std::int64_t tied = 1;   ///< Documents with the same score, this one included.
};

/// A ranking seen through the judgments of its query: all that a measure needs, whatever the length
/// of the run. Documents that the qrels do not name only take up ranks. A view: what it was made
/// from (RankingBuilder, JudgedRun) must outlive it.
class JudgedRanking {
 public:
  JudgedRanking() = default;
  /// `hits` by rank; `grades` of all judged documents in the order of the qrels, `ideal` the same
  /// sorted downwards.
  JudgedRanking(std::span<const Hit> hits, std::span<const double> grades,
                std::span<const double> ideal, std::size_t retrieved)
      : hits_(hits), grades_(grades), ideal_(ideal), retrieved_(retrieved) {}

  /// Documents of the qrels that were retrieved, by rank.
  [[nodiscard]] std::span<const Hit> hits() const { return hits_; }

  /// Grades of all documents of the qrels, in their order. trec_eval's -1 (in the pool, but not
  /// judged) is among them.
  [[nodiscard]] std::span<const double> grades() const { return grades_; }

  /// Grades of all documents of the qrels, highest first: the ideal ranking. NaN grades come last.
  [[nodiscard]] std::span<const double> ideal() const { return ideal_; }

  /// Length of the ranking.
  [[nodiscard]] std::size_t retrieved() const { return retrieved_; }

  /// Number of documents of the qrels with a grade of at least `rel_level`.
  [[nodiscard]] std::size_t relevant(double rel_level) const;

 private:
  std::span<const Hit> hits_;
  std::span<const double> grades_;
  std::span<const double> ideal_;
  std::size_t retrieved_ = 0;
};

}  // namespace foley::retrieval
