#include "limited_nonrelevant.hpp"

#include <algorithm>

namespace foley::retrieval::trec {
namespace {

using Judge = PreferenceRanking::Judge;

class Counting {
 public:
  Counting(std::size_t seen, bool retrieved_only) : seen_(seen), retrieved_only_(retrieved_only) {}

  void prefer(std::size_t a, std::size_t b) {
    if (retrieved_only_ && (a >= seen_ || b >= seen_)) {
      return;
    }
    tally_.possible += 1;
    tally_.met += a < b && a < seen_ ? 1 : 0;
  }

  [[nodiscard]] Tally tally() const { return tally_; }

 private:
  std::size_t seen_;
  bool retrieved_only_;
  Tally tally_;
};

// The last class is cut to the first `kept` documents. Its documents count as preferred to them
// too: trec_eval pairs every class with the shortened one, that one included.
Tally of_classes(const PreferenceRanking& ranking, const Judge& judge, std::int64_t kept,
                 bool retrieved_only) {
  Counting counting(ranking.retrieved, retrieved_only);
  const std::size_t last = judge.classes.size() - 1;
  std::vector<std::size_t> shortened = judge.classes[last];
  shortened.resize(std::min(shortened.size(), static_cast<std::size_t>(kept)));
  for (std::size_t upper = 0; upper <= last; ++upper) {
    for (const std::size_t a : judge.classes[upper]) {
      for (std::size_t lower = upper + 1; lower < last; ++lower) {
        for (const std::size_t b : judge.classes[lower]) {
          counting.prefer(a, b);
        }
      }
      for (const std::size_t b : shortened) {
        counting.prefer(a, b);
      }
    }
  }
  return counting.tally();
}

// Non-relevant documents behind the `kept`-th take no part.
Tally of_pairs(const PreferenceRanking& ranking, const Judge& judge, std::int64_t kept,
               bool retrieved_only) {
  const std::size_t n = ranking.named;
  std::vector<bool> left_out(n, false);
  std::int64_t nonrelevant = 0;
  for (std::size_t a = 0; a < n; ++a) {
    if (judge.levels[a] == 0.0) {
      nonrelevant += 1;
      left_out[a] = nonrelevant > kept;
    }
  }
  Counting counting(ranking.retrieved, retrieved_only);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n && !left_out[a]; ++b) {
      if (judge.preferred[a * n + b] != 0 && !left_out[b]) {
        counting.prefer(a, b);
      }
    }
  }
  return counting.tally();
}

}  // namespace

Tally with_as_many_nonrelevant(const PreferenceRanking& ranking, const Judge& judge,
                               bool retrieved_only) {
  const std::int64_t relevant = retrieved_only ? judge.relevant_retrieved : judge.relevant;
  const std::int64_t nonrelevant = retrieved_only ? judge.nonrelevant_retrieved : judge.nonrelevant;
  if (relevant >= nonrelevant) {
    Tally tally{judge.met, judge.possible};
    if (!retrieved_only) {
      tally.met += judge.met_implied;
      tally.possible += judge.possible_implied + judge.unseen;
    }
    const std::int64_t missing = relevant - nonrelevant;
    tally.met += judge.relevant_retrieved * missing;
    tally.possible += judge.relevant * missing;
    return tally;
  }
  if (!judge.classes.empty()) {
    return of_classes(ranking, judge, relevant, retrieved_only);
  }
  // trec_eval counts against all relevant documents here, retrieved or not.
  return of_pairs(ranking, judge, judge.relevant, retrieved_only);
}

}  // namespace foley::retrieval::trec
