#pragma once

#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/fidelity/kernel_distance.hpp"
#include "tile.hpp"

namespace foley::fidelity {

/// How two sets are compared: centred by the reference's mean, scaled by the bandwidth, in which
/// type.
struct PreparedJob {
  std::vector<double> centre;
  TileJob job;
  bool float32 = false;
};

/// Mean of each number, in float64.
[[nodiscard]] std::vector<double> mean_of(const EmbeddingView& rows);

/// Largest absolute difference of a number from that of the centre.
[[nodiscard]] double gap_from_centre(const EmbeddingView& rows, const std::vector<double>& centre);

/// By what differences of up to `gap` are multiplied, so that their squares add up to u of the
/// kernel.
[[nodiscard]] double scale_of(const Kernel& kernel, double gap);

/// Decides it. Throws std::invalid_argument as kernel_distance does.
[[nodiscard]] PreparedJob prepare_job(const EmbeddingView& reference,
                                      const EmbeddingView& generated, const Kernel& kernel,
                                      const KernelOptions& options);

/// Row sums, all 0, of sets of so many rows.
[[nodiscard]] KernelRowSums no_sums(const EmbeddingView& reference, const EmbeddingView& generated);

/// The distance of two sets whose row sums are known. Throws std::invalid_argument where it is
/// beyond the range of float64.
[[nodiscard]] KernelDistance distance_of(const EmbeddingView& reference,
                                         const EmbeddingView& generated,
                                         const PreparedJob& prepared, KernelRowSums rows);

}  // namespace foley::fidelity
