#include "job.hpp"

#include <algorithm>
#include <cmath>

#include "checks.hpp"

namespace foley::fidelity {

double gap_from_centre(const EmbeddingView& rows, const std::vector<double>& centre) {
  double largest = 0.0;
  std::vector<double> copy(rows.cols());
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    rows.copy(i, 1, centre.data(), copy.data());
    for (const double x : copy) {
      largest = std::max(largest, std::abs(x));
    }
  }
  return largest;
}

std::vector<double> mean_of(const EmbeddingView& rows) {
  constexpr std::size_t block = 256;
  const std::size_t d = rows.cols();
  std::vector<double> mean(d);
  std::vector<double> copy(block * d);
  std::vector<double> pilot(d);
  rows.copy(0, 1, nullptr, pilot.data());
  for (std::size_t first = 0; first < rows.rows(); first += block) {
    const std::size_t count = std::min(block, rows.rows() - first);
    rows.copy(first, count, pilot.data(), copy.data());
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        mean[j] += copy[i * d + j];
      }
    }
  }
  for (std::size_t j = 0; j < d; ++j) {
    mean[j] = mean[j] / static_cast<double>(rows.rows()) + pilot[j];
  }
  return mean;
}

double scale_of(const Kernel& kernel, double gap) {
  // Squares of larger numbers would leave the range of float64; the kernel is 0 long before.
  constexpr double farthest = 1e145;
  const double scale = 1.0 / (kernel.bandwidth * std::sqrt(2.0));
  if (gap * scale <= farthest) {
    return scale;
  }
  return gap > 0.0 ? farthest / gap : 1.0;
}

PreparedJob prepare_job(const EmbeddingView& reference, const EmbeddingView& generated,
                        const Kernel& kernel, const KernelOptions& options) {
  check_kernel(kernel);
  check_rows(reference, 2, "reference");
  check_rows(generated, 2, "generated");
  check_dimensions(reference.cols(), generated.cols());
  check_usable(reference, "reference", options.threads);
  check_usable(generated, "generated", options.threads);
  PreparedJob prepared;
  prepared.job.kernel = kernel;
  if (kernel.kind == KernelKind::polynomial) {
    return prepared;
  }
  prepared.centre = mean_of(reference);
  const double gap = std::max(gap_from_centre(reference, prepared.centre),
                              gap_from_centre(generated, prepared.centre));
  prepared.job.scale = scale_of(kernel, gap);
  const double reach = gap * prepared.job.scale;
  // Squares beyond 1e24 leave no digits of a float32 and soon no room in it.
  constexpr double most = 1e12;
  prepared.float32 = options.precision == Precision::automatic && reach < most &&
                     reference.type() == ElementType::float32 &&
                     generated.type() == ElementType::float32;
  return prepared;
}

}  // namespace foley::fidelity
