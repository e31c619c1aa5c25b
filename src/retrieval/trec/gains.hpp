#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hits.hpp"
#include "parameters.hpp"

namespace foley::retrieval::trec {

/// Gain of a grade, as `level=gain` sets it.
struct LevelGain {
  std::int64_t level = 0;
  double gain = 0.0;
};

/// The pairs whose name is a whole number; trec_eval passes over the others.
std::vector<LevelGain> level_gains(std::span<const Pair> pairs);

/// Orders by gain, ascending. Unless `exact`, as trec_eval does: two gains that differ by less than
/// 1 tie, which is no consistent order, so that the steps of its merge sort matter.
void order_by_gain(std::vector<LevelGain>& levels, bool exact);

/// Gains of one topic's documents.
class Gains {
 public:
  /// `table` is what the parameters say; grades that it does not name are their own gain.
  Gains(std::span<const LevelGain> table, const JudgedRanking& ranking, bool exact);

  /// Gain of a document of the qrels.
  [[nodiscard]] double of(double grade) const;

  /// True when the parameters say nothing of this grade, which is its own gain.
  [[nodiscard]] bool is_own(double grade) const;

  /// Gain of a document that the qrels do not name.
  [[nodiscard]] double outside() const { return outside_; }

  /// Positive gains of the ideal ranking, best first.
  [[nodiscard]] std::span<const double> ideal() const { return ideal_; }

 private:
  void set_ideal(const JudgedRanking& ranking, bool exact);

  std::span<const LevelGain> table_;
  double outside_ = 0.0;
  double unjudged_ = 0.0;
  std::span<const double> ideal_;
  std::vector<double> own_ideal_;
};

/// Calls `visit(rank, gain)` for each document with a gain other than 0, best first. Looks at the
/// hits alone unless a parameter gives a gain to documents that the qrels do not name.
template <class Visit>
void each_gain(const JudgedRanking& ranking, const Gains& gains, Visit visit) {
  const auto hits = ranking.hits();
  if (gains.outside() == 0.0) {
    for (const Hit& hit : hits) {
      if (const double gain = gains.of(hit.grade); gain != 0.0) {
        visit(hit.rank, gain);
      }
    }
    return;
  }
  auto hit = hits.begin();
  for (std::int64_t rank = 1; rank <= length(ranking); ++rank) {
    double gain = gains.outside();
    if (hit != hits.end() && hit->rank == rank) {
      gain = gains.of(hit->grade);
      ++hit;
    }
    if (gain != 0.0) {
      visit(rank, gain);
    }
  }
}

}  // namespace foley::retrieval::trec
