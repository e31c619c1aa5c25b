#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/malformed.hpp"

namespace foley::io {
namespace {

using Kind = ErrorKind;

const std::string kGoodRun = "q1 Q0 a 1 2.5 tag\n";
const std::string kGoodQrels = "q1 0 a 1\n";

// Refused in both formats; `good` is a line of data.
std::vector<Malformed> shared_rows(const std::string& good) {
  const std::string nul(1, '\0');
  return {
      {"empty file", "", Kind::bad_syntax, 1},
      {"blank lines only", "\n  \n\t\n", Kind::bad_syntax, 1},
      {"comments only", "# a\n# b\n", Kind::bad_syntax, 1},
      {"byte order mark", "\xEF\xBB\xBF" + good, Kind::bad_encoding, 1},
      {"Latin-1", good + "q1 Q0 caf\xE9 1 2 tag\n", Kind::bad_encoding, 2},
      {"NUL byte", good + "\n" + "q1 Q0 b" + nul + " 1 2 tag\n", Kind::bad_encoding, 3},
      {"UTF-16", std::string("\xFF\xFEq\0 \0", 6), Kind::bad_encoding, 1},
      {"one field", good + "\nq1\n", Kind::bad_syntax, 3, "1 field,"},
      {"three fields", good + "q1 Q0 b", Kind::bad_syntax, 2, "3 fields"},
      {"comma separated", "q1,Q0,b,1,2,tag", Kind::bad_syntax, 1},
      {"comment sign after a blank", good + " # note\n", Kind::bad_syntax, 2},
      {"JSON", "{\"q\": {\"a\": 1}}", Kind::bad_syntax, 1},
  };
}

std::vector<Malformed> run_rows() {
  std::vector<Malformed> rows = shared_rows(kGoodRun);
  for (Malformed& each : std::vector<Malformed>{
           {"five fields", kGoodRun + "q1 Q0 b 1 2.5\n", Kind::bad_syntax, 2, "5 fields"},
           {"a line of qrels", kGoodRun + kGoodQrels, Kind::bad_syntax, 2, "4 fields"},
           {"score is a word", kGoodRun + "# c\nq1 Q0 b 1 high tag\n", Kind::bad_value, 3,
            "'high'"},
           {"score is nan", kGoodRun + "q1 Q0 b 1 nan tag\n", Kind::bad_value, 2, "'nan'"},
           {"score is NaN", kGoodRun + "q1 Q0 b 1 NaN tag\n", Kind::bad_value, 2, "'NaN'"},
           {"score is inf", kGoodRun + "q1 Q0 b 1 inf tag\n", Kind::bad_value, 2, "'inf'"},
           {"score is -Infinity", kGoodRun + "q1 Q0 b 1 -Infinity tag\n", Kind::bad_value, 2},
           {"score is beyond double", kGoodRun + "q1 Q0 b 1 1e999 tag\n", Kind::bad_value, 2,
            "1e999"},
           {"score has a decimal comma", kGoodRun + "q1 Q0 b 1 2,5 tag\n", Kind::bad_value, 2,
            "'2,5'"},
           {"score is hexadecimal", kGoodRun + "q1 Q0 b 1 0x10 tag\n", Kind::bad_value, 2,
            "'0x10'"},
           {"score has two signs", kGoodRun + "q1 Q0 b 1 +-5 tag\n", Kind::bad_value, 2, "'+-5'"},
           {"score is a sign", kGoodRun + "q1 Q0 b 1 + tag\n", Kind::bad_value, 2, "'+'"},
           {"score ends in a letter", kGoodRun + "q1 Q0 b 1 2.5f tag\n", Kind::bad_value, 2,
            "2.5f"},
           {"document twice", kGoodRun + "q2 Q0 a 1 2 tag\nq1 Q0 a 2 1 tag\n", Kind::duplicate, 3,
            "'a'"},
           {"document twice with CRLF", "q1 Q0 a 1 2 t\r\nq1 Q0 a 2 1 t\r\n", Kind::duplicate, 2,
            "'a'"},
           {"escape sequence in the score", "q1 Q0 a 1 \x1b[2J tag\n", Kind::bad_syntax, 1}}) {
    rows.push_back(std::move(each));
  }
  return rows;
}

std::vector<Malformed> qrels_rows() {
  std::vector<Malformed> rows = shared_rows(kGoodQrels);
  for (Malformed& each : std::vector<Malformed>{
           {"five fields", kGoodQrels + "q1 0 b 1 extra\n", Kind::bad_syntax, 2, "5 fields"},
           {"a line of a run", kGoodQrels + kGoodRun, Kind::bad_syntax, 2, "6 fields"},
           {"grade 2.5", kGoodQrels + "q1 0 b 2.5\n", Kind::bad_value, 2, "'2.5'"},
           {"grade is a word", kGoodQrels + "\n\nq1 0 b yes\n", Kind::bad_value, 4, "'yes'"},
           {"grade 128", kGoodQrels + "q1 0 b 128\n", Kind::bad_value, 2, "'128'"},
           {"grade -128", kGoodQrels + "q1 0 b -128\n", Kind::bad_value, 2, "'-128'"},
           {"huge grade", kGoodQrels + "q1 0 b 99999999999\n", Kind::bad_value, 2},
           {"grade nan", kGoodQrels + "q1 0 b nan\n", Kind::bad_value, 2, "'nan'"},
           {"grade has two signs", kGoodQrels + "q1 0 b +-1\n", Kind::bad_value, 2, "'+-1'"},
           {"grade is hexadecimal", kGoodQrels + "q1 0 b 0x1\n", Kind::bad_value, 2, "'0x1'"},
           {"document twice", kGoodQrels + "q1 0 a 1\n", Kind::duplicate, 2, "'a'"},
           {"document twice apart", kGoodQrels + "q2 0 a 1\nq3 0 a 1\nq1 0 a 0", Kind::duplicate, 4,
            "'q1'"},
           {"no newline at the end", kGoodQrels + "q1 0 b x", Kind::bad_value, 2, "'x'"}}) {
    rows.push_back(std::move(each));
  }
  return rows;
}

class MalformedTrecRun : public ::testing::TestWithParam<Malformed> {};
class MalformedTrecQrels : public ::testing::TestWithParam<Malformed> {};

TEST_P(MalformedTrecRun, IsRefusedWithPlaceAndAdvice) {
  expect_refused(GetParam(), error_of(parse_trec_run(GetParam().bytes, "run.txt")));
}

TEST_P(MalformedTrecQrels, IsRefusedWithPlaceAndAdvice) {
  expect_refused(GetParam(), error_of(parse_trec_qrels(GetParam().bytes, "qrels.txt")));
}

INSTANTIATE_TEST_SUITE_P(Table, MalformedTrecRun, ::testing::ValuesIn(run_rows()), case_name);
INSTANTIATE_TEST_SUITE_P(Table, MalformedTrecQrels, ::testing::ValuesIn(qrels_rows()), case_name);

}  // namespace
}  // namespace foley::io
