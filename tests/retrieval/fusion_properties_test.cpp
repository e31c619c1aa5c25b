// Laws of fusion on random runs, and the values that ranx computes.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "retrieval/fusion_tables.hpp"
#include "support/near.hpp"
#include "support/oracle.hpp"
#include "support/random_rows.hpp"

namespace foley::retrieval {
namespace {

using testing::fused_row;
using testing::Plan;
using testing::Row;
using testing::Table;

const std::vector<std::string> kQueries{"q1", "q2", "q3"};

// Few different scores (ties), small lists of a small world, topics that some runs lack.
std::vector<Table> drawn_runs() {
  std::vector<Table> runs(*rc::gen::inRange<std::size_t>(1, 5));
  for (Table& run : runs) {
    for (const std::string& query : kQueries) {
      if (*rc::gen::inRange(0, 4) == 0) {
        continue;
      }
      Row row;
      for (const std::size_t i : testing::random_subset(8)) {
        row.emplace_back(testing::world_id(i), static_cast<double>(*rc::gen::inRange(-8, 9)) / 8.0);
      }
      run.emplace_back(query, row);
    }
  }
  return runs;
}

Plan weighed(const FusionMethod& method, std::size_t runs) {
  return {.weights = std::vector<double>(method.needs_weights ? runs : 0, 1.0)};
}

template <class List>
void shuffle(List& list) {
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    std::swap(list[i], list[*rc::gen::inRange<std::size_t>(i, list.size())]);
  }
}

RC_GTEST_PROP(FusionProperty, NoOrderOfTheInputMatters, ()) {
  const std::vector<Table> runs = drawn_runs();
  std::vector<Table> mixed = runs;
  shuffle(mixed);
  for (Table& run : mixed) {
    shuffle(run);
    for (auto& [query, row] : run) {
      shuffle(row);
    }
  }
  for (const FusionMethod& method : fusion_methods()) {
    const std::string name(method.name);
    const Plan plan = weighed(method, runs.size());
    for (const Normalisation& norm : normalisations()) {
      for (const std::string& query : kQueries) {
        RC_ASSERT(fused_row(mixed, query, name, std::string(norm.name), plan) ==
                  fused_row(runs, query, name, std::string(norm.name), plan));
      }
    }
  }
}

RC_GTEST_PROP(FusionProperty, EveryDocumentOnceBestFirst, ()) {
  const std::vector<Table> runs = drawn_runs();
  std::map<std::string, std::map<std::string, int>> held;
  for (const Table& run : runs) {
    for (const auto& [query, row] : run) {
      for (const auto& [doc, score] : row) {
        held[query][doc] += 1;
      }
    }
  }
  for (const FusionMethod& method : fusion_methods()) {
    for (const std::string& query : kQueries) {
      const Row row =
          fused_row(runs, query, std::string(method.name), "z-score", weighed(method, runs.size()));
      RC_ASSERT(row.size() == held[query].size());
      RC_ASSERT(std::is_sorted(row.begin(), row.end(), [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
      }));
    }
  }
}

std::map<std::string, double> by_id(const Row& row) { return {row.begin(), row.end()}; }

// Scores are eighths: sums of them are exact.
RC_GTEST_PROP(FusionProperty, CombSumIsLinear, ()) {
  const std::vector<Table> runs = drawn_runs();
  const double factor = *rc::gen::element(2.0, -0.5, 8.0, 0.25);
  std::vector<Table> scaled = runs;
  for (Table& run : scaled) {
    for (auto& [query, row] : run) {
      for (auto& [doc, score] : row) {
        score *= factor;
      }
    }
  }
  const std::vector<double> weights(runs.size(), factor);
  std::vector<Table> twice = runs;
  twice.insert(twice.end(), runs.begin(), runs.end());
  for (const std::string& query : kQueries) {
    const auto plain = by_id(fused_row(runs, query, "combsum", "none"));
    const auto of_scaled = by_id(fused_row(scaled, query, "combsum", "none"));
    const auto weighted = by_id(fused_row(runs, query, "wsum", "none", {.weights = weights}));
    const auto of_twice = by_id(fused_row(twice, query, "combsum", "none"));
    for (const auto& [doc, score] : plain) {
      RC_ASSERT(of_scaled.at(doc) == factor * score);
      RC_ASSERT(weighted.at(doc) == factor * score);
      RC_ASSERT(of_twice.at(doc) == 2.0 * score);
    }
  }
}

RC_GTEST_PROP(FusionProperty, TheCombFamilyIsConsistent, ()) {
  const std::vector<Table> runs = drawn_runs();
  for (const std::string& query : kQueries) {
    const auto of = [&](const char* method) {
      return by_id(fused_row(runs, query, method, "none"));
    };
    const auto least = of("combmin");
    const auto greatest = of("combmax");
    const auto middle = of("combmed");
    const auto mean = of("combanz");
    const auto sum = of("combsum");
    const auto times = of("combmnz");
    for (const auto& [doc, value] : mean) {
      RC_ASSERT((least.at(doc) <= middle.at(doc) && middle.at(doc) <= greatest.at(doc)));
      RC_ASSERT((least.at(doc) - 1e-12 <= value && value <= greatest.at(doc) + 1e-12));
      // mean * n = sum and sum * n = times, so mean * times = sum².
      RC_ASSERT(testing::nearly_equal(value * times.at(doc), sum.at(doc) * sum.at(doc), 1e-12));
    }
  }
}

RC_GTEST_PROP(FusionProperty, RrfSeesRanksAlone, ()) {
  const std::vector<Table> runs = drawn_runs();
  std::vector<Table> bent = runs;
  for (Table& run : bent) {
    for (auto& [query, row] : run) {
      for (auto& [doc, score] : row) {
        score = score * score * score + 5.0 * score - 100.0;  // rises everywhere
      }
    }
  }
  for (const std::string& query : kQueries) {
    for (const char* method : {"rrf", "isr", "borda", "condorcet"}) {
      RC_ASSERT(fused_row(bent, query, method, "none") == fused_row(runs, query, method, "none"));
    }
  }
}

RC_GTEST_PROP(FusionProperty, OneRunKeepsItsOrder, ()) {
  std::vector<Table> runs = drawn_runs();
  runs.resize(1);
  for (const std::string& query : kQueries) {
    const Row plain = fused_row(runs, query, "combsum", "none");
    for (const char* method : {"rrf", "isr", "borda", "condorcet"}) {
      const Row row = fused_row(runs, query, method, "none");
      RC_ASSERT(row.size() == plain.size());
      for (std::size_t i = 0; i < row.size(); ++i) {
        RC_ASSERT(row[i].first == plain[i].first);
      }
    }
  }
}

// The file stands beside this test; make_fusion_oracle.py wrote it.
const testing::Json& recorded() {
  static const testing::Json document =
      testing::Json::parse(testing::file_text(FOLEY_FUSION_ORACLE));
  return document;
}

std::vector<Table> recorded_runs(const testing::Json& runs) {
  std::vector<Table> tables;
  for (const auto& run : runs) {
    Table table;
    for (const auto& [query, docs] : run.items()) {
      Row row;
      for (const auto& [doc, score] : docs.items()) {
        row.emplace_back(doc, score.get<double>());
      }
      table.emplace_back(query, row);
    }
    tables.push_back(table);
  }
  return tables;
}

TEST(FusionOracle, EqualsRanxOnRunsWithoutTies) {
  const auto runs = recorded_runs(recorded().at("runs"));
  const auto weights = recorded().at("weights").get<std::vector<double>>();
  std::size_t compared = 0;
  ASSERT_EQ(recorded().at("cases").size(), 7U * 7U + 4U);
  for (const auto& recorded_case : recorded().at("cases")) {
    const auto method = recorded_case.at("method").get<std::string>();
    const auto norm = recorded_case.at("norm").get<std::string>();
    const Plan plan{.k = recorded_case.value("k", kFusionRrfK),
                    .weights = method == "wsum" ? weights : std::vector<double>{}};
    for (const auto& [query, docs] : recorded_case.at("fused").items()) {
      SCOPED_TRACE(method + " " + norm + " " + query);
      const auto ours = by_id(fused_row(runs, query, method, norm, plan));
      ASSERT_EQ(ours.size(), docs.size());
      for (const auto& [doc, score] : docs.items()) {
        EXPECT_NEAR(ours.at(doc), score.get<double>(), 1e-12) << doc;
        compared += 1;
      }
    }
  }
  EXPECT_GT(compared, 500U);
}

TEST(FusionOracle, CondorcetOrderEqualsRanxWhereThereIsNoCycle) {
  const auto& duels = recorded().at("condorcet");
  const auto runs = recorded_runs(duels.at("runs"));
  for (const auto& [query, order] : duels.at("orders").items()) {
    std::vector<std::string> ours;
    for (const auto& [doc, score] : fused_row(runs, query, "condorcet", "none")) {
      ours.push_back(doc);
    }
    EXPECT_EQ(ours, order.get<std::vector<std::string>>()) << query;
  }
}

}  // namespace
}  // namespace foley::retrieval
