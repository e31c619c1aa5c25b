#include "foley/retrieval/grouped.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "foley/retrieval/ranking.hpp"

namespace foley::retrieval {

const GroupedTopic* GroupedQrels::find(std::string_view query) const {
  const auto found = std::find_if(topics.begin(), topics.end(),
                                  [&](const GroupedTopic& topic) { return topic.query == query; });
  return found == topics.end() ? nullptr : &*found;
}

GroupedRanking grouped_ranking(const GroupedTopic& topic, std::span<const std::int64_t> ranks,
                               std::size_t retrieved) {
  if (ranks.size() != topic.docs.size()) {
    throw std::invalid_argument("grouped_ranking: one rank a document");
  }
  const std::size_t groups = topic.groups.size();
  GroupedRanking ranking{.groups = groups, .retrieved = retrieved, .docs = {}};
  ranking.docs.reserve(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const auto first = topic.grades.begin() + static_cast<std::ptrdiff_t>(i * groups);
    ranking.docs.push_back({ranks[i], {first, first + static_cast<std::ptrdiff_t>(groups)}});
  }
  return ranking;
}

GroupedRanking grouped_ranking(const GroupedTopic& topic, std::span<const ScoredDoc> row,
                               TieRule ties, std::int64_t depth) {
  const auto kept =
      std::min(static_cast<std::int64_t>(row.size()), std::max<std::int64_t>(depth, 0));
  return grouped_ranking(topic, ranks_of(topic.docs, row, ties, depth),
                         static_cast<std::size_t>(kept));
}

std::vector<std::int64_t> ranks_of(std::span<const std::string> docs,
                                   std::span<const ScoredDoc> row, TieRule ties,
                                   std::int64_t depth) {
  std::unordered_map<std::string_view, std::size_t> index;
  index.reserve(docs.size());
  for (std::size_t i = 0; i < docs.size(); ++i) {
    index.emplace(docs[i], i);
  }
  std::vector<std::size_t> wanted;
  std::vector<std::size_t> positions;
  std::vector<double> scores;
  scores.reserve(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    scores.push_back(row[i].score);
    if (const auto at = index.find(row[i].id); at != index.end()) {
      wanted.push_back(at->second);
      positions.push_back(i);
    }
  }
  std::vector<Place> places;
  places_at(positions, scores, DocIds(row), ties, places);
  std::vector<std::int64_t> ranks(docs.size(), 0);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    ranks[wanted[i]] = places[i].rank <= depth ? places[i].rank : 0;
  }
  return ranks;
}

}  // namespace foley::retrieval
