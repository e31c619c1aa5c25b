#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "foley/core/cutoff.hpp"
#include "foley/search/hit.hpp"

namespace foley::search {

/// The constant of reciprocal-rank fusion that the paper recommends.
inline constexpr double kRrfK = 60.0;

/// Fuses ranked lists of ids: each gives `1 / (k + rank)` to its entries, ranks from 1; a repeated
/// id in one list adds again. Sorted by sum descending, then id ascending. Source: Cormack, Clarke
/// & Büttcher, *Reciprocal rank fusion…*, SIGIR 2009.
[[nodiscard]] std::vector<Hit> reciprocal_rank_fusion(
    std::span<const std::vector<std::string>> lists, double k = kRrfK);

/// A fused document with the scores of the legs that found it.
struct FusedHit {
  std::string id;
  double rrf_score = 0.0;
  std::optional<double> clap_score;  ///< Similarity of the vector leg.
  std::optional<double> bm25_score;  ///< Score of the keyword leg.
};

/// Fuses the two legs of a hybrid search and keeps `k`, cut like a slice.
[[nodiscard]] std::vector<FusedHit> fuse_hits(std::span<const Hit> vector_hits,
                                              std::span<const Hit> keyword_hits, Cutoff k,
                                              double rrf_k = kRrfK);

}  // namespace foley::search
