#include "foley/gate/rule.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace foley::gate {
namespace {

TEST(Rule, IsANameASignAndANumber) {
  const auto rule = parse_rule(" kad.p >= 5e-2 ", "--gate");
  ASSERT_TRUE(rule);
  EXPECT_EQ(rule->quantity, "kad.p");
  EXPECT_EQ(rule->comparison, Comparison::at_least);
  EXPECT_EQ(rule->bound, 0.05);
  EXPECT_EQ(rule->text(), "kad.p>=0.05");
  EXPECT_EQ(parse_rule("fad<-1", "x")->text(), "fad<-1");
  EXPECT_EQ(parse_rule("fad>2", "x")->comparison, Comparison::above);
  EXPECT_EQ(parse_rule("fad<=2", "x")->comparison, Comparison::at_most);
}

TEST(Rule, AnythingElseIsAnError) {
  for (const char* text : {"", "fad", "<=2", "fad<=", "fad<=two", "fad<=nan", "fad<=inf", "fad=2",
                           "Fad<=2", "fad<=2x", "fad<<2", "fad >= 1 2", "a b<1"}) {
    const auto rule = parse_rule(text, "--gate");
    ASSERT_FALSE(rule) << text;
    EXPECT_EQ(rule.error().kind, ErrorKind::bad_syntax);
    EXPECT_NE(rule.error().to_line().find("--gate"), std::string::npos);
  }
}

TEST(Rule, HoldsAtItsBoundAsItsSignSays) {
  const std::vector<Quantity> numbers{{"fad", 2.0}, {"kad", std::nullopt}};
  const auto passed = [&](const char* text) {
    return check_rule(*parse_rule(text, ""), numbers, "")->passed;
  };
  EXPECT_TRUE(passed("fad<=2"));
  EXPECT_FALSE(passed("fad<2"));
  EXPECT_TRUE(passed("fad>=2"));
  EXPECT_FALSE(passed("fad>2"));
  EXPECT_TRUE(passed("fad>1"));
  EXPECT_TRUE(passed("fad<3"));
  EXPECT_FALSE(passed("fad>=3"));
  EXPECT_FALSE(passed("fad<=1"));
}

TEST(Rule, WithoutANumberNothingPasses) {
  const std::vector<Quantity> numbers{{"kad", std::nullopt}};
  const auto outcome = check_rule(*parse_rule("kad<=1", ""), numbers, "");
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(outcome->passed);
  EXPECT_FALSE(outcome->value);
}

TEST(Rule, AnUnknownNameIsAnErrorThatNamesTheNearest) {
  const std::vector<Quantity> numbers{{"coverage", 0.5}, {"fad", 1.0}};
  const auto near = check_rule(*parse_rule("covrage>0", ""), numbers, "--gate");
  ASSERT_FALSE(near);
  EXPECT_EQ(near.error().kind, ErrorKind::unknown_name);
  EXPECT_NE(near.error().advice.find("coverage"), std::string::npos);
  const auto far = check_rule(*parse_rule("zzzzzzzz>0", ""), numbers, "--gate");
  EXPECT_NE(far.error().advice.find("coverage, fad"), std::string::npos);
}

}  // namespace
}  // namespace foley::gate
