#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "foley/retrieval/trec/preferences.hpp"

namespace foley::retrieval {
namespace {

using Judge = PreferenceRanking::Judge;

// Place of each document in the numbering of the ranking.
std::vector<std::size_t> places(std::span<const std::int64_t> ranks, std::size_t& retrieved) {
  std::vector<std::size_t> order(ranks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const bool a_seen = ranks[a] > 0;
    const bool b_seen = ranks[b] > 0;
    return a_seen && b_seen ? ranks[a] < ranks[b] : a_seen && !b_seen;
  });
  std::vector<std::size_t> place(ranks.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
  }
  retrieved = static_cast<std::size_t>(
      std::count_if(ranks.begin(), ranks.end(), [](std::int64_t rank) { return rank > 0; }));
  return place;
}

class Counter {
 public:
  Counter(PreferenceRanking& ranking, Judge& judge) : ranking_(ranking), judge_(judge) {}

  void prefer(std::size_t a, std::size_t b) {
    ranking_.counts[a * ranking_.named + b] += 1;
    const bool a_seen = a < ranking_.retrieved;
    const bool b_seen = b < ranking_.retrieved;
    if (a_seen && b_seen) {
      judge_.possible += 1;
      judge_.met += a < b ? 1 : 0;
    } else if (a_seen || b_seen) {
      judge_.possible_implied += 1;
      judge_.met_implied += a_seen ? 1 : 0;
    } else {
      judge_.unseen += 1;
    }
  }

  void document(std::size_t doc, bool relevant) {
    const std::int64_t seen = doc < ranking_.retrieved ? 1 : 0;
    (relevant ? judge_.relevant : judge_.nonrelevant) += 1;
    (relevant ? judge_.relevant_retrieved : judge_.nonrelevant_retrieved) += seen;
  }

 private:
  PreferenceRanking& ranking_;
  Judge& judge_;
};

void count_classes(PreferenceRanking& ranking, Judge& judge) {
  Counter counter(ranking, judge);
  for (std::size_t upper = 0; upper < judge.classes.size(); ++upper) {
    for (const std::size_t a : judge.classes[upper]) {
      counter.document(a, judge.class_levels[upper] > 0.0);
      for (std::size_t lower = upper + 1; lower < judge.classes.size(); ++lower) {
        for (const std::size_t b : judge.classes[lower]) {
          counter.prefer(a, b);
        }
      }
    }
  }
}

void count_pairs(PreferenceRanking& ranking, Judge& judge) {
  Counter counter(ranking, judge);
  const std::size_t n = ranking.named;
  for (std::size_t a = 0; a < n; ++a) {
    // A level below 0 is neither relevant nor not relevant here, as in trec_eval.
    if (judge.levels[a] >= 0.0) {
      counter.document(a, judge.levels[a] > 0.0);
    }
    for (std::size_t b = 0; b < n; ++b) {
      if (judge.preferred[a * n + b] != 0) {
        counter.prefer(a, b);
      }
    }
  }
}

}  // namespace

PreferenceRanking preference_ranking(const PreferenceTopic& topic,
                                     std::span<const std::int64_t> ranks) {
  const std::size_t n = topic.docs.size();
  if (ranks.size() != n) {
    throw std::invalid_argument("preference_ranking: one rank a document");
  }
  PreferenceRanking ranking;
  ranking.named = n;
  const std::vector<std::size_t> place = places(ranks, ranking.retrieved);
  ranking.counts.assign(n * n, 0);
  for (const JudgePreferences& known : topic.judges) {
    Judge judge;
    for (const JudgePreferences::Class& each : known.classes) {
      judge.class_levels.push_back(each.level);
      std::vector<std::size_t>& docs = judge.classes.emplace_back();
      for (const std::size_t doc : each.docs) {
        docs.push_back(place[doc]);
      }
      std::sort(docs.begin(), docs.end());
    }
    if (known.classes.empty()) {
      judge.levels.resize(n);
      judge.preferred.resize(n * n);
      for (std::size_t a = 0; a < n; ++a) {
        judge.levels[place[a]] = known.levels[a];
        for (std::size_t b = 0; b < n; ++b) {
          judge.preferred[place[a] * n + place[b]] = known.preferred[a * n + b];
        }
      }
      count_pairs(ranking, judge);
    } else {
      count_classes(ranking, judge);
    }
    ranking.judges.push_back(std::move(judge));
  }
  return ranking;
}

}  // namespace foley::retrieval
