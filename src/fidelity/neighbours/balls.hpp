#pragma once

#include <cstddef>
#include <vector>

#include "foley/core/progress.hpp"
#include "foley/fidelity/duplicates.hpp"
#include "pair_scan.hpp"

namespace foley::fidelity {

/// A set as balls: one around each different row, out to its k-th nearest different one, for each k
/// that there are enough of.
struct Balls {
  RowSet centres;            ///< The different rows.
  std::size_t count = 0;     ///< Of the k, all below the number of centres.
  std::vector<double> edge;  ///< centres x count: squared radii, rising with k.
  /// centres x count: what a row within the ball (before its edge; on its edge) is worth for
  /// density: members of the centre by rows of the set in the ball.
  std::vector<double> inside_worth;
  std::vector<double> edge_worth;

  [[nodiscard]] const double* edges_of(std::size_t centre) const {
    return edge.data() + centre * count;
  }
};

/// The balls of a set; `families` must outlive them.
[[nodiscard]] Balls balls_of(const EmbeddingView& set, const DuplicateFamilies& families,
                             const std::vector<std::size_t>& ks, const ScanFrame& frame,
                             unsigned threads, const Progress& progress);

/// Which different rows of two sets lie in which balls. Balls grow with k: it is enough to know
/// from which place in the list of k on (its length: never).
struct Membership {
  std::vector<std::size_t> generated_in;  ///< A generated row in some ball of the reference.
  std::vector<std::size_t> reference_in;  ///< A reference row in some ball of the generated set.
  std::vector<std::size_t> covered_from;  ///< A reference row's ball with some generated row.
  std::vector<double> density;            ///< generated x reference.count: sum of the worths.
};

/// It. Edges belong to balls.
[[nodiscard]] Membership membership(const Balls& reference, const Balls& generated,
                                    const ScanFrame& frame, unsigned threads,
                                    const Progress& progress);

}  // namespace foley::fidelity
