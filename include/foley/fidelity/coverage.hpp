#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/progress.hpp"
#include "foley/stats/interval.hpp"

namespace foley::fidelity {

/// Why a share has no value.
enum class CoverageReason : std::uint8_t {
  none,           ///< It has one.
  few_reference,  ///< The reference has no more than k different rows.
  few_generated,  ///< The generated set has no more than k different rows.
};

/// One of the four numbers at one k.
struct CoverageMeasure {
  std::optional<double> value;              ///< None: see reason.
  std::optional<stats::Interval> interval;  ///< Percentile; none without replicates or value.
  CoverageReason reason = CoverageReason::none;
};

/// The four numbers at one k.
struct CoverageAtK {
  std::size_t k = 0;                   ///< Neighbours that span a ball.
  CoverageMeasure precision;           ///< Generated rows within a ball of the reference.
  CoverageMeasure recall;              ///< Reference rows within a ball of the generated set.
  CoverageMeasure density;             ///< How full balls of the reference are; not below 0.
  CoverageMeasure coverage;            ///< Reference rows whose ball holds a generated row.
  std::vector<std::size_t> outside;    ///< Generated rows in no ball: what precision lacks.
  std::vector<std::size_t> uncovered;  ///< Reference rows with an empty ball: what coverage lacks.
};

/// How precision, recall, density and coverage are taken.
struct CoverageOptions {
  std::vector<std::size_t> k = {5};                  ///< Ascending, each once.
  std::size_t replicates = 0;                        ///< Of the bootstrap, at least 2; 0: none.
  double confidence = 0.95;                          ///< Of the intervals.
  std::uint64_t seed = 0;                            ///< Of the bootstrap.
  std::span<const std::uint32_t> reference_clips{};  ///< The clip of each row; empty: see below.
  std::span<const std::uint32_t> generated_clips{};  ///< Likewise.
  unsigned threads = 1;                              ///< The bits do not depend on them.
  Progress progress{};                               ///< Asked after every tile.
};

/// The four numbers at each k.
struct Coverage {
  std::vector<CoverageAtK> at;         ///< As options.k.
  std::size_t reference_rows = 0;      ///< Rows.
  std::size_t generated_rows = 0;      ///< Rows.
  std::size_t reference_families = 0;  ///< Different rows.
  std::size_t generated_families = 0;  ///< Different rows.
};

/// Precision and recall by neighbours, density and coverage.
///
/// Equal rows are one family. A family's ball reaches to its k-th nearest other family, its edge
/// included: copies neither make a ball a point nor fill it. Shares count rows, so a family counts
/// as often as it has members. Identical sets have precision = recall = coverage = 1, however often
/// their rows are repeated.
///
/// Density is the mean over reference rows of (share of the generated rows in the ball) / (share of
/// the reference rows in the ball). Without copies and ties that is Naeem's sum over balls divided
/// by k: a ball then holds its centre and the k - 1 rows nearer than its edge. Where rows lie on
/// the edge, each counts as (k - inside) / (families on the edge), so that every ball holds k
/// families. Identical sets have density 1, also with rows repeated unevenly.
///
/// Intervals are over clips, by bootstrap: of the generated set for precision and density, of the
/// reference for recall and coverage. The other set and all balls stay as they are, so an interval
/// says nothing of their chance. Without clip ids equal rows are drawn together.
///
/// Throws std::invalid_argument for sets without rows, different dimensions, unusable numbers, no k
/// or one that is 0 or not above the one before, clip ids of another length, one replicate;
/// Stopped when progress says so.
///
/// Source: Kynkäänniemi et al., *Improved precision and recall metric for assessing generative
/// models*, NeurIPS 2019; Naeem et al., *Reliable fidelity and diversity metrics for generative
/// models*, ICML 2020.
[[nodiscard]] Coverage coverage(const EmbeddingView& reference, const EmbeddingView& generated,
                                const CoverageOptions& options = {});

/// The reason in words for people, with the numbers of different rows; empty for none.
[[nodiscard]] std::string to_sentence(CoverageReason reason, const Coverage& coverage,
                                      std::size_t k);

}  // namespace foley::fidelity
