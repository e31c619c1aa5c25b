#include "foley/fidelity/kadtk.hpp"

#include <cmath>
#include <stdexcept>

#include "checks.hpp"

namespace foley::fidelity {

KadtkDistance kadtk_distance(const EmbeddingView& reference, const EmbeddingView& evaluated,
                             KernelKind kind, const KernelOptions& options) {
  if (kind == KernelKind::polynomial) {
    throw std::invalid_argument("kadtk has no polynomial kernel");
  }
  constexpr double epsilon = 1e-8;
  constexpr double factor = 100.0;
  check_rows(evaluated, 2, "generated");
  KadtkDistance result;
  result.bandwidth =
      median_bandwidth(evaluated, {.lower_median = true, .threads = options.threads});
  const double s = result.bandwidth.zero_median ? 0.0 : result.bandwidth.value;
  const Kernel kernel{.kind = kind, .bandwidth = std::sqrt(s * s + epsilon / 2.0)};
  result.distance = kernel_distance(reference, evaluated, kernel, options);
  result.value = factor * result.distance.value;
  return result;
}

}  // namespace foley::fidelity
