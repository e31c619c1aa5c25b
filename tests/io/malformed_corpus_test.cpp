#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/malformed.hpp"

namespace foley::io {
namespace {

using Kind = ErrorKind;

const std::string kGood =
    "[\n"                                 // 1
    "  {\n"                               // 2
    "    \"file\": \"a.wav\",\n"          // 3
    "    \"caption\": \"rain\",\n"        // 4
    "    \"tags\": [\n"                   // 5
    "      \"wet\"\n"                     // 6
    "    ],\n"                            // 7
    "    \"ucs_catid\": \"RAIN\",\n"      // 8
    "    \"license_id\": \"CC0-1.0\",\n"  // 9
    "    \"rights_verified\": true\n"     // 10
    "  }\n"
    "]\n";

std::string changed(std::string_view from, std::string_view to) { return with(kGood, from, to); }

std::vector<Malformed> rows() {
  return {
      {"object at the top", "{\"file\": \"a.wav\"}", Kind::wrong_top, 1, "an object"},
      {"number at the top", "\n1\n", Kind::wrong_top, 2, "a number"},
      {"clip is text", "[\n\"a.wav\"\n]", Kind::wrong_type, 2, "clip 0"},
      {"clip is a number at the end of its line", "[\n5\n]", Kind::wrong_type, 2, "clip 0"},
      {"no file", changed("    \"file\": \"a.wav\",\n", ""), Kind::missing_field, 2, "file"},
      {"no caption", changed("    \"caption\": \"rain\",\n", ""), Kind::missing_field, 2,
       "caption"},
      {"file is null", changed("\"a.wav\"", "null"), Kind::wrong_type, 3, "file"},
      {"file is empty", changed("\"a.wav\"", "\"\""), Kind::bad_value, 3, "file"},
      {"caption is null", changed("\"rain\"", "null"), Kind::wrong_type, 4, "caption"},
      {"caption is a number", changed("\"rain\"", "1"), Kind::wrong_type, 4, "caption"},
      {"tags are null", with(kGood, "[\n      \"wet\"\n    ]", "null"), Kind::wrong_type, 5,
       "tags"},
      {"tags are text", with(kGood, "[\n      \"wet\"\n    ]", "\"wet\""), Kind::wrong_type, 5,
       "tags"},
      {"tag is a number at the end of its line", changed("\"wet\"", "1"), Kind::wrong_type, 6,
       "tags[0]"},
      {"tag is a list", changed("\"wet\"", "[]"), Kind::wrong_type, 6, "tags[0]"},
      {"catid is a list", changed("\"RAIN\"", "[]"), Kind::wrong_type, 8, "ucs_catid"},
      {"licence is a number", changed("\"CC0-1.0\"", "0"), Kind::wrong_type, 9, "license_id"},
      {"rights are text", changed("true", "\"yes\""), Kind::wrong_type, 10, "rights_verified"},
      {"rights are a number at the end of their line", changed("true", "1"), Kind::wrong_type, 10,
       "rights_verified"},
      {"same file twice",
       "[{\"file\": \"a.wav\", \"caption\": \"x\"},\n{\"file\": \"a.wav\", \"caption\": \"y\"}]",
       Kind::duplicate, 2, "line 1"},
      {"same clip id of two files",
       "[{\"file\": \"x/a.wav\", \"caption\": \"x\"},\n\n{\"file\": \"y/a.flac\", \"caption\": "
       "\"y\"}]",
       Kind::duplicate, 3, "ring0:a"},
  };
}

class MalformedCorpus : public ::testing::TestWithParam<Malformed> {};

TEST_P(MalformedCorpus, IsRefusedWithPlaceAndAdvice) {
  expect_refused(GetParam(), document_error(parse_corpus(GetParam().bytes, "corpus.json")));
}

INSTANTIATE_TEST_SUITE_P(Table, MalformedCorpus, ::testing::ValuesIn(rows()), case_name);

TEST(MalformedCorpus, TheTemplateIsFaultless) {
  const auto document = parse_corpus(kGood, "corpus.json");
  ASSERT_TRUE(document.has_value());
  EXPECT_TRUE(document->errors.empty());
  ASSERT_EQ(document->entries.size(), 1U);
  EXPECT_EQ(document->entries[0].line, 2U);
  EXPECT_EQ(document->entries[0].tags, (std::vector<std::string>{"wet"}));
  EXPECT_EQ(document->entries[0].license_id, "CC0-1.0");
}

TEST(MalformedCorpus, AFaultyClipDoesNotTakeItsId) {
  const auto document = parse_corpus(
      "[{\"file\": \"a.wav\"},\n{\"file\": \"a.wav\", \"caption\": \"y\"}]", "corpus.json");
  ASSERT_TRUE(document.has_value());
  EXPECT_EQ(document->errors.size(), 1U);
  EXPECT_EQ(document->entries.size(), 1U);
}

}  // namespace
}  // namespace foley::io
