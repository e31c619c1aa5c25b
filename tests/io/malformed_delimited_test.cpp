// Tables of text that must be refused, with place, kind and code.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "foley/io/delimited.hpp"
#include "io/malformed.hpp"

namespace foley::io {
namespace {

using Kind = ErrorKind;

struct Faulty {
  const char* name;
  std::string bytes;
  Kind kind;
  std::size_t line;
  std::size_t column;
  const char* code;
  const char* about;
};

const std::string kRun = "qid,docno,score\nq1,a,2.5\n";
const std::string kQrels = "query-id\tcorpus-id\tscore\nq1\ta\t1\n";

const std::vector<Faulty> kRuns{
    {"empty", "", Kind::bad_syntax, 1, 0, "04", "empty"},
    {"line ends only", "\n\r\n", Kind::bad_syntax, 1, 0, "04", "empty"},
    {"header only", "qid,docno,score\n", Kind::bad_syntax, 1, 0, "04", "below its header"},
    {"byte-order mark", "\xEF\xBB\xBF" + kRun, Kind::bad_encoding, 1, 0, "03", "byte-order mark"},
    {"Latin-1", kRun + "q1,caf\xE9,1\n", Kind::bad_encoding, 3, 7, "02", "UTF-8"},
    {"NUL", kRun + "q1,b" + std::string(1, '\0') + ",1\n", Kind::bad_encoding, 3, 5, "02", "UTF-8"},
    {"no separator", "qid docno score\nq a 1\n", Kind::bad_syntax, 1, 0, "15", "no header"},
    {"semicolons", "qid;docno;score\nq;a;1\n", Kind::bad_syntax, 1, 0, "15", "no header"},
    {"no query column", "docno,score\na,1\n", Kind::missing_field, 1, 1, "15",
     "no column of queries (it has docno, score)"},
    {"no document column", "qid,score\nq,1\n", Kind::missing_field, 1, 1, "15", "documents"},
    {"no score column", "qid,docno,relevance\nq,a,1\n", Kind::missing_field, 1, 1, "15", "scores"},
    {"blank in a column name", "qid, docno,score\nq,a,1\n", Kind::missing_field, 1, 1, "15",
     "documents"},
    {"column twice", "qid,docno,score,QID\nq,a,1,q\n", Kind::duplicate, 1, 17, "15", "'QID'"},
    {"unused column twice", "qid,docno,x,score,x\nq,a,1,1,1\n", Kind::duplicate, 1, 19, "15",
     "'x'"},
    {"no header", "q1,a,2.5\nq1,b,1\n", Kind::missing_field, 1, 1, "15", "queries"},
    {"too few fields", kRun + "q1,b\n", Kind::bad_syntax, 3, 4, "05", "2 fields, the header 3"},
    {"too many fields", kRun + "q1,b,1,x\n", Kind::bad_syntax, 3, 8, "05", "4 fields"},
    {"decimal comma", kRun + "q1,b,1,5\n", Kind::bad_syntax, 3, 8, "05", "4 fields"},
    {"trailing comma", kRun + "q1,b,1,\n", Kind::bad_syntax, 3, 8, "05", "4 fields"},
    {"a line of TREC", kRun + "q1 Q0 b 1 2 tag\n", Kind::bad_syntax, 3, 1, "05", "1 fields"},
    {"empty query id", kRun + ",b,1\n", Kind::bad_value, 3, 1, "05", "query id"},
    {"empty document id", kRun + "q1,\"\",1\n", Kind::bad_value, 3, 4, "05", "document id"},
    {"score is a word", kRun + "q1,b,high\n", Kind::bad_value, 3, 6, "06", "'high'"},
    {"score is empty", kRun + "q1,b,\n", Kind::bad_value, 3, 6, "06", "''"},
    {"score has a blank", kRun + "q1,b, 1\n", Kind::bad_value, 3, 6, "06", "' 1'"},
    {"score has two signs", kRun + "q1,b,+-1\n", Kind::bad_value, 3, 6, "06", "'+-1'"},
    {"score is a sign", kRun + "q1,b,+\n", Kind::bad_value, 3, 6, "06", "'+'"},
    {"score is hexadecimal", kRun + "q1,b,0x10\n", Kind::bad_value, 3, 6, "06", "'0x10'"},
    {"score with thousands", kRun + "q1,b,\"1,000\"\n", Kind::bad_value, 3, 6, "06", "'1,000'"},
    {"score is nan", kRun + "q1,b,nan\n", Kind::bad_value, 3, 6, "07", "'nan'"},
    {"score is -inf", kRun + "q1,b,-inf\n", Kind::bad_value, 3, 6, "07", "'-inf'"},
    {"score is beyond double", kRun + "q1,b,1e999\n", Kind::bad_value, 3, 6, "07", "1e999"},
    {"score of 400 digits", kRun + "q1,b,1" + std::string(400, '0') + "\n", Kind::bad_value, 3, 6,
     "07", "beyond"},
    {"document twice", kRun + "q2,a,1\nq1,a,1\n", Kind::duplicate, 4, 4, "10", "'a' stands twice"},
    {"document twice, once quoted", kRun + "q1,\"a\",1\n", Kind::duplicate, 3, 4, "10", "'a'"},
    {"first repetition of two", kRun + "q2,b,1\nq2,b,1\nq1,a,1\n", Kind::duplicate, 4, 4, "10",
     "'b'"},
    {"two runs", "run,qid,docno,score\nA,q,a,1\nB,q,b,1\n", Kind::bad_value, 3, 1, "17",
     "'A' and 'B'"},
    {"quote never closed", kRun + "q1,\"b,1\nq1,c,1\n", Kind::bad_syntax, 3, 4, "20",
     "never closed"},
    {"text behind a quote", kRun + "q1,\"b\"x,1\n", Kind::bad_syntax, 3, 7, "20", "follows"},
    {"blank behind a quote", kRun + "q1,\"b\" ,1\n", Kind::bad_syntax, 3, 7, "20", "follows"},
    {"quote inside a field", kRun + "q1,5\" pipe,1\n", Kind::bad_syntax, 3, 5, "20", "inside"},
    {"column behind a line end in quotes", kRun + "q1,\"b\nc\",x\n", Kind::bad_value, 4, 4, "06",
     "'x'"},
    {"carriage return inside", kRun + "q1,b\rc,1\n", Kind::bad_syntax, 3, 5, "12", "carriage"},
    {"old line ends", "qid,docno,score\rq,a,1\r", Kind::bad_syntax, 1, 16, "12", "carriage"},
    {"escape sequence", kRun + "q1,\x1b[2J,1\n", Kind::bad_syntax, 3, 4, "12", "control"},
    {"escape sequence in quotes", kRun + "q1,\"\x1b[2J\",1\n", Kind::bad_syntax, 3, 5, "12",
     "control"},
    {"tab in CSV", kRun + "q1,a\tb,1\n", Kind::bad_syntax, 3, 5, "12", "control"},
    {"header never closed", "qid,\"docno,score\nq,a,1\n", Kind::bad_syntax, 1, 5, "20", "closed"},
};

const std::vector<Faulty> kJudgments{
    {"header only", "query-id\tcorpus-id\tscore\n", Kind::bad_syntax, 1, 0, "04", "header"},
    {"no grade column", "qid,docno,rank\nq,a,1\n", Kind::missing_field, 1, 1, "15", "grades"},
    {"blanks for tabs", kQrels + "q1 b 1\n", Kind::bad_syntax, 3, 1, "05", "1 fields"},
    {"fraction", kQrels + "q1\tb\t2.5\n", Kind::bad_value, 3, 6, "08", "'2.5'"},
    {"word", kQrels + "q1\tb\tyes\n", Kind::bad_value, 3, 6, "08", "'yes'"},
    {"empty grade", kQrels + "q1\tb\t\n", Kind::bad_value, 3, 6, "08", "''"},
    {"exponent", kQrels + "q1\tb\t1e1\n", Kind::bad_value, 3, 6, "08", "'1e1'"},
    {"nan", kQrels + "q1\tb\tnan\n", Kind::bad_value, 3, 6, "08", "'nan'"},
    {"infinity", kQrels + "q1\tb\tinf\n", Kind::bad_value, 3, 6, "08", "'inf'"},
    {"128", kQrels + "q1\tb\t128\n", Kind::bad_value, 3, 6, "09", "'128'"},
    {"-128", kQrels + "q1\tb\t-128\n", Kind::bad_value, 3, 6, "09", "'-128'"},
    {"huge", kQrels + "q1\tb\t9999999999999999999999\n", Kind::bad_value, 3, 6, "09", "99"},
    {"judged twice", kQrels + "q1\ta\t1\n", Kind::duplicate, 3, 4, "11", "judged twice"},
    {"judged twice, otherwise", kQrels + "q1\ta\t0\n", Kind::duplicate, 3, 4, "11", "'q1'"},
};

template <class Table>
void expect_all_refused(const std::vector<Faulty>& rows,
                        Result<Table> (*parse)(std::string_view, const std::string&)) {
  for (const Faulty& row : rows) {
    SCOPED_TRACE(row.name);
    const auto error = error_of(parse(row.bytes, "table.csv"));
    expect_refused({row.name, row.bytes, row.kind, row.line, row.about}, error);
    if (error) {
      EXPECT_EQ(error->column, row.column) << error->to_line();
      EXPECT_EQ(error->code, std::string("FE-IO-") + row.code) << error->to_line();
    }
  }
}

TEST(MalformedDelimited, RunsAreRefusedWithPlaceAndAdvice) {
  expect_all_refused(kRuns, parse_delimited_run);
}

TEST(MalformedDelimited, JudgmentsAreRefusedWithPlaceAndAdvice) {
  expect_all_refused(kJudgments, parse_delimited_qrels);
}

}  // namespace
}  // namespace foley::io
