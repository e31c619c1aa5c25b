#include "foley/io/delimited.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/rows.hpp"

namespace foley::io {
namespace {

using testing::Row;
using Rows = std::vector<std::pair<std::string, Row>>;

template <class Table>
Rows rows_of(const Result<Table>& table) {
  EXPECT_TRUE(table.has_value()) << table.error().to_line();
  Rows rows;
  if (table) {
    for (const auto& row : table->rows()) {
      Row entries;
      for (const auto& [id, value] : table->entries(row)) {
        entries.emplace_back(std::string(id), value);
      }
      rows.emplace_back(std::string(row.query), entries);
    }
  }
  return rows;
}

Rows run(const std::string& bytes) { return rows_of(parse_delimited_run(bytes, "run.csv")); }
Rows qrels(const std::string& bytes) { return rows_of(parse_delimited_qrels(bytes, "qrels.csv")); }

TEST(Delimited, ColumnsGoByName) {
  const Rows expected{{"q1", {{"a", 2.5}, {"b", 2.0}}}, {"q2", {{"a", -1e-3}}}};
  EXPECT_EQ(run("query_id,doc_id,score\nq1,a,2.5\nq1,b,2\nq2,a,-1e-3\n"), expected);
  EXPECT_EQ(run("score\tDocNo\tqid\n2.5\ta\tq1\n+2\tb\tq1\n-.001\ta\tq2"), expected);
  EXPECT_EQ(run("rank,q_id,run,Corpus-ID,sim\r\n1,q1,x,a,2.5\r\n2,q1,x,b,2\r\n1,q2,x,a,-0.001\r\n"),
            expected);
  // The frames of one tool: the text of the query as `query`, its own number as `docid`.
  EXPECT_EQ(run("qid,docid,docno,rank,score,query\nq1,7,a,0,2.5,rain\nq1,8,b,1,2,rain\n"
                "q2,7,a,0,-1e-3,\"door, wood\"\n"),
            expected);
}

TEST(Delimited, JudgmentsHaveGrades) {
  const Rows expected{{"q1", {{"a", 2.0}, {"b", 0.0}}}, {"q2", {{"a", -1.0}}}};
  EXPECT_EQ(qrels("query-id\tcorpus-id\tscore\nq1\ta\t2\nq1\tb\t0\nq2\ta\t-1\n"), expected);
  EXPECT_EQ(qrels("query_id,doc_id,relevance,iteration\nq1,a,2,0\nq1,b,-0.0,0\nq2,a,-1,0\n"),
            expected);
  EXPECT_EQ(qrels("qid,docno,label,score\nq1,a,2.0,9.5\nq1,b,0,9\nq2,a,-1,8\n"), expected);
}

TEST(Delimited, RowsOfAQueryMayStandApart) {
  EXPECT_EQ(run("qid,docno,score\nq1,a,1\nq2,a,1\nq1,b,2\n"),
            (Rows{{"q1", {{"a", 1.0}, {"b", 2.0}}}, {"q2", {{"a", 1.0}}}}));
}

TEST(Delimited, QuotedFields) {
  EXPECT_EQ(run("\"qid\",\"docno\",\"score\"\n\"q,1\",\"say \"\"door\"\"\",\"2\"\n"
                "\"q,1\",\"two\nlines\",1\n\"q,1\",\"\"\"\",0\r\n"),
            (Rows{{"q,1", {{"say \"door\"", 2.0}, {"two\nlines", 1.0}, {"\"", 0.0}}}}));
  EXPECT_EQ(run("qid\tdocno\tscore\nq\t\"a\tb\"\t2\nq\t5\" pipe\t1\n"),
            (Rows{{"q", {{"a\tb", 2.0}, {"5\" pipe", 1.0}}}}));
}

TEST(Delimited, BlankLinesAndBlanksInIds) {
  EXPECT_EQ(run("\n\r\nqid,docno,score\n\n my q ,Door Slam,1\r\n\r\n"),
            (Rows{{" my q ", {{"Door Slam", 1.0}}}}));
}

TEST(Delimited, TheEndsOfDouble) {
  EXPECT_EQ(run("qid,docno,score\nq,a,1.7976931348623157e308\nq,b,5e-324\nq,c,1e-999\n"),
            (Rows{{"q", {{"a", 1.7976931348623157e308}, {"b", 5e-324}, {"c", 0.0}}}}));
  EXPECT_EQ(qrels("qid,docno,rel\nq,a,127\nq,b,-127\nq,c,+3\n"),
            (Rows{{"q", {{"a", 127.0}, {"b", -127.0}, {"c", 3.0}}}}));
}

TEST(Delimited, LinesMayEndInCarriageReturnAndNewline) {
  const Rows expected{{"q", {{"a", 1.0}, {"b", 2.0}}}};
  EXPECT_EQ(run("qid,docno,score\r\nq,a,1\r\nq,b,2\r\n"), expected);
  EXPECT_EQ(run("qid,docno,score\r\nq,a,1\r\nq,b,2\r"), expected);
  EXPECT_EQ(run("\r\nqid,docno,score\r\nq,a,1\r\n\r\nq,b,2"), expected);
}

TEST(Delimited, LooksLikeIt) {
  for (const char* head :
       {"query_id,doc_id,score\n", "qid\tdocno", "\xEF\xBB\xBFqid,docno,score\n",
        "\nscore,\"docno\",QID\n", "query-id\tcorpus-id\tscore\nq\td\t1\n", "qid,docno\nbroken",
        "qid,docno,score\r\nq,a,1\r\n", "\r\nquery-id\tcorpus-id\r\n", "qid\tdocno\r"}) {
    EXPECT_TRUE(looks_like_delimited(head)) << head;
  }
  for (const char* head :
       {"", "\n", "q1 Q0 a 1 2.5 tag\n", "q1\tQ0\ta\t1\t2.5\ttag\n", "qid docno score\n",
        "{\"qid\": {\"docno\": 1}}", "qid,score\n", "# qid,docno\n", "\"qid,docno,score\n",
        "q1\t0\tdoc_id\t1\nquery_id,doc_id,score\n"}) {
    EXPECT_FALSE(looks_like_delimited(head)) << head;
  }
}

std::string quoted(const std::string& text, bool always) {
  if (!always && text.find_first_of(",\"\r\n\t") == std::string::npos) {
    return text;
  }
  std::string out = "\"";
  for (const char c : text) {
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  }
  return out + "\"";
}

RC_GTEST_PROP(DelimitedProperty, ReadsBackWhatIsQuotedByTheRules, ()) {
  const std::vector<std::string> pieces{"a", ",", "\"", "\n", "\r\n", "\t", " ", "é", "#", "\"\""};
  std::string bytes = "qid,docno,score";
  const std::string newline = *rc::gen::element<std::string>("\n", "\r\n");
  Rows expected;
  const auto queries = *rc::gen::inRange(1, 4);
  for (int q = 0; q < queries; ++q) {
    const auto text = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces));
    std::string id = std::to_string(q);
    for (const std::string& piece : text) {
      id += piece;
    }
    expected.push_back({id, {{id + "x", 1.5}, {"d", -2.0}}});
    const bool always = *rc::gen::arbitrary<bool>();
    bytes += newline + quoted(id, always) + "," + quoted(id + "x", always) + ",1.5";
    bytes += newline + quoted(id, !always) + ",d," + quoted("-2", always);
  }
  RC_ASSERT(run(bytes) == expected);
}

}  // namespace
}  // namespace foley::io
