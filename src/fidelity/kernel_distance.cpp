#include "foley/fidelity/kernel_distance.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "kernel/job.hpp"
#include "kernel/pass.hpp"

namespace foley::fidelity {

namespace {

template <class T>
void sum_rows(const EmbeddingView& x, const EmbeddingView& y, const PreparedJob& prepared,
              const KernelOptions& options, KernelRowSums& sums) {
  TileJob job = prepared.job;
  job.centre = prepared.centre.empty() ? nullptr : prepared.centre.data();
  const std::size_t n = tiles_of(x.rows());
  const std::size_t m = tiles_of(y.rows());
  ProgressCounter progress(options.progress, n * (n + 1) / 2 + m * (m + 1) / 2 + n * m);
  tile_pass<T>(x, x, true, job, options.threads, sums.reference_reference, {}, {}, progress);
  tile_pass<T>(y, y, true, job, options.threads, sums.generated_generated, {}, {}, progress);
  tile_pass<T>(x, y, false, job, options.threads, sums.reference_generated,
               sums.generated_reference, {}, progress);
}

double total(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Sum of the kernel values of the rows with themselves.
double own_values(const EmbeddingView& rows, const Kernel& kernel) {
  if (kernel.kind != KernelKind::polynomial) {
    return static_cast<double>(rows.rows());
  }
  double sum = 0.0;
  std::vector<double> row(rows.cols());
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    rows.copy(i, 1, nullptr, row.data());
    const double square = std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
    sum += std::pow(square / static_cast<double>(row.size()) + kernel.offset, kernel.degree);
  }
  return sum;
}

}  // namespace

double unbiased_distance(double sum_reference, std::size_t n_reference, double sum_generated,
                         std::size_t n_generated, double sum_between) {
  const double m = static_cast<double>(n_reference);
  const double n = static_cast<double>(n_generated);
  return sum_reference / (m * (m - 1.0)) + sum_generated / (n * (n - 1.0)) -
         2.0 * sum_between / (m * n);
}

KernelDistance kernel_distance(const EmbeddingView& reference, const EmbeddingView& generated,
                               const Kernel& kernel, const KernelOptions& options) {
  const PreparedJob prepared = prepare_job(reference, generated, kernel, options);
  KernelRowSums rows = no_sums(reference, generated);
  if (prepared.float32) {
    sum_rows<float>(reference, generated, prepared, options, rows);
  } else {
    sum_rows<double>(reference, generated, prepared, options, rows);
  }
  return distance_of(reference, generated, prepared, std::move(rows));
}

KernelRowSums no_sums(const EmbeddingView& reference, const EmbeddingView& generated) {
  return {.reference_reference = std::vector<double>(reference.rows()),
          .reference_generated = std::vector<double>(reference.rows()),
          .generated_reference = std::vector<double>(generated.rows()),
          .generated_generated = std::vector<double>(generated.rows())};
}

KernelDistance distance_of(const EmbeddingView& reference, const EmbeddingView& generated,
                           const PreparedJob& prepared, KernelRowSums sums) {
  const Kernel& kernel = prepared.job.kernel;
  KernelDistance result;
  result.n_reference = reference.rows();
  result.n_generated = generated.rows();
  result.kernel = kernel;
  result.float32_products = prepared.float32;
  result.rows = std::move(sums);
  const KernelRowSums& rows = result.rows;
  const double m = static_cast<double>(result.n_reference);
  const double n = static_cast<double>(result.n_generated);
  const double sum_xx = total(rows.reference_reference);
  const double sum_yy = total(rows.generated_generated);
  const double sum_xy = total(rows.reference_generated);
  result.value = unbiased_distance(sum_xx, result.n_reference, sum_yy, result.n_generated, sum_xy);
  result.biased = (sum_xx + own_values(reference, kernel)) / (m * m) +
                  (sum_yy + own_values(generated, kernel)) / (n * n) - 2.0 * sum_xy / (m * n);
  result.within_reference = sum_xx / (m * (m - 1.0));
  result.within_generated = sum_yy / (n * (n - 1.0));
  result.between = sum_xy / (m * n);
  if (!std::isfinite(result.value) || !std::isfinite(result.biased)) {
    throw std::invalid_argument("kernel distance: kernel values beyond the range of float64");
  }
  return result;
}

}  // namespace foley::fidelity
