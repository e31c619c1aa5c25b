#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "foley/retrieval/evaluation.hpp"
#include "foley/stats/bootstrap.hpp"
#include "foley/stats/effect_size.hpp"
#include "foley/stats/interval.hpp"
#include "foley/stats/power.hpp"
#include "foley/stats/test_result.hpp"
#include "foley/stats/topic_matrix.hpp"
#include "foley/stats/tukey_hsd.hpp"
#include "foley/stats/win_tie_loss.hpp"

namespace foley::comparison {

/// How runs are compared. The same options and data give the same bits, whatever the threads.
struct Options {
  double confidence = 0.95;      ///< Of all intervals, in (0, 1).
  std::size_t replicates = 0;    ///< Of the bootstrap; 0: default_replicates.
  std::size_t permutations = 0;  ///< Of the randomisation tests beyond 20 topics; 0: default.
  std::uint64_t seed = 0;
  unsigned threads = 1;
  double alpha = 0.05;     ///< Level of the smallest difference that can be shown.
  double power = 0.80;     ///< And its chance to be seen.
  double tolerance = 0.0;  ///< Differences up to this are ties of win/tie/loss.
};

/// Replicates of a bootstrap unless told otherwise: 10,000, fewer beyond 10,000 topics, at least
/// 1,000.
[[nodiscard]] std::size_t default_replicates(std::size_t topics);

/// Permutations of a randomisation test unless told otherwise: 100,000, fewer beyond 10,000 topics,
/// at least 10,000.
[[nodiscard]] std::size_t default_permutations(std::size_t topics);

/// A p-value as it is and corrected for all comparisons of the table.
struct Corrected {
  stats::TestResult test;
  double holm = 1.0;
  double benjamini_hochberg = 1.0;
};

/// A run against the baseline in one measure; differences are run minus baseline.
struct Difference {
  std::size_t run = 0;  ///< Index in Comparison::runs, from 1.
  double difference = 0.0;
  stats::Bootstrap bootstrap;  ///< Of the mean difference: percentile and BCa.
  stats::Interval t_interval;
  Corrected randomisation;
  Corrected t;
  Corrected wilcoxon;
  Corrected sign;
  stats::PairedEffect effect;
  double standardised = 0.0;  ///< By the residual deviation of all runs (Sakai).
  stats::WinTieLoss topics;
  stats::DetectableDifference detectable;  ///< With the spread of this pair.
};

/// All runs in one measure.
struct MeasureComparison {
  std::string measure;
  std::vector<double> means;                        ///< [run]
  std::vector<stats::Bootstrap> bootstraps;         ///< [run] Of the mean.
  std::vector<Difference> differences;              ///< Each run but the baseline against it.
  stats::TukeyHsd tukey;                            ///< All pairs.
  std::vector<stats::PairResult> randomised_tukey;  ///< All pairs, without a distribution.
};

/// Runs compared over the same topics. The first run is the baseline.
struct Comparison {
  std::vector<std::string> runs;
  std::vector<std::string> topics;
  std::vector<MeasureComparison> measures;
  /// values[measure][run][topic]
  std::vector<std::vector<std::vector<double>>> values;
  Options options;
};

/// Compares evaluations that share their measures. Topics that not all of them hold are left out.
/// Corrections are over one family: all differences of all measures, test by test. Throws
/// std::invalid_argument for fewer than two runs, for measures that differ or are no means over
/// topics, and for options out of range.
///
/// Sources: see the functions of `stats`.
[[nodiscard]] Comparison compare(std::span<const retrieval::Evaluation> runs,
                                 const Options& options = {});

/// A topic whose value changed.
struct Move {
  std::size_t topic = 0;
  double from = 0.0;
  double to = 0.0;

  [[nodiscard]] double change() const { return to - from; }
};

/// The topics in which a run differs most from the baseline in a measure, by falling size of the
/// change (equal ones in the order of the topics); unchanged topics are left out.
[[nodiscard]] std::vector<Move> largest_moves(const Comparison& comparison, std::size_t measure,
                                              std::size_t run, std::size_t count);

}  // namespace foley::comparison
