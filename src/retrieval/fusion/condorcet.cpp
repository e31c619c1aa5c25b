#include <cstdint>
#include <limits>

#include "foley/retrieval/fusion/rank_votes.hpp"

namespace foley::retrieval {
namespace {

constexpr std::int32_t kUnranked = std::numeric_limits<std::int32_t>::max();

// places[d]: place of document d in the list, the same large number for all that it lacks.
std::vector<std::int32_t> places_in(const std::vector<FusionEntry>& list, std::size_t docs) {
  std::vector<std::int32_t> places(docs, kUnranked);
  for (std::size_t i = 0; i < list.size(); ++i) {
    places[list[i].doc] = static_cast<std::int32_t>(i);
  }
  return places;
}

}  // namespace

void condorcet_count(const FusionTopic& topic, const FusionParameters&,
                     std::vector<double>& fused) {
  const std::size_t docs = topic.docs.size();
  fused.assign(docs, 0.0);
  std::vector<std::vector<std::int32_t>> places;
  for (const auto& list : topic.lists) {
    if (!list.empty()) {
      places.push_back(places_in(list, docs));
    }
  }
  // One row of the table of majorities at a time: its inner loop is free of branches.
  std::vector<std::int32_t> lead(docs);
  for (std::size_t d = 0; d < docs; ++d) {
    lead.assign(docs, 0);
    for (const auto& place : places) {
      const std::int32_t mine = place[d];
      for (std::size_t other = 0; other < docs; ++other) {
        lead[other] += static_cast<std::int32_t>(mine < place[other]) -
                       static_cast<std::int32_t>(mine > place[other]);
      }
    }
    std::int64_t halves = -1;  // the document is level with itself
    for (const std::int32_t votes : lead) {
      halves += votes > 0 ? 2 : votes == 0 ? 1 : 0;
    }
    fused[d] = static_cast<double>(halves) / 2.0;
  }
}

}  // namespace foley::retrieval
