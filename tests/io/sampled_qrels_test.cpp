#include "foley/io/sampled_qrels.hpp"

#include <gtest/gtest.h>

#include "io/malformed.hpp"

namespace foley::io {
namespace {

TEST(SampledQrels, ReadStrata) {
  const auto qrels = parse_sampled_qrels("# pool\nq1 0 a 1 2\nq2 0 a 3 -1\r\nq1 0 b 2 -1\n", "s",
                                         SampleFormat::strata);
  ASSERT_TRUE(qrels.has_value()) << qrels.error().to_line();
  ASSERT_EQ(qrels->topics.size(), 2U);
  EXPECT_EQ(qrels->topics[0].query, "q1");
  EXPECT_EQ(qrels->topics[0].docs, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(qrels->topics[0].pool[0].grade, 2.0);
  EXPECT_EQ(qrels->topics[0].pool[0].stratum, 1);
  EXPECT_EQ(qrels->topics[0].pool[1].grade, -1.0);
}

TEST(SampledQrels, ReadProbabilitiesOfInclusion) {
  const auto qrels = parse_sampled_qrels("q1 a 1 0 0.25\nq1 b 0 1 1\n", "s", SampleFormat::prels);
  ASSERT_TRUE(qrels.has_value()) << qrels.error().to_line();
  EXPECT_EQ(qrels->topics[0].pool[0].inclusion, 0.25);
  EXPECT_EQ(qrels->topics[0].pool[1].inclusion, 1.0);
}

struct Case {
  SampleFormat format;
  std::string bytes;
  std::string code;
  std::size_t line;
  std::size_t column;
};

TEST(SampledQrels, RefuseWithPlaceAndCode) {
  const std::vector<Case> cases{{SampleFormat::strata, "q 0 a 1 1\nq 0 b 1\n", "FE-IO-05", 2, 0},
                                {SampleFormat::strata, "q 0 a 1 1.5\n", "FE-IO-08", 1, 9},
                                {SampleFormat::strata, "q 0 a 1 128\n", "FE-IO-09", 1, 9},
                                {SampleFormat::strata, "q 0 a x 1\n", "FE-IO-22", 1, 7},
                                {SampleFormat::strata, "q 0 a 1 1\nq 0 a 2 1\n", "FE-IO-11", 2, 5},
                                {SampleFormat::prels, "q a 1 0 0\n", "FE-IO-22", 1, 9},
                                {SampleFormat::prels, "q a 1 0 1.5\n", "FE-IO-22", 1, 9},
                                {SampleFormat::prels, "q a 1 0 nan\n", "FE-IO-22", 1, 9},
                                {SampleFormat::prels, "q a 1 0 -0.1\n", "FE-IO-22", 1, 9},
                                {SampleFormat::prels, "", "FE-IO-04", 1, 0}};
  for (const Case& each : cases) {
    const auto qrels = parse_sampled_qrels(each.bytes, "s", each.format);
    ASSERT_FALSE(qrels.has_value()) << each.bytes;
    EXPECT_EQ(qrels.error().code, each.code) << qrels.error().to_line();
    EXPECT_EQ(qrels.error().line, each.line) << qrels.error().to_line();
    if (each.column > 0) {
      EXPECT_EQ(qrels.error().column, each.column) << qrels.error().to_line();
    }
    EXPECT_TRUE(testing::is_good_line(qrels.error()));
  }
}

}  // namespace
}  // namespace foley::io
