#include "foley/report/agreement_document.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "foley/report/agreement_parts.hpp"
#include "foley/report/plan_document.hpp"

namespace foley::report {
namespace {

using reliability::Reason;

ConfusionTable small_table() { return {"ann", "bob", {"poor", "good"}, {3, 1, 0, 12}, 16}; }

TEST(ValueName, IsTheLabelOrTheShortestNumber) {
  const std::vector<std::string> labels{"poor", "good"};
  EXPECT_EQ(value_name(1.0, labels), "good");
  EXPECT_EQ(value_name(2.0, labels), "2");
  EXPECT_EQ(value_name(0.5, labels), "0.5");
  EXPECT_EQ(value_name(-1.0, labels), "-1");
  EXPECT_EQ(value_name(3.0, {}), "3");
  EXPECT_EQ(value_name(0.1, {}), "0.1");
}

TEST(ConfusionText, CountsWithSharesOfTheRow) {
  EXPECT_EQ(confusion_text(small_table(), {}),
            "Confusion: ann (rows) against bob (columns), 16 units\n"
            "           poor     good  total\n"
            "  poor   3  75%   1  25%      4\n"
            "  good   ·       12 100%     12\n"
            "  total  3       13          16\n");
}

TEST(ConfusionText, GivesWayWhereTheTerminalIsNarrow) {
  ConfusionTable table{"a", "b", {}, {}, 100};
  for (int i = 0; i < 10; ++i) {
    table.values.push_back(std::to_string(i));
  }
  table.counts.assign(100, 1);
  TextStyle style;
  style.width = 120;
  EXPECT_NE(confusion_text(table, style).find("10%"), std::string::npos);
  style.width = 60;
  const std::string narrow = confusion_text(table, style);
  EXPECT_EQ(narrow.find('%'), std::string::npos);
  EXPECT_NE(narrow.find("total"), std::string::npos);
  style.width = 40;
  const std::string summary = confusion_text(table, style);
  EXPECT_NE(summary.find("10 different values; the same 10 of 100 times"), std::string::npos);
  EXPECT_EQ(summary.find("total"), std::string::npos);
}

TEST(ConfusionText, NamesTheMostFrequentOfManyValues) {
  ConfusionTable table{"a", "b", {}, {}, 40};
  for (int i = 0; i < 13; ++i) {
    table.values.push_back(std::to_string(i));
  }
  table.counts.assign(169, 0);
  table.counts[13 * 2 + 2] = 30;
  table.counts[13 * 2 + 5] = 10;
  EXPECT_EQ(confusion_text(table, {}),
            "Confusion: a (rows) against b (columns), 40 units\n"
            "  13 different values; the same 30 of 40 times\n"
            "  a  b  times  of the row\n"
            "  2  5     10         25%\n");
}

TEST(ConfusionText, ShadesOnlyWhereThereAreColours) {
  TextStyle style;
  EXPECT_EQ(confusion_text(small_table(), style).find('\x1b'), std::string::npos);
  style.color = true;
  const std::string shaded = confusion_text(small_table(), style);
  EXPECT_NE(shaded.find("\x1b[48;5;24;38;5;231m"), std::string::npos);
  ConfusionTable hostile = small_table();
  hostile.values[0] = "\x1b[2J\n";
  EXPECT_EQ(confusion_text(hostile, style).find("\x1b[2J"), std::string::npos);
}

TEST(ConfusionText, SaysWhereNothingIsShared) {
  EXPECT_EQ(confusion_text({"a", "b", {}, {}, 0}, {}),
            "Confusion: a (rows) against b (columns), 0 units\n  they share no unit\n");
}

AgreementDocument document_with(Reason reason, double alpha) {
  AgreementDocument document;
  document.file = "r.csv";
  document.units = 3;
  document.raters = 2;
  document.ratings = 6;
  AgreementPart part;
  part.units = 3;
  part.ratings = 6;
  part.alpha.alpha = {.value = alpha, .units = 3, .ratings = 6, .reason = reason};
  document.parts.push_back(part);
  return document;
}

TEST(AgreementText, SaysThatNothingIsShown) {
  const std::string text = agreement_text(document_with(Reason::no_pairs, 1.0), {});
  EXPECT_NE(text.find("Krippendorff's alpha      –"), std::string::npos) << text;
  EXPECT_NE(text.find("can show nothing: no unit has two ratings. Have some"), std::string::npos);
  EXPECT_EQ(text.find("reliable"), std::string::npos);
  AgreementDocument single = document_with(Reason::none, 1.0);
  single.parts[0].alpha.alpha.units = 1;
  EXPECT_NE(agreement_text(single, {}).find("can show nothing: too few units"), std::string::npos);
}

TEST(AgreementText, NamesTheBand) {
  const auto text = [](double alpha) {
    return agreement_text(document_with(Reason::none, alpha), {});
  };
  EXPECT_NE(text(0.8).find("Band: reliable; alpha reaches 0.8 on 3 units"), std::string::npos);
  EXPECT_NE(text(0.79).find("Band: tentative; alpha reaches 0.667 but not 0.8"), std::string::npos);
  EXPECT_NE(text(0.66).find("Band: revise-rubric; alpha is below 0.667"), std::string::npos);
}

TEST(AgreementJson, HoldsTheReasonInWords) {
  const auto json = nlohmann::json::parse(agreement_json(document_with(Reason::one_value, 1.0)));
  EXPECT_EQ(json["schema"], "foley-eval/agreement/1");
  EXPECT_EQ(json["all"]["alpha"]["reason"], "all compared ratings are the same value");
  EXPECT_EQ(json["all"]["alpha"]["evidence"], false);
  EXPECT_TRUE(json["interval_options"].is_null());
  EXPECT_FALSE(json.contains("strata"));
}

TEST(PlanOfUnits, SaysHowManyUnitsOrWhyNone) {
  PlanDocument document;
  document.assumed = {{1.0, 2.0}, {3.0, 1.0}, 0.8, 3};
  document.plan = {.units = 120, .ratings = 360, .half_width = 0.0493, .alpha = 0.8};
  EXPECT_EQ(plan_text(document, {}),
            "Have 120 units rated by 3 raters each: 360 ratings\n\n"
            "  goal            alpha ± 0.05 with 95% confidence, ordinal level\n"
            "  to be expected  ± 0.0493, by formula\n"
            "  resting on      assumed: alpha 0.8; shares 1: 75.0%, 2: 25.0%\n");
  document.plan = {.units = 0, .reason = Reason::unreachable};
  EXPECT_NE(plan_text(document, {}).find("No plan: out of reach"), std::string::npos);
}

}  // namespace
}  // namespace foley::report
