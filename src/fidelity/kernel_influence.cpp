#include "foley/fidelity/kernel_influence.hpp"

#include <numeric>

namespace foley::fidelity {

namespace {

double total(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
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

}  // namespace foley::fidelity
