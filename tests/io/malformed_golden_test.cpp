#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/malformed.hpp"

namespace foley::io {
namespace {

using Kind = ErrorKind;

// Line numbers in the comments are those of the errors below.
const std::string kGood =
    "[\n"                                 // 1
    "  {\n"                               // 2
    "    \"id\": \"g1\",\n"               // 3
    "    \"context\": \"it rains\",\n"    // 4
    "    \"expected_events\": [\n"        // 5
    "      {\n"                           // 6
    "        \"query\": \"rain\",\n"      // 7
    "        \"ucs_catid\": \"RAIN\",\n"  // 8
    "        \"layer\": \"ambience\",\n"  // 9
    "        \"diegetic\": true,\n"       // 10
    "        \"salience\": \"high\"\n"    // 11
    "      }\n"                           // 12
    "    ],\n"                            // 13
    "    \"answer_clip_ids\": {\n"        // 14
    "      \"RAIN\": [\n"                 // 15
    "        \"ring0:a\",\n"              // 16
    "        \"ring0:b\"\n"               // 17
    "      ]\n"                           // 18
    "    },\n"                            // 19
    "    \"grade\": {\n"                  // 20
    "      \"a\": 2,\n"                   // 21
    "      \"b\": 1\n"                    // 22
    "    },\n"                            // 23
    "    \"negatives\": [\"car\"],\n"     // 24
    "    \"labeler\": \"llm\",\n"         // 25
    "    \"schema_version\": 1\n"         // 26
    "  }\n"                               // 27
    "]\n";

std::string changed(std::string_view from, std::string_view to) { return with(kGood, from, to); }

std::vector<Malformed> rows() {
  const std::string item =
      "{\"id\": \"g1\", \"context\": \"\", \"expected_events\": [{\"query\": "
      "\"q\"}], \"answer_clip_ids\": {}, \"grade\": {}}";
  return {
      // another shape
      {"object at the top", "{}", Kind::wrong_top, 1, "an object"},
      {"null at the top", "\n\nnull", Kind::wrong_top, 3, "null"},
      {"text at the top", "\"[]\"", Kind::wrong_top, 1, "text"},
      {"number at the top", "7\n", Kind::wrong_top, 1, "a number"},
      {"item is text", "[\n\"g1\"]", Kind::wrong_type, 2, "item 0"},
      {"item is a list", "[\n[]]", Kind::wrong_type, 2, "a list"},
      {"item is null", "[" + item + ",\nnull]", Kind::wrong_type, 2, "item 1"},
      {"item is a number at the end of its line", "[\n7\n]", Kind::wrong_type, 2, "item 0"},
      // missing fields stand on the line of their object
      {"no id", changed("    \"id\": \"g1\",\n", ""), Kind::missing_field, 2, "id"},
      {"no context", changed("    \"context\": \"it rains\",\n", ""), Kind::missing_field, 2,
       "context"},
      {"no events",
       with(item, "\"expected_events\": [{\"query\": \"q\"}], ", "").insert(0, "[") + "]",
       Kind::missing_field, 1, "expected_events"},
      {"no answers", with(item, "\"answer_clip_ids\": {}, ", "").insert(0, "[\n") + "]",
       Kind::missing_field, 2, "answer_clip_ids"},
      {"no grade", with(item, ", \"grade\": {}", "").insert(0, "[\n\n") + "]", Kind::missing_field,
       3, "grade"},
      {"no query", changed("        \"query\": \"rain\",\n", ""), Kind::missing_field, 6,
       "expected_events[0].query"},
      // wrong types
      {"id is a number", changed("\"g1\"", "1"), Kind::wrong_type, 3, "id"},
      {"id is null", changed("\"g1\"", "null"), Kind::wrong_type, 3, "id"},
      {"id is empty", changed("\"g1\"", "\"\""), Kind::bad_value, 3, "id"},
      {"context is a list", changed("\"it rains\"", "[]"), Kind::wrong_type, 4, "context"},
      {"events are text", with(item, "[{\"query\": \"q\"}]", "\"q\"").insert(0, "[\n") + "]",
       Kind::wrong_type, 2, "expected_events"},
      {"events are an object", with(item, "[{\"query\": \"q\"}]", "{}").insert(0, "[\n") + "]",
       Kind::wrong_type, 2, "expected_events"},
      {"events are an empty list", with(item, "[{\"query\": \"q\"}]", "\n[]").insert(0, "[") + "]",
       Kind::bad_value, 2, "expected_events"},
      {"event is text", with(item, "{\"query\": \"q\"}", "\n\"q\"").insert(0, "[") + "]",
       Kind::wrong_type, 2, "expected_events[0]"},
      {"query is a list", changed("\"rain\"", "[\"rain\"]"), Kind::wrong_type, 7,
       "expected_events[0].query"},
      {"query is a number at the end of its line", changed("\"rain\",", "1\n,"), Kind::wrong_type,
       7, "expected_events[0].query"},
      {"catid is null", changed("\"RAIN\",", "null,"), Kind::wrong_type, 8,
       "expected_events[0].ucs_catid"},
      {"layer is unknown", changed("\"ambience\"", "\"ambiance\""), Kind::bad_value, 9,
       "expected_events[0].layer"},
      {"layer is a number", changed("\"ambience\"", "3"), Kind::wrong_type, 9, "layer"},
      {"diegetic is text", changed("true", "\"true\""), Kind::wrong_type, 10,
       "expected_events[0].diegetic"},
      {"diegetic is a number", changed("true", "1"), Kind::wrong_type, 10, "diegetic"},
      {"salience is unknown", changed("\"high\"", "\"loud\""), Kind::bad_value, 11, "salience"},
      {"salience is a number at the end of its line", changed("\"high\"", "3"), Kind::wrong_type,
       11, "salience"},
      {"answers are a list",
       with(item, "\"answer_clip_ids\": {}", "\"answer_clip_ids\": \n[]").insert(0, "[") + "]",
       Kind::wrong_type, 2, "answer_clip_ids"},
      {"answers are null",
       with(item, "\"answer_clip_ids\": {}", "\"answer_clip_ids\": null").insert(0, "[") + "]",
       Kind::wrong_type, 1, "answer_clip_ids"},
      {"clips are text",
       with(item, "\"answer_clip_ids\": {}", "\"answer_clip_ids\": {\"R\":\n\"a\"}")
               .insert(0, "[") +
           "]",
       Kind::wrong_type, 2, "answer_clip_ids['R']"},
      {"clip is a number", changed("\"ring0:b\"\n", "4\n"), Kind::wrong_type, 17,
       "answer_clip_ids['RAIN'][1]"},
      {"clip stands twice", changed("\"ring0:b\"\n", "\"ring0:a\"\n"), Kind::duplicate, 17,
       "answer_clip_ids['RAIN'][1]"},
      // the scale of grades
      {"grade above the scale", changed("\"a\": 2", "\"a\": 3"), Kind::bad_value, 21, "grade['a']"},
      {"grade below the scale", changed("\"a\": 2", "\"a\": -1"), Kind::bad_value, 21, "-1"},
      {"huge grade", changed("\"a\": 2", "\"a\": 99999999999999999999"), Kind::wrong_type, 21,
       "grade"},
      {"grade off the scale at the end of its line", changed("\"b\": 1", "\"b\": 3"),
       Kind::bad_value, 22, "grade['b']"},
      {"grade is a fraction", changed("\"a\": 2", "\"a\": 1.5"), Kind::wrong_type, 21,
       "grade['a']"},
      {"grade is a real whole number", changed("\"a\": 2", "\"a\": 2.0"), Kind::wrong_type, 21,
       "grade"},
      {"grade is a fraction at the end of its line", changed("\"b\": 1", "\"b\": 0.5"),
       Kind::wrong_type, 22, "grade['b']"},
      {"grade is text", changed("\"a\": 2", "\"a\": \"2\""), Kind::wrong_type, 21, "grade['a']"},
      {"grade is true", changed("\"a\": 2", "\"a\": true"), Kind::wrong_type, 21, "grade['a']"},
      {"grade is null", changed("\"b\": 1", "\"b\": null"), Kind::wrong_type, 22, "grade['b']"},
      {"grades are a list", with(item, "\"grade\": {}", "\"grade\": \n[]").insert(0, "[") + "]",
       Kind::wrong_type, 2, "grade"},
      // optional fields
      {"negatives are text", changed("[\"car\"]", "\"car\""), Kind::wrong_type, 24, "negatives"},
      {"negative is a number", changed("[\"car\"]", "[\"car\", 1]"), Kind::wrong_type, 24,
       "negatives[1]"},
      {"labeler is null", changed("\"llm\"", "null"), Kind::wrong_type, 25, "labeler"},
      {"schema version is text", changed("\"schema_version\": 1", "\"schema_version\": \"1\""),
       Kind::wrong_type, 26, "schema_version"},
      {"schema version is a fraction at the end of its line",
       changed("\"schema_version\": 1", "\"schema_version\": 1.5"), Kind::wrong_type, 26,
       "schema_version"},
      // ids
      {"repeated id", "[" + item + ",\n" + item + "]", Kind::duplicate, 2, "line 1"},
      {"id with control characters",
       with(item, "\"g1\"", "\"a\\u001b[2J\\nb\"").insert(0, "[") + ",\n" +
           with(item, "\"g1\"", "\"a\\u001b[2J\\nb\"") + "]",
       Kind::duplicate, 2, "id"},
      {"repeated key", changed("\"labeler\": \"llm\"", "\"id\": \"g2\""), Kind::duplicate, 25,
       "'id'"},
  };
}

class MalformedGolden : public ::testing::TestWithParam<Malformed> {};

TEST_P(MalformedGolden, IsRefusedWithPlaceAndAdvice) {
  expect_refused(GetParam(), document_error(parse_golden(GetParam().bytes, "seed.json")));
}

INSTANTIATE_TEST_SUITE_P(Table, MalformedGolden, ::testing::ValuesIn(rows()), case_name);

TEST(MalformedGolden, TheTemplateIsFaultless) {
  const auto document = parse_golden(kGood, "seed.json");
  ASSERT_TRUE(document.has_value());
  EXPECT_TRUE(document->errors.empty());
  ASSERT_EQ(document->items.size(), 1U);
  EXPECT_EQ(document->items[0].line, 2U);
  EXPECT_EQ(document->items[0].expected_events[0].line, 6U);
  EXPECT_EQ(document->items[0].grade_of("b"), 1);
}

TEST(MalformedGolden, ListsOneFaultAnItemAndKeepsTheOthers) {
  const std::string good =
      "{\"id\": \"ok\", \"context\": \"\", \"expected_events\": [{\"query\": "
      "\"q\"}], \"answer_clip_ids\": {}, \"grade\": {}}";
  const auto document =
      parse_golden("[\n{\"id\": 1},\n" + good + ",\n{\"id\": \"x\"},\nnull]", "seed.json");
  ASSERT_TRUE(document.has_value());
  ASSERT_EQ(document->items.size(), 1U);
  EXPECT_EQ(document->items[0].id, "ok");
  ASSERT_EQ(document->errors.size(), 3U);
  EXPECT_EQ(document->errors[0].line, 2U);
  EXPECT_EQ(document->errors[1].line, 4U);
  EXPECT_EQ(document->errors[1].item, "x");
  EXPECT_EQ(document->errors[2].line, 5U);
}

}  // namespace
}  // namespace foley::io
