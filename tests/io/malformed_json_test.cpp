#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/malformed.hpp"

// What no JSON document may hold, whatever it is about.
namespace foley::io {
namespace {

using Kind = ErrorKind;

std::vector<Malformed> rows() {
  const std::string nul(1, '\0');
  return {
      {"empty file", "", Kind::bad_syntax, 1},
      {"blanks only", " \n\t\r\n ", Kind::bad_syntax, 1},
      {"byte order mark", "\xEF\xBB\xBF[]", Kind::bad_encoding, 1},
      {"UTF-16", std::string("\xFF\xFE[\0]\0", 6), Kind::bad_encoding, 1},
      {"Latin-1 on line 3", "[\n\"a\",\n\"caf\xE9\"]", Kind::bad_encoding, 3},
      {"surrogate as UTF-8", "[\"\xED\xA0\x80\"]", Kind::bad_encoding, 1},
      {"plain text", "hello\n", Kind::bad_syntax, 1},
      {"markup", "<html>\n<body>", Kind::bad_syntax, 1},
      {"NaN literal", "[\n1,\nNaN]", Kind::bad_syntax, 3},
      {"Infinity literal", "{\"a\":\nInfinity}", Kind::bad_syntax, 2},
      {"negative Infinity literal", "{\"a\":\n-Infinity}", Kind::bad_syntax, 2},
      {"number beyond double", "[\n1,\n1e999, 2]", Kind::bad_value, 3, "1e999"},
      {"negative number beyond double", "[-1e999]", Kind::bad_value, 1, "-1e999"},
      {"100000 open brackets", std::string(100'000, '['), Kind::bad_syntax, 1, "deep"},
      {"100000 open objects",
       [] {
         std::string text;
         for (int i = 0; i < 100'000; ++i) {
           text += "{\"a\":";
         }
         return text;
       }(),
       Kind::bad_syntax, 1, "deep"},
      {"65 levels", std::string(65, '[') + std::string(65, ']'), Kind::bad_syntax, 1, "deep"},
      {"repeated key", "{\n\"a\": 1,\n\"b\": 2,\n\"a\": 3}", Kind::duplicate, 4, "'a'"},
      {"repeated key in an inner object", "[{\"x\": {\n\"é\": 1,\n\"\\u00e9\": 2}}]",
       Kind::duplicate, 3, "'é'"},
      {"cut after a comma", "[1,", Kind::bad_syntax, 1},
      {"cut inside a word", "[\ntru", Kind::bad_syntax, 2},
      {"cut inside a string", "[\n\"abc", Kind::bad_syntax, 2},
      {"cut after a key", "{\n\"a\"", Kind::bad_syntax, 2},
      {"cut inside an escape", "[\"\\u00", Kind::bad_syntax, 1},
      {"string over two lines", "[\n\"abc\ndef\"]", Kind::bad_syntax, 2},
      {"tab in a string", "[\"a\tb\"]", Kind::bad_syntax, 1},
      {"lone surrogate escape", "[\"\\ud800\"]", Kind::bad_syntax, 1},
      {"single quotes", "['a']", Kind::bad_syntax, 1},
      {"trailing comma", "[1,\n2,\n]", Kind::bad_syntax, 3},
      {"comment", "[1, // one\n2]", Kind::bad_syntax, 1},
      {"two documents", "[]\n[]", Kind::bad_syntax, 2},
      {"text after the document", "{}\nx", Kind::bad_syntax, 2},
      {"two numbers at the end of a line", "[\n1 2\n]", Kind::bad_syntax, 2},
      {"leading zero", "[012]", Kind::bad_syntax, 1},
      {"plus sign", "[+1]", Kind::bad_syntax, 1},
      {"key without quotes", "{a: 1}", Kind::bad_syntax, 1},
      {"NUL alone", nul, Kind::bad_syntax, 1},
      {"NUL between values", "[1," + nul + "2]", Kind::bad_syntax, 1},
      {"NUL in a string", "[\"a" + nul + "b\"]", Kind::bad_syntax, 1},
      {"NUL after the document", "[]" + nul, Kind::bad_syntax, 1},
      {"NUL hides the rest of the document", "[1]\n" + nul + "\n[2, 3]", Kind::bad_syntax, 2},
  };
}

class MalformedJson : public ::testing::TestWithParam<Malformed> {};

TEST_P(MalformedJson, IsRefusedWithPlaceAndAdvice) {
  expect_refused(GetParam(), error_of(parse_json(GetParam().bytes, "file.json")));
}

INSTANTIATE_TEST_SUITE_P(Table, MalformedJson, ::testing::ValuesIn(rows()), case_name);

// Rankings have codes, which ranking_codes_test.cpp checks.
std::optional<Error> without_code(std::optional<Error> error) {
  if (error) {
    EXPECT_FALSE(error->code.empty()) << error->to_line();
    error->code.clear();
  }
  return error;
}

// Every reader of a JSON document goes through the same gate.
TEST(MalformedJson, HasTheSameKindInEveryReader) {
  for (const Malformed& row : rows()) {
    for (const auto& error :
         {document_error(parse_golden(row.bytes, "f")),
          document_error(parse_corpus(row.bytes, "f")), error_of(parse_baseline(row.bytes, "f")),
          without_code(error_of(parse_run_json(row.bytes, "f"))),
          without_code(error_of(parse_qrels_json(row.bytes, "f")))}) {
      const auto direct = error_of(parse_json(row.bytes, "f"));
      if (direct) {
        ASSERT_TRUE(error.has_value()) << row.name;
        EXPECT_EQ(error->to_line(), direct->to_line()) << row.name;
      }
    }
  }
}

}  // namespace
}  // namespace foley::io
