#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/error.hpp"

namespace foley::fidelity {

/// Count, mean and co-moment of vectors in float64: all that the Fréchet distance needs to know of
/// a set. Moments of separate rows merge to the moments of all of them, to rounding (1e-12
/// relative), however the rows were cut and in whatever order; the same parts merged in the same
/// order give the same bits.
///
/// Source: Chan, Golub & LeVeque, *Updating formulae and a pairwise algorithm for computing sample
/// variances*, COMPSTAT 1982.
class Moments {
 public:
  /// Of no rows yet; 0 dimensions: taken from what is added first.
  explicit Moments(std::size_t dimension = 0)
      : mean_(dimension), comoment_(dimension * dimension) {}

  /// Adds rows, in blocks of 4,096 that are centred before they are multiplied, so that embeddings
  /// far from zero lose nothing. The bits do not depend on the number of threads. Throws
  /// std::invalid_argument for another dimension or an unusable number, in a sentence that calls
  /// the rows `what`; the moments are then as before.
  void add(const EmbeddingView& rows, unsigned threads = 1, std::string_view what = "embeddings");
  /// Adds the rows that another one has seen. Throws std::invalid_argument for another dimension.
  void merge(const Moments& other);

  /// Rows seen.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Numbers a row.
  [[nodiscard]] std::size_t dimension() const { return mean_.size(); }
  /// Mean of each number.
  [[nodiscard]] std::span<const double> mean() const { return mean_; }
  /// Sums of products of differences from the mean: dimension x dimension, of which only the lower
  /// triangle is meaningful.
  [[nodiscard]] std::span<const double> comoment() const { return comoment_; }
  /// Covariance with divisor n - 1, whole. Throws std::invalid_argument for fewer than two rows.
  [[nodiscard]] std::vector<double> covariance() const;

  /// The moments as bytes, the same on any machine, with a checksum.
  [[nodiscard]] std::string to_bytes() const;
  /// The moments in such bytes; bytes that are anything else are an error.
  [[nodiscard]] static Result<Moments> from_bytes(std::string_view bytes,
                                                  const std::string& source);

  /// True for the same bits.
  friend bool operator==(const Moments&, const Moments&) = default;

 private:
  std::uint64_t count_ = 0;
  std::vector<double> mean_;
  std::vector<double> comoment_;
};

}  // namespace foley::fidelity
