#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/progress.hpp"
#include "foley/fidelity/kernel.hpp"

namespace foley::fidelity {

/// In which type the products are taken. Sums over pairs are float64 either way.
enum class Precision : std::uint8_t {
  automatic,  ///< float32 where both sets are float32 and the bandwidth allows it, else float64.
  float64,    ///< All in float64.
};

/// How a kernel distance is computed.
struct KernelOptions {
  Precision precision = Precision::automatic;  ///< Of the products.
  unsigned threads = 1;                        ///< The bits do not depend on them.
  Progress progress{};                         ///< Asked after every row of tiles.
};

/// For each row the sum of its kernel values with all others: what leaving it out takes away.
struct KernelRowSums {
  std::vector<double> reference_reference;  ///< Of each reference row with the other ones.
  std::vector<double> reference_generated;  ///< Of each reference row with the generated ones.
  std::vector<double> generated_reference;  ///< Of each generated row with the reference.
  std::vector<double> generated_generated;  ///< Of each generated row with the other ones.
};

/// A kernel distance (squared maximum mean discrepancy) and its parts.
struct KernelDistance {
  double value = 0.0;             ///< Unbiased: no pair of a row with itself; may be below 0.
  double biased = 0.0;            ///< With those pairs; never below 0 but for rounding.
  double within_reference = 0.0;  ///< Mean kernel value of pairs of the reference.
  double within_generated = 0.0;  ///< Mean kernel value of pairs of the generated set.
  double between = 0.0;           ///< Mean kernel value of pairs across.
  std::size_t n_reference = 0;    ///< Rows.
  std::size_t n_generated = 0;    ///< Rows.
  Kernel kernel;                  ///< What it was computed with.
  bool float32_products = false;  ///< Whether products were taken in float32.
  KernelRowSums rows;             ///< For influence.
};

/// The unbiased estimate of the squared maximum mean discrepancy, known as KAD over audio
/// embeddings: mean k(x, x') + mean k(y, y') - 2 mean k(x, y), the first two over pairs of
/// different rows. It needs memory for blocks of 1,024 rows only. Pairs so close that |a|^2 + |b|^2
/// - 2 ab would cancel are computed from their differences. Throws std::invalid_argument for fewer
/// than two rows, different dimensions, unusable numbers and parameters; Stopped when progress says
/// so.
///
/// Source: Gretton et al., *A kernel two-sample test*, JMLR 2012, lemma 6; Chung et al., *KAD: No
/// More FAD!*, 2025.
[[nodiscard]] KernelDistance kernel_distance(const EmbeddingView& reference,
                                             const EmbeddingView& generated, const Kernel& kernel,
                                             const KernelOptions& options = {});

/// The distance whose row sums are known, e.g. after rows have been taken away.
[[nodiscard]] double unbiased_distance(double sum_reference, std::size_t n_reference,
                                       double sum_generated, std::size_t n_generated,
                                       double sum_between);

}  // namespace foley::fidelity
