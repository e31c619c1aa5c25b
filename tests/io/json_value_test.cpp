#include "foley/io/json_value.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "foley/io/json_text.hpp"
#include "support/oracle.hpp"

namespace foley::io {
namespace {

using Kind = JsonValue::Kind;

JsonValue parsed(const std::string& text) {
  auto value = parse_json(text, "test.json");
  EXPECT_TRUE(value.has_value()) << value.error().to_line();
  return value ? std::move(*value) : JsonValue{};
}

TEST(JsonValue, HoldsEveryKind) {
  const JsonValue value = parsed(
      "{\"n\": null, \"b\": true, \"i\": -7, \"r\": 2.5, \"s\": \"x\\u00e9\\ud83d\\ude00\","
      " \"l\": [1, []], \"o\": {}}");
  ASSERT_TRUE(value.is(Kind::object));
  EXPECT_TRUE(value.find("n")->is(Kind::null));
  EXPECT_TRUE(value.find("b")->boolean);
  EXPECT_EQ(value.find("i")->integer, -7);
  EXPECT_EQ(value.find("i")->real, -7.0);
  EXPECT_TRUE(value.find("i")->is_number());
  EXPECT_TRUE(value.find("r")->is(Kind::real));
  EXPECT_EQ(value.find("r")->real, 2.5);
  EXPECT_EQ(value.find("s")->string, "xé\U0001F600");
  EXPECT_EQ(value.find("l")->list.size(), 2U);
  EXPECT_TRUE(value.find("o")->object.empty());
  EXPECT_EQ(value.find("nosuch"), nullptr);
}

TEST(JsonValue, TellsIntegersFromReals) {
  EXPECT_TRUE(parsed("[9223372036854775807]").list[0].is(Kind::integer));
  EXPECT_TRUE(parsed("[-9223372036854775808]").list[0].is(Kind::integer));
  EXPECT_TRUE(parsed("[9223372036854775808]").list[0].is(Kind::real));
  EXPECT_TRUE(parsed("[1.0]").list[0].is(Kind::real));
  EXPECT_TRUE(parsed("[1e2]").list[0].is(Kind::real));
}

TEST(JsonValue, KeepsTheOrderOfKeys) {
  const JsonValue value = parsed("{\"b\": 1, \"a\": 2, \"\": 3}");
  ASSERT_EQ(value.object.size(), 3U);
  EXPECT_EQ(value.object[0].first, "b");
  EXPECT_EQ(value.object[1].first, "a");
  EXPECT_EQ(value.object[2].first, "");
}

TEST(JsonValue, ReadsSixtyFourLevels) {
  const JsonValue value = parsed(std::string(kDeepestJson, '[') + std::string(kDeepestJson, ']'));
  EXPECT_TRUE(value.is(Kind::list));
}

// Every value says the line on which it begins, whatever follows it.
class ScalarLine : public ::testing::TestWithParam<std::string> {};

TEST_P(ScalarLine, IsItsOwnBeforeEveryKindOfWhitespace) {
  const auto newlines = [](const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  };
  const std::string& value = GetParam();
  for (const std::string after : {"", " ", "\n", "\r\n", "\t\n", "\n\n\n", " \n"}) {
    SCOPED_TRACE(testing::Json(value + after).dump());
    const JsonValue in_list = parsed("[\n\n" + value + after + ",\n" + value + after + "]");
    EXPECT_EQ(in_list.list.at(0).line, 3U);
    EXPECT_EQ(in_list.list.at(1).line, 4U + newlines(value + after));
    EXPECT_EQ(parsed("{\"k\":\n" + value + after + "}").find("k")->line, 2U);
    EXPECT_EQ(parsed("\n" + value + after).line, 2U);
  }
}

INSTANTIATE_TEST_SUITE_P(Table, ScalarLine,
                         ::testing::Values("1", "-12", "2.5", "1e5", "\"text\"", "true", "false",
                                           "null", "[]", "{}", "[\n]", "{\n}", "0"));

TEST(JsonValue, ListsAndObjectsBeginAtTheirBracket) {
  const JsonValue value = parsed("[\n{\n\"a\":\n[\n1\n]\n}\n]");
  EXPECT_EQ(value.line, 1U);
  EXPECT_EQ(value.list[0].line, 2U);
  EXPECT_EQ(value.list[0].find("a")->line, 4U);
}

TEST(JsonValue, NamesItsKindForPeople) {
  const JsonValue value = parsed("[null, true, 1, 1.5, \"\", [], {}]");
  std::vector<std::string> names;
  for (const JsonValue& each : value.list) {
    names.emplace_back(each.kind_name());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"null", "true or false", "a number", "a number",
                                             "text", "a list", "an object"}));
}

TEST(JsonValue, SaysThatACutDocumentEndsTooEarly) {
  for (const char* text : {"[1,", "[\n  1,\n  2\n", "{\"a\": 1", "[{\"a\": 1},\n"}) {
    const auto value = parse_json(text, "cut.json");
    ASSERT_FALSE(value.has_value()) << text;
    EXPECT_NE(value.error().problem.find("ends too early"), std::string::npos)
        << testing::Json(text) << ": " << value.error().problem;
  }
}

TEST(JsonString, EscapesAsPythonDoes) {
  EXPECT_EQ(json_string("plain"), "\"plain\"");
  EXPECT_EQ(json_string("a\"b\\c/"), "\"a\\\"b\\\\c/\"");
  EXPECT_EQ(json_string("\b\f\n\r\t\x01\x1f"), "\"\\b\\f\\n\\r\\t\\u0001\\u001f\"");
  EXPECT_EQ(json_string("é\u2028\U0001F600"), "\"\\u00e9\\u2028\\ud83d\\ude00\"");
  EXPECT_EQ(json_string("\x7f"), "\"\\u007f\"");
  EXPECT_EQ(json_string("a\xff"), "\"a\\ufffd\"");
}

RC_GTEST_PROP(JsonStringProperty, ReadsBack, (const std::vector<std::uint8_t>& bytes)) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += static_cast<char>(byte & 0x7FU);
  }
  const auto value = parse_json(json_string(text), "s");
  RC_ASSERT(value.has_value());
  RC_ASSERT(value->string == text);
}

}  // namespace
}  // namespace foley::io
