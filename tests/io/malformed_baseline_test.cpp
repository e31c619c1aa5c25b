#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/malformed.hpp"

namespace foley::io {
namespace {

using Kind = ErrorKind;

const std::string kGood =
    "{\n"                                 // 1
    "  \"metric\": \"ndcg@10\",\n"        // 2
    "  \"value\": 0.7,\n"                 // 3
    "  \"tolerance\": 0.02,\n"            // 4
    "  \"system\": {\n"                   // 5
    "    \"embedder\": \"e\",\n"          // 6
    "    \"dim\": 64,\n"                  // 7
    "    \"rrf_k\": 60,\n"                // 8
    "    \"backend\": \"memory\"\n"       // 9
    "  },\n"                              // 10
    "  \"corpus\": {\n"                   // 11
    "    \"name\": \"ring0\",\n"          // 12
    "    \"manifest_sha256\": \"m\"\n"    // 13
    "  },\n"                              // 14
    "  \"golden\": {\n"                   // 15
    "    \"revision\": \"gld-v1\",\n"     // 16
    "    \"seed_sha256\": \"s\",\n"       // 17
    "    \"n_items\": 3\n"                // 18
    "  },\n"                              // 19
    "  \"updated_at\": \"2026-01-01\"\n"  // 20
    "}\n";

std::string changed(std::string_view from, std::string_view to) { return with(kGood, from, to); }

std::vector<Malformed> rows() {
  return {
      {"list at the top", "\n[]", Kind::wrong_top, 2, "a list"},
      {"number at the top", "1\n", Kind::wrong_top, 1, "a number"},
      {"empty object", "{}", Kind::missing_field, 1, "metric"},
      {"no metric", changed("  \"metric\": \"ndcg@10\",\n", ""), Kind::missing_field, 1, "metric"},
      {"no value", changed("  \"value\": 0.7,\n", ""), Kind::missing_field, 1, "value"},
      {"no tolerance", changed("  \"tolerance\": 0.02,\n", ""), Kind::missing_field, 1,
       "tolerance"},
      {"no embedder", changed("    \"embedder\": \"e\",\n", ""), Kind::missing_field, 5,
       "system.embedder"},
      {"no dim", changed("    \"dim\": 64,\n", ""), Kind::missing_field, 5, "system.dim"},
      {"no corpus stamp", changed("\"manifest_sha256\"", "\"other\""), Kind::missing_field, 11,
       "corpus.manifest_sha256"},
      {"no golden stamp", changed("    \"seed_sha256\": \"s\",\n", ""), Kind::missing_field, 15,
       "golden.seed_sha256"},
      {"no system", changed("\"system\"", "\"sistem\""), Kind::missing_field, 1, "system"},
      {"no corpus", changed("\"corpus\"", "\"korpus\""), Kind::missing_field, 1, "corpus"},
      {"no golden", changed("\"golden\"", "\"golde\""), Kind::missing_field, 1, "golden"},
      {"metric is a number", changed("\"ndcg@10\"", "10"), Kind::wrong_type, 2, "metric"},
      {"value is text", changed("0.7", "\"0.7\""), Kind::wrong_type, 3, "value"},
      {"value is null", changed("0.7", "null"), Kind::wrong_type, 3, "value"},
      {"value is NaN", changed("0.7", "NaN"), Kind::bad_syntax, 3},
      {"value is beyond double", changed("0.7", "1e999"), Kind::bad_value, 3, "1e999"},
      {"tolerance is negative", changed("0.02", "-0.02"), Kind::bad_value, 4, "tolerance"},
      {"tolerance is negative at the end of its line", changed("0.02,", "-1\n,"), Kind::bad_value,
       4, "tolerance"},
      {"tolerance is above 1", changed("0.02", "1.5"), Kind::bad_value, 4, "tolerance"},
      {"value is above 1", changed("0.7", "1.01"), Kind::bad_value, 3, "value"},
      {"value is negative", changed("0.7", "-0.1"), Kind::bad_value, 3, "value"},
      {"metric is unknown", changed("ndcg@10", "ndgc@10"), Kind::unknown_name, 2, "metric"},
      {"tolerance is true", changed("0.02", "true"), Kind::wrong_type, 4, "tolerance"},
      {"system is a list", with(kGood, "\"system\": {", "\"system\": [], \"x\": {"),
       Kind::wrong_type, 5, "system"},
      {"golden is null", with(kGood, "\"golden\": {", "\"golden\": null, \"x\": {"),
       Kind::wrong_type, 15, "golden"},
      {"embedder is null", changed("\"e\"", "null"), Kind::wrong_type, 6, "system.embedder"},
      {"dim is a fraction", changed("64", "64.5"), Kind::wrong_type, 7, "system.dim"},
      {"dim is a fraction at the end of its line", changed("64,", "64.5\n,"), Kind::wrong_type, 7,
       "system.dim"},
      {"rrf_k is text", changed("60", "\"60\""), Kind::wrong_type, 8, "system.rrf_k"},
      {"backend is null", changed("\"memory\"", "null"), Kind::wrong_type, 9, "system.backend"},
      {"corpus name is a number", changed("\"ring0\"", "0"), Kind::wrong_type, 12, "corpus.name"},
      {"corpus stamp is a number at the end of its line", changed("\"m\"", "5"), Kind::wrong_type,
       13, "corpus.manifest_sha256"},
      {"revision is a number", changed("\"gld-v1\"", "1"), Kind::wrong_type, 16, "golden.revision"},
      {"golden stamp is null", changed("\"s\"", "null"), Kind::wrong_type, 17,
       "golden.seed_sha256"},
      {"count is a fraction at the end of its line", changed("3\n", "3.5\n"), Kind::wrong_type, 18,
       "golden.n_items"},
      {"date is a number", changed("\"2026-01-01\"", "20260101 "), Kind::wrong_type, 20,
       "updated_at"},
  };
}

class MalformedBaseline : public ::testing::TestWithParam<Malformed> {};

TEST_P(MalformedBaseline, IsRefusedWithPlaceAndAdvice) {
  expect_refused(GetParam(), error_of(parse_baseline(GetParam().bytes, "baseline.json")));
}

INSTANTIATE_TEST_SUITE_P(Table, MalformedBaseline, ::testing::ValuesIn(rows()), case_name);

TEST(MalformedBaseline, TheTemplateIsFaultless) {
  const auto baseline = parse_baseline(kGood, "baseline.json");
  ASSERT_TRUE(baseline.has_value());
  EXPECT_EQ(baseline->metric, "ndcg@10");
  EXPECT_EQ(baseline->value, 0.7);
  EXPECT_EQ(baseline->dim, 64);
  EXPECT_EQ(baseline->n_items, 3);
  EXPECT_EQ(baseline->manifest_sha256, "m");
  EXPECT_EQ(baseline->seed_sha256, "s");
}

}  // namespace
}  // namespace foley::io
