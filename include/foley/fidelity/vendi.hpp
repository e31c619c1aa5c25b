#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "foley/core/embedding_view.hpp"
#include "foley/core/progress.hpp"

namespace foley::fidelity {

/// How a Vendi score is taken.
struct VendiOptions {
  /// Of the entropy, above 0: 1 is Shannon's, 2 the collision entropy, infinity the largest
  /// eigenvalue alone.
  double order = 1.0;
  /// Bandwidth of a Gaussian kernel exp(-distance^2 / (2 bandwidth^2)); none: cosine.
  std::optional<double> bandwidth{};
  /// A Gaussian kernel needs rows x rows numbers: of more rows a seeded sample without replacement.
  std::size_t max_rows = 4096;
  std::uint64_t seed = 0;  ///< Of the sample.
  unsigned threads = 1;    ///< The bits do not depend on them.
  Progress progress{};     ///< Asked now and then.
};

/// How many different sounds a set is worth.
struct Vendi {
  double value = 1.0;         ///< Between 1 and the number of rows.
  std::size_t rows = 0;       ///< Rows of the set.
  std::size_t used = 0;       ///< Rows it was computed from.
  bool sampled = false;       ///< Whether that was a sample.
  std::size_t zero_rows = 0;  ///< Cosine: rows without a direction.
};

/// The exponential of the entropy of the eigenvalues of K / n, where K holds the similarity of each
/// pair of rows and 1 on the diagonal: 1 where all rows are alike, n where all are unlike. It grows
/// with n: compare sets of the same size. By cosine the smaller one of K and the Gram matrix of the
/// dimensions is decomposed, and all rows are used; a row of zeros is like other such rows and
/// unlike anything else. Throws std::invalid_argument for no rows, unusable numbers, an order not
/// above 0, a bandwidth that is not positive and finite, max_rows = 0; Stopped when progress says
/// so.
///
/// Source: Friedman & Dieng, *The Vendi score: a diversity evaluation metric for machine learning*,
/// TMLR 2023; Pasarkar & Dieng, *Cousins of the Vendi score*, AISTATS 2024, for other orders.
[[nodiscard]] Vendi vendi_score(const EmbeddingView& rows, const VendiOptions& options = {});

}  // namespace foley::fidelity
