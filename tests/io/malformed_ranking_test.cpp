#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/malformed.hpp"

namespace foley::io {
namespace {

using Kind = ErrorKind;

// Refused as a run and as qrels alike.
std::vector<Malformed> shared_rows() {
  return {
      {"list at the top", "[]", Kind::wrong_top, 1, "a list"},
      {"text at the top", "\n\"q\"", Kind::wrong_top, 2, "text"},
      {"no query", "{}", Kind::bad_value, 1, "no query"},
      {"documents are a list", "{\n\"q\": [\"a\"]}", Kind::wrong_type, 2, "query 'q'"},
      {"documents are null", "{\"q\": {},\n\"r\": null}", Kind::wrong_type, 2, "query 'r'"},
      {"documents are a number at the end of its line", "{\n\"q\": 1\n}", Kind::wrong_type, 2,
       "query 'q'"},
      {"value is text", "{\"q\": {\n\"a\": \"1\"}}", Kind::wrong_type, 2, "a|"},
      {"value is null", "{\"q\": {\"a\": 1,\n\"b\": null}}", Kind::wrong_type, 2, "b|"},
      {"value is true", "{\"q\": {\"a\": true}}", Kind::wrong_type, 1, "a|"},
      {"value is a list", "{\"q\": {\n\n\"a\": [1]}}", Kind::wrong_type, 3, "a|"},
      {"value is NaN", "{\"q\": {\n\"a\": NaN}}", Kind::bad_syntax, 2},
      {"document twice", "{\"q\": {\"a\": 1,\n\"a\": 2}}", Kind::duplicate, 2, "'a'"},
      {"query twice", "{\"q\": {\"a\": 1},\n\"q\": {\"b\": 2}}", Kind::duplicate, 2, "'q'"},
  };
}

std::vector<Malformed> run_rows() {
  std::vector<Malformed> rows = shared_rows();
  rows.push_back({"infinite score", "{\"q\": {\n\"a\": 1e999 }}", Kind::bad_value, 2, "1e999"});
  return rows;
}

std::vector<Malformed> qrels_rows() {
  std::vector<Malformed> rows = shared_rows();
  for (Malformed& each : std::vector<Malformed>{
           {"fraction", "{\"q\": {\"a\": 1,\n\"b\": 2.5 }}", Kind::bad_value, 2, "b|"},
           {"fraction at the end of its line", "{\"q\": {\n\"a\": 2.5\n}}", Kind::bad_value, 2,
            "a|"},
           {"grade 128", "{\"q\": {\n\"a\": 128 }}", Kind::bad_value, 2, "a|"},
           {"grade 128 at the end of its line", "{\"q\": {\n\"a\": 128\n}}", Kind::bad_value, 2,
            "a|"},
           {"grade -128", "{\"q\": {\"a\": -128}}", Kind::bad_value, 1, "a|"},
           {"huge grade", "{\"q\": {\"a\": 99999999999999999999}}", Kind::bad_value, 1, "a|"}}) {
    rows.push_back(std::move(each));
  }
  return rows;
}

class MalformedRun : public ::testing::TestWithParam<Malformed> {};
class MalformedQrels : public ::testing::TestWithParam<Malformed> {};

TEST_P(MalformedRun, IsRefusedWithPlaceAndAdvice) {
  expect_refused(GetParam(), error_of(parse_run_json(GetParam().bytes, "run.json")));
}

TEST_P(MalformedQrels, IsRefusedWithPlaceAndAdvice) {
  expect_refused(GetParam(), error_of(parse_qrels_json(GetParam().bytes, "qrels.json")));
}

INSTANTIATE_TEST_SUITE_P(Table, MalformedRun, ::testing::ValuesIn(run_rows()), case_name);
INSTANTIATE_TEST_SUITE_P(Table, MalformedQrels, ::testing::ValuesIn(qrels_rows()), case_name);

}  // namespace
}  // namespace foley::io
