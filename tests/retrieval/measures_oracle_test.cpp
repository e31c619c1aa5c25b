#include <gtest/gtest.h>

#include <filesystem>

#include "support/near.hpp"
#include "support/topics.hpp"

// Values that other programs gave; make_measures_oracle.py names them and their versions.
namespace foley::retrieval {
namespace {

using testing::Json;

constexpr double kExact = 1e-9;

const Json& oracle() {
  static const Json kOracle = Json::parse(testing::file_text(
      std::filesystem::path(FOLEY_DATA).parent_path() / "tests/retrieval/measures_oracle.json"));
  return kOracle;
}

testing::Row row_of(const Json& pairs) { return testing::oracle_row(pairs); }

GroupedTopic subtopics_of(const Json& topic) {
  std::vector<testing::SubtopicJudgment> judgments;
  for (const Json& each : topic.at("subtopics")) {
    judgments.push_back({each.at(0), each.at(1), each.at(2).get<double>()});
  }
  return testing::grouped_topic(judgments);
}

TEST(MeasuresOracle, GradedMeasuresAgreeWithIrMeasures) {
  ASSERT_GE(oracle().at("graded").size(), 70U);
  for (const auto& [name, values] : oracle().at("graded").items()) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Json& topic = oracle().at("topics").at(i);
      EXPECT_NEAR(testing::value_of(name, row_of(topic.at("qrels")), row_of(topic.at("run"))),
                  values.at(i).get<double>(), kExact)
          << name << " of topic " << i + 1;
    }
  }
}

TEST(MeasuresOracle, SubtopicMeasuresAgreeWithNdeval) {
  ASSERT_GE(oracle().at("diverse").size(), 20U);
  for (const auto& [name, values] : oracle().at("diverse").items()) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Json& topic = oracle().at("topics").at(i);
      EXPECT_NEAR(testing::subtopic_value(name, subtopics_of(topic), row_of(topic.at("run"))),
                  values.at(i).get<double>(), kExact)
          << name << " of topic " << i + 1;
    }
  }
}

// Every name of ir_measures prints as itself: the oracle's names are canonical there.
TEST(MeasuresOracle, NamesPrintAsTheyAreWritten) {
  for (const char* part : {"graded", "diverse"}) {
    for (const auto& [name, values] : oracle().at(part).items()) {
      if (name.find("0:0") == std::string::npos) {  // says nothing, and is left out
        EXPECT_EQ(to_string(testing::spec_of(name)), name);
      }
    }
  }
}

}  // namespace
}  // namespace foley::retrieval
