// Scores one query with the installed library and prints the value.

#include <cstdio>

#include "foley/core/tables.hpp"
#include "foley/core/version.hpp"
#include "foley/retrieval/evaluate_run.hpp"
#include "foley/retrieval/metric.hpp"

int main() {
  foley::Qrels qrels;
  qrels.add_query("rain");
  qrels.add("window", 2);
  qrels.add("roof", 1);
  foley::Run run;
  run.add_query("rain");
  run.add("roof", 2.0);
  run.add("window", 1.0);

  const auto metric = foley::retrieval::parse_metric("ndcg@10");
  if (!metric) {
    std::fputs(metric.error().to_line().c_str(), stderr);
    return 2;
  }
  const auto report = foley::retrieval::evaluate_run(run, qrels, {*metric});
  std::printf("%s %.12f\n", metric->name.c_str(), report.mean_of("ndcg@10").value_or(-1.0));
  return foley::version().empty() ? 1 : 0;
}
