#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/retrieval/judged_ranking.hpp"
#include "foley/retrieval/ranking.hpp"

namespace foley::retrieval {

/// How a run row becomes a ranking.
struct RankingOptions {
  TieRule ties = TieRule::id_asc;
  /// Only the first `depth` documents count (trec_eval -M).
  std::int64_t depth = std::numeric_limits<std::int64_t>::max();
  /// Documents without a judgment (not in the qrels, or with a negative grade) are taken out after
  /// the cut at `depth`, and those behind them move up (trec_eval -J).
  bool judged_only = false;
};

/// Grades sorted downwards, NaN last: the ideal ranking.
void ideal_order(std::span<const double> grades, std::vector<double>& ideal);

/// Applies depth and judged_only to hits (any order) of a row of `retrieved` documents, and sorts
/// them by rank. Returns the length of the ranking that is left.
std::size_t apply_options(const RankingOptions& options, std::size_t retrieved,
                          std::vector<Hit>& hits);

/// Makes the JudgedRanking of one query after the other, reusing its memory. The ranking is a view
/// into the builder: it holds until the next assign.
class RankingBuilder {
 public:
  explicit RankingBuilder(RankingOptions options = {}) : options_(options) {}
  RankingBuilder(RankingBuilder&&) noexcept = default;
  RankingBuilder& operator=(RankingBuilder&&) noexcept = default;
  // The ranking of a copy would look into the original.
  RankingBuilder(const RankingBuilder&) = delete;
  RankingBuilder& operator=(const RankingBuilder&) = delete;
  ~RankingBuilder() = default;

  /// Builds from the query's judgments and the run row. Ids are unique within each.
  const JudgedRanking& assign(std::span<const GradedDoc> judged, std::span<const ScoredDoc> row);

  /// Builds from judgments whose scores were looked up already: `found[i]` is the retrieved
  /// document of the judgment `found_index[i]`; `scores` and `ids` are the whole row's. Throws
  /// std::invalid_argument under a tie rule other than by id.
  const JudgedRanking& assign_found(std::span<const GradedDoc> judged,
                                    std::span<const std::size_t> found_index,
                                    std::span<const ScoredDoc> found,
                                    std::span<const double> scores, const RowIds& ids);

  [[nodiscard]] const JudgedRanking& ranking() const { return ranking_; }
  // NOLINTNEXTLINE(google-explicit-constructor): a measure takes the builder's ranking as it is
  operator const JudgedRanking&() const { return ranking_; }

  /// 1-based rank of the judged document with the highest grade (the first of the qrels on equal
  /// grades); 0 when it was not retrieved or nothing is judged.
  [[nodiscard]] std::int64_t rank_of_top() const { return rank_of_top_; }

  /// The best rank that any judged document with the highest grade holds; 0 when none was
  /// retrieved.
  [[nodiscard]] std::int64_t best_rank_of_top() const { return best_rank_of_top_; }

 private:
  void look_up(std::span<const GradedDoc> judged, std::span<const ScoredDoc> row);
  const JudgedRanking& finish(std::span<const GradedDoc> judged,
                              std::span<const std::size_t> found_index, std::size_t retrieved);

  RankingOptions options_;
  JudgedRanking ranking_;
  std::int64_t rank_of_top_ = 0;
  std::int64_t best_rank_of_top_ = 0;
  std::vector<Hit> hits_;
  std::vector<double> grades_;
  std::vector<double> ideal_;
  // Scratch, kept to spare an allocation a query.
  std::vector<std::size_t> found_index_;
  std::vector<std::size_t> positions_;
  std::vector<Place> places_;
  std::vector<double> scores_;
};

}  // namespace foley::retrieval
