#include <gtest/gtest.h>

#include <charconv>
#include <string>
#include <vector>

#include "foley/retrieval/build_run.hpp"
#include "foley/retrieval/evaluate_run.hpp"
#include "support/near.hpp"
#include "support/oracle.hpp"
#include "support/rows.hpp"

namespace foley::retrieval {
namespace {

using testing::Json;

// A metric by its recorded name, cut-offs below 1 included (the drop-in functions take them; the
// command line does not).
Metric recorded_metric(const std::string& name) {
  const std::size_t at = name.find('@');
  Metric metric{find_measure(name.substr(0, at)), kDefaultCutoff, name};
  if (at != std::string::npos) {
    const char* const first = name.data() + at + 1;
    const char* const last = name.data() + name.size();
    const auto [end, code] = std::from_chars(first, last, metric.k);
    if (code != std::errc{} || end != last) {
      throw std::invalid_argument("no cut-off: " + name);
    }
  }
  return metric;
}

std::vector<Metric> recorded_metrics(const Json& keywords) {
  if (!keywords.contains("metrics")) {
    return default_metrics();
  }
  std::vector<Metric> metrics;
  for (const Json& name : keywords.at("metrics")) {
    metrics.push_back(recorded_metric(name.get<std::string>()));
  }
  return metrics;
}

void check_report(const Json& recorded) {
  const Json& keywords = recorded.at("kw");
  const auto run = testing::oracle_table<foley::Run>(recorded.at("run"));
  const auto qrels = testing::oracle_table<Qrels>(recorded.at("qrels"));
  const double rel_level =
      keywords.contains("rel_lvl") ? keywords.at("rel_lvl").get<double>() : 1.0;
  const RetrievalReport report = evaluate_run(run, qrels, recorded_metrics(keywords), rel_level,
                                              recorded.at("k").get<std::int64_t>());

  const Json& expected = recorded.at("report");
  EXPECT_EQ(report.k, expected.at("k").get<std::int64_t>());
  EXPECT_EQ(report.metrics, expected.at("mean_order").get<std::vector<std::string>>());
  ASSERT_EQ(report.per_query.size(), expected.at("per_query_order").size());
  for (std::size_t q = 0; q < report.per_query.size(); ++q) {
    const QueryResult& query = report.per_query[q];
    SCOPED_TRACE(query.query);
    EXPECT_EQ(query.query, expected.at("per_query_order").at(q).get<std::string>());
    EXPECT_EQ(query.rank, expected.at("ranks").at(query.query).get<std::int64_t>());
    for (std::size_t m = 0; m < report.metrics.size(); ++m) {
      FOLEY_EXPECT_NEARLY(
          testing::oracle_number(expected.at("per_query").at(query.query).at(report.metrics[m])),
          query.values[m]);
    }
  }
  for (std::size_t m = 0; m < report.metrics.size(); ++m) {
    SCOPED_TRACE(report.metrics[m]);
    FOLEY_EXPECT_NEARLY(testing::oracle_number(expected.at("mean").at(report.metrics[m])),
                        report.mean[m]);
  }
  const Json& baseline = recorded.at("baseline");
  EXPECT_EQ(format_regression_diff(report, baseline.value("metric", "ndcg@10"),
                                   baseline.value("value", 0.0), baseline.value("tolerance", 0.02)),
            recorded.at("diff_text").get<std::string>());
}

TEST(ReportOracle, ReportsAndDiffTexts) {
  FOLEY_LOAD_ORACLE(oracle, "evaluate_run");
  ASSERT_EQ(oracle.at("reports").size(), 14U);
  for (std::size_t i = 0; i < oracle.at("reports").size(); ++i) {
    SCOPED_TRACE("report " + std::to_string(i));
    check_report(oracle.at("reports").at(i));
  }
}

TEST(ReportOracle, Means) {
  FOLEY_LOAD_ORACLE(oracle, "evaluate_run");
  for (const Json& recorded : oracle.at("mean_over_queries")) {
    const auto values = recorded.at("values").get<std::vector<double>>();
    EXPECT_TRUE(testing::same_bits(mean_over_queries(values), recorded.at("expect").get<double>()))
        << recorded;
  }
}

TEST(ReportOracle, BuiltRuns) {
  FOLEY_LOAD_ORACLE(oracle, "evaluate_run");
  std::size_t compared = 0;
  for (const Json& recorded : oracle.at("build_run")) {
    const auto ids = recorded.at("ids").get<std::vector<std::string>>();
    // With a repeated id the recorded program keeps the worst place; here the best one counts.
    if (ids.size() != recorded.at("expect").size()) {
      continue;
    }
    foley::Run run;
    ASSERT_TRUE(add_ranked(run, "q", ids));
    testing::Row row;
    for (const ScoredDoc& doc : run.find("q")) {
      row.emplace_back(doc.id, doc.score);
    }
    EXPECT_EQ(row, testing::oracle_row(recorded.at("expect")));
    compared += 1;
  }
  EXPECT_EQ(compared, 4U);
}

TEST(ReportOracle, MetricNamesThatBothReadMeanTheSame) {
  FOLEY_LOAD_ORACLE(oracle, "evaluate_run");
  std::size_t read = 0;
  for (const Json& recorded : oracle.at("parse_metric")) {
    const auto metric = parse_metric(recorded.at("name").get<std::string>());
    if (!metric) {
      continue;
    }
    read += 1;
    EXPECT_EQ(metric->measure->name, recorded.at("expect").at(0).get<std::string>());
    EXPECT_EQ(metric->k, recorded.at("expect").at(1).get<std::int64_t>());
  }
  EXPECT_EQ(read, 3U);  // ndcg@10, ndcg, precision@5; the strict reader refuses the others
}

}  // namespace
}  // namespace foley::retrieval
