#include "foley/search/rank_fusion.hpp"

#include <algorithm>
#include <unordered_map>

namespace foley::search {
namespace {

std::unordered_map<std::string, double> scores_by_id(std::span<const Hit> hits) {
  std::unordered_map<std::string, double> scores;
  for (const Hit& hit : hits) {
    scores.insert_or_assign(hit.id, hit.score);
  }
  return scores;
}

std::vector<std::string> ids_of(std::span<const Hit> hits) {
  std::vector<std::string> ids;
  ids.reserve(hits.size());
  for (const Hit& hit : hits) {
    ids.push_back(hit.id);
  }
  return ids;
}

std::optional<double> score_in(const std::unordered_map<std::string, double>& scores,
                               const std::string& id) {
  const auto found = scores.find(id);
  return found == scores.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::vector<Hit> reciprocal_rank_fusion(std::span<const std::vector<std::string>> lists, double k) {
  std::unordered_map<std::string, double> sums;
  for (const std::vector<std::string>& list : lists) {
    double rank = 0.0;
    for (const std::string& id : list) {
      rank += 1.0;
      sums[id] += 1.0 / (k + rank);
    }
  }
  std::vector<Hit> fused;
  fused.reserve(sums.size());
  for (const auto& [id, sum] : sums) {
    fused.push_back({id, sum});
  }
  std::sort(fused.begin(), fused.end(), [](const Hit& a, const Hit& b) {
    return a.score != b.score ? a.score > b.score : a.id < b.id;
  });
  return fused;
}

std::vector<FusedHit> fuse_hits(std::span<const Hit> vector_hits, std::span<const Hit> keyword_hits,
                                Cutoff k, double rrf_k) {
  const std::vector<std::vector<std::string>> lists{ids_of(vector_hits), ids_of(keyword_hits)};
  const auto vector_scores = scores_by_id(vector_hits);
  const auto keyword_scores = scores_by_id(keyword_hits);
  std::vector<Hit> ranked = reciprocal_rank_fusion(lists, rrf_k);
  ranked.resize(k.kept(ranked.size()));
  std::vector<FusedHit> fused;
  fused.reserve(ranked.size());
  for (Hit& hit : ranked) {
    const auto clap = score_in(vector_scores, hit.id);
    const auto bm25 = score_in(keyword_scores, hit.id);
    fused.push_back({std::move(hit.id), hit.score, clap, bm25});
  }
  return fused;
}

}  // namespace foley::search
