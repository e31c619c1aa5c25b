#include "foley/io/trec_write.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "foley/core/printable.hpp"
#include "foley/io/percent_text.hpp"
#include "foley/io/trec_text.hpp"
#include "support/near.hpp"
#include "support/one_line.hpp"
#include "support/rows.hpp"

namespace foley::io {
namespace {

using testing::Row;
using testing::table_of;

TEST(PercentText, EncodesWhatWouldEndAFieldOrALine) {
  const std::vector<std::pair<std::string, std::string>> rows{
      {"plain-id_7.wav", "plain-id_7.wav"},
      {"Door Slam", "Door%20Slam"},
      {"a\tb\nc\rd\ve\ff", "a%09b%0Ac%0Dd%0Be%0Cf"},
      {"#7", "%237"},
      {"C#7", "C#7"},
      {"100%", "100%25"},
      {"%20", "%2520"},
      {std::string("a\0b", 3), "a%00b"},
      {"\x7F\x1B[2J", "%7F%1B[2J"},
      {"Tür-雨", "Tür-雨"},
      {"a\u00A0b", "a%C2%A0b"},
      {"\u0085", "%C2%85"},
      {"\u3000x\u2003", "%E3%80%80x%E2%80%83"},
      {"\uFEFFx", "%EF%BB%BFx"},
      {"caf\xE9", "caf%E9"},
      {"\xE9\x20", "%E9%20"},
      {"\xE2\x80", "%E2%80"},
      {"", ""},
  };
  for (const auto& [id, text] : rows) {
    EXPECT_EQ(percent_encoded(id), text);
    EXPECT_EQ(percent_decoded(text), id);
    const bool only_percent = id == "100%" || id == "%20";
    EXPECT_EQ(fits_trec(id), !id.empty() && (id == text || only_percent)) << id;
  }
}

TEST(PercentText, DecodesWhatOthersWrite) {
  EXPECT_EQ(percent_decoded("%c3%A9"), "é");
  for (const char* text : {"%", "%2", "a%", "%zz", "%2x", "100% sure"}) {
    EXPECT_EQ(percent_decoded(text), text);
  }
  EXPECT_TRUE(fits_trec("100%"));
}

std::string drawn_id() {
  static const std::vector<std::string> kPieces{"a",      " ",    "%",    "%20", "#",      "\n",
                                                "\t",     "\r",   "é",    "雨",  "\u2028", "\u00A0",
                                                "\uFEFF", "\xE9", "\xC2", "1",   "\"",     "\x80"};
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(kPieces));
  std::string id = *rc::gen::elementOf(kPieces);
  for (const std::string& piece : pieces) {
    id += piece;
  }
  return id;
}

RC_GTEST_PROP(PercentTextProperty, EncodingIsReversedAndFits, ()) {
  const std::string id = *rc::gen::arbitrary<bool>() ? drawn_id() : *rc::gen::string<std::string>();
  const std::string text = percent_encoded(id);
  RC_ASSERT(percent_decoded(text) == id);
  RC_ASSERT(is_utf8(text));
  RC_ASSERT(fits_trec(text) == !id.empty());
}

const std::vector<std::pair<std::string, Row>> kRun{
    {"q 1", {{"b", 2.0}, {"#a", 2.0}, {"c%", 0.1}, {"é", 1e-7}}},
    {"q2", {{"x", -1.0}, {"y", 3.5}}}};

TEST(TrecRunText, RanksByScoreThenId) {
  EXPECT_EQ(trec_run_text(table_of<foley::Run>(kRun)).value(),
            "q%201 Q0 %23a 1 2.0 foley-eval\n"
            "q%201 Q0 b 2 2.0 foley-eval\n"
            "q%201 Q0 c%25 3 0.1 foley-eval\n"
            "q%201 Q0 é 4 1e-07 foley-eval\n"
            "q2 Q0 y 1 3.5 foley-eval\n"
            "q2 Q0 x 2 -1.0 foley-eval\n");
}

TEST(TrecRunText, KeepsAGivenOrder) {
  EXPECT_EQ(trec_run_text(table_of<foley::Run>({kRun[1], {"empty", {}}}),
                          {.tag = "my tag", .order = TrecOrder::given})
                .value(),
            "q2 Q0 x 1 -1.0 my%20tag\nq2 Q0 y 2 3.5 my%20tag\n");
  EXPECT_EQ(trec_run_text(foley::Run{}).value(), "");
}

TEST(TrecRunText, PlainIdsStayAsTheyAre) {
  const foley::Run run = table_of<foley::Run>({{"q%20", {{"100%", 1.0}}}});
  EXPECT_TRUE(fits_trec(run));
  EXPECT_EQ(trec_run_text(run, {.tag = "t", .ids = TrecIds::plain}).value(),
            "q%20 Q0 100% 1 1.0 t\n");
  EXPECT_FALSE(fits_trec(table_of<foley::Run>(kRun)));
  EXPECT_FALSE(fits_trec(table_of<Qrels>({{"q", {{"a b", 1.0}}}})));
}

void expect_refused(const Result<std::string>& text, const std::string& code,
                    const std::string& about) {
  ASSERT_FALSE(text.has_value()) << *text;
  EXPECT_EQ(text.error().kind, ErrorKind::bad_value);
  EXPECT_EQ(text.error().code, code);
  EXPECT_NE(text.error().problem.find(about), std::string::npos) << text.error().to_line();
  EXPECT_TRUE(testing::is_good_line(text.error()));
}

TEST(TrecRunText, RefusesWhatCannotBeWritten) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double score : {std::nan(""), infinity, -infinity}) {
    expect_refused(trec_run_text(table_of<foley::Run>({{"q", {{"a", 1.0}, {"b", score}}}})),
                   "FE-IO-07", "score");
  }
  expect_refused(trec_run_text(table_of<foley::Run>({{"", {{"a", 1.0}}}})), "FE-IO-05", "query id");
  expect_refused(trec_run_text(table_of<foley::Run>({{"q", {{"", 1.0}}}})), "FE-IO-05",
                 "document id");
  expect_refused(trec_run_text(foley::Run{}, {.tag = ""}), "FE-IO-05", "tag");
  const TrecRunFormat plain{.ids = TrecIds::plain};
  expect_refused(trec_run_text(table_of<foley::Run>({{"q", {{"a b", 1.0}}}}), plain), "FE-IO-12",
                 "'a b'");
  expect_refused(trec_run_text(table_of<foley::Run>({{"#q", {{"a", 1.0}}}}), plain), "FE-IO-12",
                 "'#q'");
}

