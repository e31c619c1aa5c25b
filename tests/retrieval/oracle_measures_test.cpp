#include <gtest/gtest.h>

#include <string>

#include "foley/retrieval/judged_ranking.hpp"
#include "foley/retrieval/metric.hpp"
#include "foley/retrieval/ranking.hpp"
#include "reference/measures.hpp"
#include "support/near.hpp"
#include "support/oracle.hpp"
#include "support/rows.hpp"

namespace foley::retrieval {
namespace {

using testing::Json;

void check_case(const Json& recorded) {
  const testing::Row qrels = testing::oracle_row(recorded.at("qrels"));
  const testing::Row run = testing::oracle_row(recorded.at("run"));
  const auto k = recorded.at("k").get<std::int64_t>();
  const auto rel_level = recorded.at("rel_lvl").get<double>();
  SCOPED_TRACE(recorded.at("note").get<std::string>() + ", k=" + std::to_string(k));

  const auto row = testing::entries_of<ScoredDoc>(run);
  std::vector<std::string> ranked;
  for (const std::size_t i : ranked_order(row)) {
    ranked.emplace_back(row[i].id);
  }
  EXPECT_EQ(ranked, recorded.at("ranked").get<std::vector<std::string>>());

  const auto ranking = testing::judged_ranking(qrels, run);
  EXPECT_EQ(ranking.rank_of_top(), recorded.at("rank_of_top").get<std::int64_t>());
  EXPECT_EQ(recorded.at("expect").size(), measures().size());
  for (const Measure& measure : measures()) {
    const std::string name(measure.name);
    const double expected = testing::oracle_number(recorded.at("expect").at(name));
    SCOPED_TRACE(name);
    FOLEY_EXPECT_NEARLY(expected, measure.value(ranking, k, rel_level));
    FOLEY_EXPECT_NEARLY(expected, reference::measure(name, qrels, run, k, rel_level));
  }
}

TEST(MeasureOracle, RandomCases) {
  FOLEY_LOAD_ORACLE(oracle, "retrieval_metrics");
  ASSERT_EQ(oracle.at("cases").size(), 134U);
  for (const Json& recorded : oracle.at("cases")) {
    check_case(recorded);
  }
}

TEST(MeasureOracle, EdgeCases) {
  FOLEY_LOAD_ORACLE(oracle, "retrieval_metrics");
  ASSERT_EQ(oracle.at("edge").size(), 26U);
  for (const Json& recorded : oracle.at("edge")) {
    check_case(recorded);
  }
}

}  // namespace
}  // namespace foley::retrieval
