#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "foley/retrieval/metric.hpp"
#include "support/near.hpp"
#include "support/random_rows.hpp"

// One table a property; every measure stands in every table, with what the property means for it.
namespace foley::retrieval {
namespace {

using testing::RandomRanking;
using testing::Row;

struct Entry {
  std::string_view measure;
  bool holds;
};

// Reordering the judgments or the run changes nothing.
constexpr std::array kOrderInvariance{Entry{"ndcg", true}, Entry{"recall", true},
                                      Entry{"precision", true}, Entry{"map", true},
                                      Entry{"mrr", true}};

// In [0, 1] for grades >= 0 and k >= 0.
constexpr std::array kUnitRange{Entry{"ndcg", true}, Entry{"recall", true},
                                Entry{"precision", true}, Entry{"map", true}, Entry{"mrr", true}};

// Never falls when k grows from 1 on. The ideal of nDCG and the divisor of precision grow with k.
constexpr std::array kMonotoneInK{Entry{"ndcg", false}, Entry{"recall", true},
                                  Entry{"precision", false}, Entry{"map", true},
                                  Entry{"mrr", true}};

// The ideal order gives exactly 1.0 when k reaches all relevant documents. Precision divides by k.
constexpr std::array kPerfectIsOne{Entry{"ndcg", true}, Entry{"recall", true},
                                   Entry{"precision", false}, Entry{"map", true},
                                   Entry{"mrr", true}};

// Unjudged documents behind all others change nothing.
constexpr std::array kUnjudgedTail{Entry{"ndcg", true}, Entry{"recall", true},
                                   Entry{"precision", true}, Entry{"map", true},
                                   Entry{"mrr", true}};

// Moving a better document forward over a worse neighbour never lowers the value.
constexpr std::array kSwapTowardsIdeal{Entry{"ndcg", true}, Entry{"recall", true},
                                       Entry{"precision", true}, Entry{"map", true},
                                       Entry{"mrr", true}};

constexpr std::array<std::span<const Entry>, 6> kTables{
    kOrderInvariance, kUnitRange, kMonotoneInK, kPerfectIsOne, kUnjudgedTail, kSwapTowardsIdeal};

double value(const Entry& entry, const Row& qrels, const Row& run, std::int64_t k,
             double rel_level) {
  return find_measure(entry.measure)->value(testing::judged_ranking(qrels, run), k, rel_level);
}

double value(const Entry& entry, const RandomRanking& drawn) {
  return value(entry, drawn.qrels, drawn.run, drawn.k, drawn.rel_level);
}

TEST(PropertyTables, HoldEveryMeasureExactlyOnce) {
  for (const auto& table : kTables) {
    ASSERT_EQ(table.size(), measures().size());
    for (const Measure& measure : measures()) {
      EXPECT_EQ(std::count_if(table.begin(), table.end(),
                              [&](const Entry& e) { return e.measure == measure.name; }),
                1)
          << measure.name;
    }
  }
}

RC_GTEST_PROP(Property, OrderInvariance, ()) {
  const RandomRanking drawn =
      testing::random_ranking({.negative_grades = true, .strange_scores = true});
  const Row qrels = testing::shuffled(drawn.qrels);
  const Row run = testing::shuffled(drawn.run);
  for (const Entry& entry : kOrderInvariance) {
    RC_ASSERT(testing::same_bits(value(entry, drawn),
                                 value(entry, qrels, run, drawn.k, drawn.rel_level)));
  }
}

RC_GTEST_PROP(Property, UnitRange, ()) {
  const RandomRanking drawn = testing::random_ranking({.strange_scores = true, .least_k = 0});
  for (const Entry& entry : kUnitRange) {
    const double v = value(entry, drawn);
    RC_ASSERT((v >= 0.0 && v <= 1.0));
  }
}

// A negative k cuts the run and the ideal at different lengths.
TEST(PropertyCounterexample, NdcgLeavesTheRangeForNegativeK) {
  const Row qrels{{"a", 1.0}, {"b", 1.0}};
  const Row run{{"a", 3.0}, {"b", 2.0}, {"x", 1.0}};
  EXPECT_GT(value(kUnitRange.front(), qrels, run, -1, 1.0), 1.0);
}

RC_GTEST_PROP(Property, MonotoneInK, ()) {
  const RandomRanking drawn = testing::random_ranking({.least_k = 1, .greatest_k = 20});
  for (const Entry& entry : kMonotoneInK) {
    if (entry.holds) {
      const double deeper = value(entry, drawn.qrels, drawn.run, drawn.k + 1, drawn.rel_level);
      RC_ASSERT(deeper >= value(entry, drawn));
    }
  }
}

TEST(PropertyCounterexample, NdcgAndPrecisionFallWhenKGrows) {
  const Row qrels{{"a", 1.0}, {"b", 1.0}};
  const Row run{{"a", 2.0}, {"x", 1.0}};
  for (const Entry& entry : kMonotoneInK) {
    const double at_one = value(entry, qrels, run, 1, 1.0);
    const double at_two = value(entry, qrels, run, 2, 1.0);
    EXPECT_EQ(at_two >= at_one, entry.holds) << entry.measure << ": " << at_one << ", " << at_two;
  }
}

// Grades sorted downwards with falling scores; what is irrelevant follows.
RC_GTEST_PROP(Property, PerfectRankingIsExactlyOne, ()) {
  RandomRanking drawn = testing::random_ranking({.least_k = 1});
  drawn.qrels.emplace_back("relevant", *rc::gen::element(1.0, 2.5, 3.0));
  std::sort(drawn.qrels.begin(), drawn.qrels.end(),
            [](const auto& a, const auto& b) { return a.second > b.second; });
  Row run;
  for (std::size_t i = 0; i < drawn.qrels.size(); ++i) {
    run.emplace_back(drawn.qrels[i].first, -static_cast<double>(i));
  }
  run = testing::shuffled(run);
  const Entry& ndcg = kPerfectIsOne.front();
  RC_ASSERT(ndcg.measure == "ndcg");
  RC_ASSERT(value(ndcg, drawn.qrels, run, drawn.k, 1.0) == 1.0);
  const auto relevant = std::count_if(drawn.qrels.begin(), drawn.qrels.end(),
                                      [](const auto& each) { return each.second >= 1.0; });
  for (const Entry& entry : kPerfectIsOne) {
    if (entry.holds) {
      RC_ASSERT(value(entry, drawn.qrels, run, relevant, 1.0) == 1.0);
      RC_ASSERT(value(entry, drawn.qrels, run, relevant + 7, 1.0) == 1.0);
    }
  }
}

TEST(PropertyCounterexample, PrecisionOfAPerfectRankingIsBelowOne) {
  for (const Entry& entry : kPerfectIsOne) {
    const double v = value(entry, {{"a", 1.0}}, {{"a", 1.0}, {"x", 0.0}}, 2, 1.0);
    EXPECT_EQ(v == 1.0, entry.holds) << entry.measure << ": " << v;
  }
}

RC_GTEST_PROP(Property, UnjudgedTailChangesNothing, ()) {
  const RandomRanking drawn = testing::random_ranking({.negative_grades = true, .least_k = 0});
  Row longer = drawn.run;
  const auto extra = *rc::gen::inRange<std::size_t>(1, 30);
  for (std::size_t i = 0; i < extra; ++i) {
    longer.emplace_back("unjudged" + std::to_string(i), -100.0);
  }
  for (const Entry& entry : kUnjudgedTail) {
    RC_ASSERT(testing::same_bits(value(entry, drawn),
                                 value(entry, drawn.qrels, longer, drawn.k, drawn.rel_level)));
  }
}

RC_GTEST_PROP(Property, SwapTowardsIdealNeverLowers, ()) {
  const RandomRanking drawn = testing::random_ranking({.least_k = 0});
  Row run = drawn.run;
  for (std::size_t i = 0; i < run.size(); ++i) {
    run[i].second = -static_cast<double>(i);
  }
  const auto grade = [&](const std::string& id) {
    const auto at = std::find_if(drawn.qrels.begin(), drawn.qrels.end(),
                                 [&](const auto& each) { return each.first == id; });
    return at == drawn.qrels.end() ? 0.0 : at->second;
  };
  const auto worse_first = std::adjacent_find(
      run.begin(), run.end(),
      [&](const auto& a, const auto& b) { return grade(a.first) < grade(b.first); });
  if (worse_first == run.end()) {
    return;  // already in the ideal order
  }
  const auto at = static_cast<std::size_t>(worse_first - run.begin());
  Row better = run;
  std::swap(better[at].first, better[at + 1].first);
  for (const Entry& entry : kSwapTowardsIdeal) {
    RC_ASSERT(value(entry, drawn.qrels, better, drawn.k, drawn.rel_level) >=
              value(entry, drawn.qrels, run, drawn.k, drawn.rel_level) - 1e-15);
  }
}

}  // namespace
}  // namespace foley::retrieval
