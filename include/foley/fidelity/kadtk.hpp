#pragma once

#include "foley/core/embedding_view.hpp"
#include "foley/fidelity/bandwidth.hpp"
#include "foley/fidelity/kernel.hpp"
#include "foley/fidelity/kernel_distance.hpp"

namespace foley::fidelity {

/// A kernel distance in the convention of another tool.
struct KadtkDistance {
  double value = 0.0;       ///< 100 times the unbiased distance.
  Bandwidth bandwidth;      ///< Lower median distance within the evaluated set.
  KernelDistance distance;  ///< As computed, not multiplied.
};

/// The kernel distance as kadtk 1.1 prints it, to compare with its numbers: bandwidth s from the
/// evaluated set (its code, not its documentation), the lower of two medians, 2 s^2 + 1e-8 in the
/// kernel, times 100. As the bandwidth follows the set that is judged, two such numbers were
/// measured with two rulers. kadtk computes in float32; we do not, so the last digits differ. The
/// polynomial is not among its kernels: std::invalid_argument.
[[nodiscard]] KadtkDistance kadtk_distance(const EmbeddingView& reference,
                                           const EmbeddingView& evaluated,
                                           KernelKind kind = KernelKind::gaussian,
                                           const KernelOptions& options = {});

}  // namespace foley::fidelity
