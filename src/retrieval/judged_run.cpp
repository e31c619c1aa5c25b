#include "foley/retrieval/judged_run.hpp"

#include <algorithm>
#include <unordered_map>

namespace foley::retrieval {

std::size_t JudgedRun::answered() const {
  return static_cast<std::size_t>(
      std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return row.answered; }));
}

JudgedRanking JudgedRun::ranking(const TopicSet& topics, std::size_t topic) const {
  const Row& row = rows_[topic];
  return {std::span<const Hit>(hits_).subspan(row.begin, row.end - row.begin), topics.grades(topic),
          topics.ideal(topic), row.retrieved};
}

void JudgedRun::add(std::size_t topic, std::size_t returned, std::size_t retrieved,
                    std::span<const Hit> hits) {
  const std::size_t begin = hits_.size();
  hits_.insert(hits_.end(), hits.begin(), hits.end());
  rows_[topic] = {true, returned, retrieved, begin, hits_.size()};
}

std::span<const Hit> RowJudge::hits(std::size_t topic, std::span<const double> scores,
                                    const RowIds& ids, std::span<const Found> found) {
  positions_.clear();
  for (const Found& each : found) {
    positions_.push_back(each.position);
  }
  places_at(positions_, scores, ids, options_.ties, places_);
  const std::span<const double> grades = topics_.grades(topic);
  hits_.clear();
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Place& place = places_[i];
    hits_.push_back({grades[found[i].judgment], place.rank, place.above, place.tied});
  }
  retrieved_ = apply_options(options_, scores.size(), hits_);
  return hits_;
}

JudgedRun judge_run(const Run& run, const TopicSet& topics, RankingOptions options) {
  JudgedRun judged(topics.size());
  RowJudge judge(topics, options);
  std::vector<double> scores;
  std::vector<Found> found;
  std::unordered_map<std::string_view, std::size_t> positions;
  for (const Run::Row& row : run.rows()) {
    const auto topic = topics.find(row.query);
    if (!topic) {
      judged.unjudged_queries.emplace_back(row.query);
      continue;
    }
    const std::span<const ScoredDoc> docs = run.entries(row);
    scores.clear();
    positions.clear();
    for (std::size_t i = 0; i < docs.size(); ++i) {
      scores.push_back(docs[i].score);
      positions.emplace(docs[i].id, i);
    }
    found.clear();
    const std::span<const GradedDoc> graded = topics.judged(*topic);
    for (std::size_t j = 0; j < graded.size(); ++j) {
      if (const auto at = positions.find(graded[j].id); at != positions.end()) {
        found.push_back({j, at->second});
      }
    }
    const std::span<const Hit> hits = judge.hits(*topic, scores, DocIds(docs), found);
    judged.add(*topic, docs.size(), judge.retrieved(), hits);
  }
  return judged;
}

}  // namespace foley::retrieval
