#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "foley/retrieval/evaluation.hpp"
#include "foley/retrieval/judged_run.hpp"
#include "foley/retrieval/measure_spec.hpp"
#include "foley/retrieval/registry.hpp"
#include "foley/retrieval/ties/expected.hpp"
#include "foley/retrieval/ties/expected_column.hpp"
#include "foley/retrieval/ties/tie_report.hpp"
#include "support/near.hpp"
#include "support/random_rows.hpp"
#include "support/rows.hpp"

namespace foley::retrieval {
namespace {

using testing::entries_of;
using testing::Row;

constexpr std::array kRules{TieRule::id_asc, TieRule::id_desc, TieRule::rank, TieRule::input};

// Places by the definition: everything is compared with everything.
std::vector<Place> places_by_definition(const std::vector<ScoredDoc>& docs, TieRule rule) {
  const DocIds ids(docs);
  std::vector<Place> places;
  for (std::size_t i = 0; i < docs.size(); ++i) {
    Place place{1, 0, 0};
    for (std::size_t j = 0; j < docs.size(); ++j) {
      const bool i_nan = std::isnan(docs[i].score);
      const bool j_nan = std::isnan(docs[j].score);
      const bool better = i_nan ? !j_nan : !j_nan && docs[j].score > docs[i].score;
      const bool same = docs[j].score == docs[i].score || (i_nan && j_nan);
      place.above += better ? 1 : 0;
      place.tied += same ? 1 : 0;
      const bool first = rule == TieRule::id_asc    ? docs[j].id < docs[i].id
                         : rule == TieRule::id_desc ? docs[j].id > docs[i].id
                                                    : j < i;
      place.rank += better || (same && i != j && first) ? 1 : 0;
    }
    places.push_back(place);
  }
  return places;
}

RC_GTEST_PROP(Places, FollowTheDefinitionUnderEveryRule, ()) {
  const Row row = testing::random_ranking({.strange_scores = true}).run;
  const auto docs = entries_of<ScoredDoc>(row);
  std::vector<std::size_t> positions;
  std::vector<ScoredDoc> wanted;
  for (std::size_t i = 0; i < docs.size(); ++i) {
    if (*rc::gen::inRange(0, 3) > 0) {
      positions.push_back(i);
      wanted.push_back(docs[i]);
    }
  }
  const auto scores = testing::scores_of(docs);
  for (const TieRule rule : kRules) {
    const auto expected = places_by_definition(docs, rule);
    std::vector<Place> places;
    places_at(positions, scores, DocIds(docs), rule, places);
    std::vector<Place> by_id;
    if (rule == TieRule::id_asc || rule == TieRule::id_desc) {
      places_of(wanted, scores, DocIds(docs), rule, by_id);
      RC_ASSERT(by_id == places);
    }
    for (std::size_t i = 0; i < positions.size(); ++i) {
      RC_ASSERT(places[i] == expected[positions[i]]);
    }
    const auto order = ranked_order(docs, rule);
    for (std::size_t i = 0; i < order.size(); ++i) {
      RC_ASSERT(expected[order[i]].rank == static_cast<std::int64_t>(i) + 1);
    }
  }
}

TEST(Places, OfOneLongTieAreThoseOfTheSort) {
  // Long enough that the tie is sorted once instead of counted through.
  Row row;
  for (int i = 0; i < 500; ++i) {
    row.emplace_back("d" + std::to_string((i * 37) % 500), 1.0);
  }
  const auto docs = entries_of<ScoredDoc>(row);
  std::vector<std::size_t> all(docs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const TieRule rule : kRules) {
    std::vector<Place> places;
    places_at(all, testing::scores_of(docs), DocIds(docs), rule, places);
    EXPECT_EQ(places, places_by_definition(docs, rule));
  }
}

TEST(Places, ByIdHaveNoOrderOfTheInput) {
  std::vector<Place> places;
  EXPECT_THROW(places_of({}, {}, DocIds({}), TieRule::input, places), std::invalid_argument);
  EXPECT_THROW(places_of({}, {}, DocIds({}), TieRule::rank, places), std::invalid_argument);
}

class StatedRanks final : public RowIds {
 public:
  [[nodiscard]] std::string_view id(std::size_t i) const override { return i == 0 ? "a" : "b"; }
  [[nodiscard]] std::int64_t stated_rank(std::size_t) const override { return 3; }
};

TEST(TieRule, EqualStatedRanksAreSettledById) {
  EXPECT_TRUE(tie_before(TieRule::rank, StatedRanks(), 0, 1));
  EXPECT_FALSE(tie_before(TieRule::rank, StatedRanks(), 1, 0));
}

TEST(TieRule, NamesAreReadBack) {
  for (const TieRule rule : kRules) {
    EXPECT_EQ(parse_tie_rule(to_string(rule)), rule);
  }
  EXPECT_EQ(parse_tie_rule("docid"), std::nullopt);
}

// A measure over all orders of tied documents, by going through them: least, mean, greatest.
ties::TieRange over_orders(const Row& qrels, const Row& run, const Column& column) {
  std::vector<std::size_t> order(run.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  double sum = 0.0;
  double count = 0.0;
  ties::TieRange range{1e300, 0.0, -1e300};
  do {
    // The input order settles ties: each permutation of the row is one order.
    std::vector<ScoredDoc> docs;
    for (const std::size_t i : order) {
      docs.push_back({run[i].first, run[i].second});
    }
    RankingBuilder builder({.ties = TieRule::input});
    const auto judged = entries_of<GradedDoc>(qrels);
    const double value = column.value(Topic{builder.assign(judged, docs)});
    range.least = std::min(range.least, value);
    range.greatest = std::max(range.greatest, value);
    sum += value;
    count += 1.0;
  } while (std::next_permutation(order.begin(), order.end()));
  range.expected = sum / count;
  return range;
}

double mean_over_orders(const Row& qrels, const Row& run, const Column& column) {
  return over_orders(qrels, run, column).expected;
}

RC_GTEST_PROP(ExpectedTies, AreTheMeanOverAllOrders, ()) {
  const int n = *rc::gen::inRange(1, 7);
  Row run;
  Row qrels;
  for (int i = 0; i < n; ++i) {
    const std::string id(1, static_cast<char>('a' + i));
    run.emplace_back(id, static_cast<double>(*rc::gen::inRange(0, 3)));
    if (*rc::gen::inRange(0, 3) > 0) {
      qrels.emplace_back(id, static_cast<double>(*rc::gen::inRange(-1, 4)));
    }
  }
  qrels.emplace_back("never found", 2.0);
  const std::string k = std::to_string(*rc::gen::inRange(1, 9));
  const double rel = *rc::gen::element(1.0, 2.0);
  for (const std::string& name : std::vector<std::string>{"nDCG@" + k,
                                                          "nDCG",
                                                          "nDCG(dcg='exp-log2')@" + k,
                                                          "DCG@" + k,
                                                          "P@" + k,
                                                          "R@" + k,
                                                          "AP",
                                                          "AP@" + k,
                                                          "RR",
                                                          "RR@" + k,
                                                          "Rprec",
                                                          "Success@" + k,
                                                          "Hits@" + k,
                                                          "RBP(p=0.7)",
                                                          "Judged@" + k,
                                                          "ndcg@" + k,
                                                          "map@" + k,
                                                          "mrr@" + k,
                                                          "recall@" + k,
                                                          "precision@" + k,
                                                          "ndcg_cut_" + k,
                                                          "P_" + k,
                                                          "recall_" + k,
                                                          "map",
                                                          "map_cut_" + k,
                                                          "recip_rank",
                                                          "success_" + k,
                                                          "Rprec",
                                                          "ndcg"}) {
    const auto spec = parse_measure(name);
    RC_ASSERT(spec.has_value());
    const auto expected = ties::expected_column(*spec, rel);
    RC_ASSERT(expected.has_value());
    RC_ASSERT(ties::has_expectation(*spec));
    const auto docs = entries_of<ScoredDoc>(run);
    const auto judged = entries_of<GradedDoc>(qrels);
    RankingBuilder builder;
    const double fast = expected->value(Topic{builder.assign(judged, docs)});
    const double slow = mean_over_orders(qrels, run, to_column(*spec, rel));
    RC_LOG() << name << " " << fast << " " << slow << "\n";
    RC_ASSERT(std::abs(fast - slow) <= 1e-12 * std::max(1.0, std::abs(slow)));
    RC_ASSERT(expected->name == to_column(*spec, rel).name);
  }
}

RC_GTEST_PROP(TieReport, HoldsTheExtremesOfAllOrders, ()) {
  const int n = *rc::gen::inRange(1, 7);
  Row run;
  Row qrels;
  for (int i = 0; i < n; ++i) {
    const std::string id(1, static_cast<char>('a' + i));
    run.emplace_back(id, static_cast<double>(*rc::gen::inRange(0, 3)));
    if (*rc::gen::inRange(0, 3) > 0) {
      qrels.emplace_back(id, static_cast<double>(*rc::gen::inRange(-1, 4)));
    }
  }
  qrels.emplace_back("never found", 2.0);
  const auto qrels_table = testing::table_of<Qrels>({{"q", qrels}});
  const TopicSet topics(qrels_table);
  const JudgedRun judged = judge_run(testing::table_of<foley::Run>({{"q", run}}), topics, {});
  std::vector<MeasureSpec> specs;
  for (const char* name : {"nDCG@3", "P@2", "R@3", "AP", "RR", "Success@2", "RBP(p=0.7)"}) {
    specs.push_back(parse_measure(name).value());
  }
  const double rel = *rc::gen::element(0.0, 1.0, 2.0);
  const auto report = ties::tie_report(topics, judged, specs, rel);
  RC_ASSERT(report.has_value());
  for (std::size_t m = 0; m < specs.size(); ++m) {
    const ties::TieRange slow = over_orders(qrels, run, to_column(specs[m], rel));
    const ties::TieRange& fast = report->values[m][0];
    RC_LOG() << report->measures[m] << "\n";
    RC_ASSERT(std::abs(fast.least - slow.least) <= 1e-12);
    RC_ASSERT(std::abs(fast.greatest - slow.greatest) <= 1e-12);
    RC_ASSERT(std::abs(fast.expected - slow.expected) <= 1e-12);
    RC_ASSERT(report->undecided[m] == (fast.greatest > fast.least ? 1U : 0U));
  }
}

TEST(TieReport, CountsDocumentsThatShareTheirScore) {
  const auto qrels = testing::table_of<Qrels>({{"q", {{"a", 1.0}, {"b", 0.0}, {"c", 1.0}}}});
  const TopicSet topics(qrels);
  const JudgedRun run = judge_run(
      testing::table_of<foley::Run>({{"q", {{"a", 2.0}, {"x", 2.0}, {"b", 1.0}}}}), topics, {});
  const std::vector<MeasureSpec> specs{parse_measure("RR").value()};
  const auto report = ties::tie_report(topics, run, specs).value();
  EXPECT_EQ(report.hits, 2U);
  EXPECT_EQ(report.tied_hits, 1U);
  for (const char* name : {"Judged@3", "nDCG(gains={1:0})", "bpref"}) {
    const std::vector<MeasureSpec> refused{parse_measure(name).value()};
    EXPECT_FALSE(ties::tie_report(topics, run, refused).has_value()) << name;
  }
}

TEST(ExpectedTies, AConstantScorerGetsNoPerfectValue) {
  Row run;
  for (int i = 0; i < 100; ++i) {
    run.emplace_back("d" + std::to_string(i), 0.0);
  }
  const Row qrels{{"d0", 1.0}};
  const auto ranking = testing::judged_ranking(qrels, run);
  // One relevant among 100 on a random rank: the mean reciprocal rank is H(100) / 100.
  double harmonic = 0.0;
  for (int i = 1; i <= 100; ++i) {
    harmonic += 1.0 / i;
  }
  EXPECT_NEAR(ties::expected_reciprocal_rank(ranking, {}, 1.0), harmonic / 100.0, 1e-15);
  EXPECT_NEAR(ties::expected_precision(ranking, 10, 1.0), 0.01, 1e-15);
  EXPECT_NEAR(ties::expected_success(ranking, 10, 1.0), 0.1, 1e-12);
}

TEST(ExpectedTies, OfOtherMeasuresAreRefusedByName) {
  const auto spec = parse_measure("bpref");
  ASSERT_TRUE(spec.has_value());
  const auto column = ties::expected_column(*spec, 1.0);
  ASSERT_FALSE(column.has_value());
  EXPECT_NE(column.error().to_line().find("bpref"), std::string::npos);
  EXPECT_FALSE(ties::has_expectation(*spec));
}

}  // namespace
}  // namespace foley::retrieval
