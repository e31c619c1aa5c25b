#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "job.hpp"
#include "pass.hpp"

namespace foley::fidelity {

/// Weights of the rows of a set in many replicates: rows x replicates.
struct Weights {
  std::vector<float> values;
  std::size_t rows = 0;
  std::size_t replicates = 0;

  Weights(std::size_t n, std::size_t b) : values(n * b), rows(n), replicates(b) {}
  float& at(std::size_t row, std::size_t replicate) { return values[row * replicates + replicate]; }
  [[nodiscard]] float at(std::size_t row, std::size_t replicate) const {
    return values[row * replicates + replicate];
  }
};

/// For each replicate the sum over pairs of w_i k(a_i, b_j) v_j, without pairs of a row with itself
/// where `same`; adds the plain row sums as tile_pass does.
[[nodiscard]] std::vector<double> weighted_sums(const EmbeddingView& a, const EmbeddingView& b,
                                                bool same, const PreparedJob& prepared,
                                                const Weights& w, const Weights& v,
                                                unsigned threads, std::span<double> sums_a,
                                                std::span<double> sums_b,
                                                ProgressCounter& progress);

/// How many replicates fit in memory beside sets of so many rows.
[[nodiscard]] std::size_t replicates_at_once(std::size_t rows);

}  // namespace foley::fidelity
