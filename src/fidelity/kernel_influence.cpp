#include "foley/fidelity/kernel_influence.hpp"

#include <numeric>
#include <stdexcept>

#include "checks.hpp"
#include "clips.hpp"
#include "foley/core/parallel.hpp"
#include "kernel/job.hpp"
#include "kernel/pass.hpp"

namespace foley::fidelity {

namespace {

double total(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Kernel values of the pairs of different rows among those, each pair twice.
double sum_within(const EmbeddingView& set, std::span<const std::uint32_t> taken,
                  const Kernel& kernel) {
  const std::size_t d = set.cols();
  std::vector<double> values(taken.size() * d);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    set.copy(taken[i], 1, nullptr, values.data() + i * d);
  }
  const EmbeddingView rows(values.data(), taken.size(), d);
  TileJob job{.kernel = kernel};
  std::vector<double> centre;
  if (kernel.kind != KernelKind::polynomial) {
    centre = mean_of(rows);
    job.centre = centre.data();
    job.scale = scale_of(kernel, gap_from_centre(rows, centre));
  }
  const Progress nobody;
  const std::size_t n = tiles_of(rows.rows());
  ProgressCounter progress(nobody, n * (n + 1) / 2);
  std::vector<double> sums(rows.rows());
  tile_pass<double>(rows, rows, true, job, 1, sums, {}, {}, progress);
  return total(sums);
}

struct OneSide {
  std::vector<double> without;
  std::vector<double> derivative;
};

// `within` and `across`: sums of each row's kernel values with its own set and with the other one,
// of m rows, whose own sum is `other`.
OneSide leave_out(const std::vector<double>& within, const std::vector<double>& across,
                  double other, std::size_t m, double value) {
  const std::size_t n = within.size();
  const double sum_within = total(within);
  const double sum_across = total(across);
  OneSide result;
  result.without.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    result.without.push_back(n < 3 ? value
                                   : unbiased_distance(other, m, sum_within - 2.0 * within[i],
                                                       n - 1, sum_across - across[i]));
  }
  // Of the mean over pairs: twice a row's mean less twice the mean of all.
  const double rows = static_cast<double>(n);
  const double others = static_cast<double>(m);
  const double mean = 2.0 * (sum_within / (rows * (rows - 1.0)) - sum_across / (rows * others));
  result.derivative.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    result.derivative.push_back(2.0 * (within[i] / (rows - 1.0) - across[i] / others) - mean);
  }
  return result;
}

}  // namespace

KernelInfluence kernel_influence(const KernelDistance& distance) {
  const KernelRowSums& rows = distance.rows;
  OneSide generated =
      leave_out(rows.generated_generated, rows.generated_reference, total(rows.reference_reference),
                distance.n_reference, distance.value);
  OneSide reference =
      leave_out(rows.reference_reference, rows.reference_generated, total(rows.generated_generated),
                distance.n_generated, distance.value);
  return {std::move(generated.without), std::move(reference.without),
          std::move(generated.derivative), std::move(reference.derivative)};
}

std::vector<double> distance_without_clips(const KernelDistance& distance,
                                           const EmbeddingView& generated,
                                           std::span<const std::uint32_t> clips, unsigned threads) {
  if (generated.rows() != distance.n_generated ||
      distance.rows.generated_generated.size() != distance.n_generated ||
      distance.rows.generated_reference.size() != distance.n_generated) {
    throw std::invalid_argument("influence by clips: the distance is of " +
                                std::to_string(distance.n_generated) + " generated rows, not of " +
                                std::to_string(generated.rows()));
  }
  check_usable(generated, "generated", threads);
  const Clips parts(generated.rows(), clips);
  const KernelRowSums& rows = distance.rows;
  const double within_reference = total(rows.reference_reference);
  const double within = total(rows.generated_generated);
  const double across = total(rows.generated_reference);
  std::vector<double> result(parts.size());
  parallel_for(parts.size(), threads, [&](std::size_t clip) {
    const auto taken = parts.rows_of(clip);
    const std::size_t left = generated.rows() - taken.size();
    if (left < 2) {
      result[clip] = distance.value;
      return;
    }
    // Row sums count the pairs within the clip from both of their ends.
    double lost = taken.size() > 1 ? -sum_within(generated, taken, distance.kernel) : 0.0;
    double lost_across = 0.0;
    for (const std::uint32_t row : taken) {
      lost += 2.0 * rows.generated_generated[row];
      lost_across += rows.generated_reference[row];
    }
    result[clip] = unbiased_distance(within_reference, distance.n_reference, within - lost, left,
                                     across - lost_across);
  });
  return result;
}

}  // namespace foley::fidelity
