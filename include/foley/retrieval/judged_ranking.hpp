#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/retrieval/ranking.hpp"

namespace foley::retrieval {

/// A judged document that was retrieved.
struct Hit {
  std::int64_t rank = 0;  ///< 1-based position in the full ranking.
  double grade = 0.0;
};

/// A ranking seen through the judgments of its query: all that a measure needs, whatever the length
/// of the run. Unjudged documents only take up ranks; their gain is 0.
class JudgedRanking {
 public:
  /// Builds from the query's judgments and the run row. Ids are unique within each.
  void assign(std::span<const GradedDoc> judged, std::span<const ScoredDoc> row);

  /// Builds from judgments whose scores were looked up already: `found[i]` is the retrieved
  /// document of the judgment `found_index[i]`; `scores` and `ids` are the whole row's.
  void assign_found(std::span<const GradedDoc> judged, std::span<const std::size_t> found_index,
                    std::span<const ScoredDoc> found, std::span<const double> scores,
                    const RowIds& ids);

  /// Judged documents that were retrieved, by rank.
  [[nodiscard]] std::span<const Hit> hits() const { return hits_; }

  /// Grades of all judged documents, in the order of the qrels.
  [[nodiscard]] std::span<const double> grades() const { return grades_; }

  /// Grades of all judged documents, highest first: the ideal ranking. NaN grades come last.
  [[nodiscard]] std::span<const double> ideal() const { return ideal_; }

  /// Length of the run row.
  [[nodiscard]] std::size_t retrieved() const { return retrieved_; }

  /// Number of judged documents with a grade of at least `rel_level`.
  [[nodiscard]] std::size_t relevant(double rel_level) const;

  /// 1-based rank of the judged document with the highest grade (the first of the qrels on equal
  /// grades); 0 when it was not retrieved or nothing is judged.
  [[nodiscard]] std::int64_t rank_of_top() const { return rank_of_top_; }

  /// The best rank that any judged document with the highest grade holds; 0 when none was
  /// retrieved.
  [[nodiscard]] std::int64_t best_rank_of_top() const { return best_rank_of_top_; }

 private:
  void look_up(std::span<const GradedDoc> judged, std::span<const ScoredDoc> row);

  std::vector<Hit> hits_;
  std::vector<double> grades_;
  std::vector<double> ideal_;
  std::size_t retrieved_ = 0;
  std::int64_t rank_of_top_ = 0;
  std::int64_t best_rank_of_top_ = 0;
  // Scratch, kept to spare an allocation a query.
  std::vector<std::size_t> found_index_;
  std::vector<ScoredDoc> found_;
  std::vector<std::int64_t> ranks_;
  std::vector<double> scores_;
};

}  // namespace foley::retrieval
