#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "foley/search/bm25_index.hpp"
#include "foley/search/rank_fusion.hpp"
#include "foley/search/vector_index.hpp"

namespace foley::search {

/// How many hits each leg of a hybrid search contributes at least.
inline constexpr std::int64_t kCandidateDepth = 50;

/// Both legs of the hybrid search over one in-memory collection.
struct MemoryIndex {
  VectorIndex vectors;
  Bm25Index texts;

  /// `dim` 0: the first vector decides.
  explicit MemoryIndex(std::size_t dim = 0) : vectors(dim) {}

  /// Vector leg and keyword leg to a depth of `candidates`, fused and cut to `k`.
  [[nodiscard]] std::vector<FusedHit> hybrid_search(std::string_view query,
                                                    std::span<const float> query_vector, Cutoff k,
                                                    std::int64_t candidates = kCandidateDepth,
                                                    double rrf_k = kRrfK) const;
};

}  // namespace foley::search