TEST(TrecQrelsText, WritesWholeGrades) {
  EXPECT_EQ(
      trec_qrels_text(table_of<Qrels>({{"q 1", {{"b", 2.0}, {"a", -1.0}}}, {"q2", {{"x", 0.0}}}}))
          .value(),
      "q%201 0 b 2\nq%201 0 a -1\nq2 0 x 0\n");
  for (const double grade : {0.5, -0.5, std::nan("")}) {
    expect_refused(trec_qrels_text(table_of<Qrels>({{"q", {{"a", grade}}}})), "FE-IO-08", "grade");
  }
  for (const double grade : {128.0, -128.0, 1e300}) {
    expect_refused(trec_qrels_text(table_of<Qrels>({{"q", {{"a", grade}}}})), "FE-IO-09", "grade");
  }
  expect_refused(trec_qrels_text(table_of<Qrels>({{"q", {{"", 1.0}}}})), "FE-IO-05", "document");
}

RC_GTEST_PROP(TrecWriteProperty, ReadsBackAsItWas, ()) {
  std::vector<std::pair<std::string, Row>> queries;
  const auto count = *rc::gen::inRange(1, 4);
  for (int q = 0; q < count; ++q) {
    Row row;
    for (int d = 0; d < 5; ++d) {
      const double score = *rc::gen::arbitrary<double>();
      row.emplace_back(std::to_string(d) + drawn_id(), std::isfinite(score) ? score : 0.0);
    }
    queries.emplace_back(std::to_string(q) + drawn_id(), row);
  }
  const std::string text =
      trec_run_text(table_of<foley::Run>(queries), {.tag = "t", .order = TrecOrder::given}).value();
  const auto run = parse_trec_run(text, "run");
  RC_ASSERT(run.has_value());
  RC_ASSERT(run->size() == queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    RC_ASSERT(percent_decoded(run->rows()[q].query) == queries[q].first);
    const auto docs = run->entries(run->rows()[q]);
    RC_ASSERT(docs.size() == queries[q].second.size());
    for (std::size_t d = 0; d < docs.size(); ++d) {
      RC_ASSERT(percent_decoded(docs[d].id) == queries[q].second[d].first);
      RC_ASSERT(docs[d].score == queries[q].second[d].second);
    }
  }
}

}  // namespace
}  // namespace foley::io
