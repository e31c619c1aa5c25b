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

/// Decides it. Throws std::invalid_argument as kernel_distance does.
[[nodiscard]] PreparedJob prepare_job(const EmbeddingView& reference,
                                      const EmbeddingView& generated, const Kernel& kernel,
                                      const KernelOptions& options);

}  // namespace foley::fidelity
