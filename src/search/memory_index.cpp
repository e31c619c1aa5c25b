#include "foley/search/memory_index.hpp"

#include <algorithm>

namespace foley::search {

std::vector<FusedHit> MemoryIndex::hybrid_search(std::string_view query,
                                                 std::span<const float> query_vector, Cutoff k,
                                                 std::int64_t candidates, double rrf_k) const {
  const auto depth = static_cast<std::size_t>(std::max<std::int64_t>(candidates, 0));
  return fuse_hits(vectors.knn(query_vector, depth), texts.search(query, candidates), k, rrf_k);
}

}  // namespace foley::search
