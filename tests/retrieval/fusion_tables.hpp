#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "foley/retrieval/fusion/fuse.hpp"
#include "support/rows.hpp"

namespace foley::testing {

/// A run written out: queries with their rows.
using Table = std::vector<std::pair<std::string, Row>>;

/// The tables as runs.
inline std::vector<Run> runs_of(const std::vector<Table>& tables) {
  std::vector<Run> runs;
  for (const Table& table : tables) {
    runs.push_back(table_of<Run>(table));
  }
  return runs;
}

/// Pointers to the runs, as fuse_runs takes them.
inline std::vector<const Run*> pointers(const std::vector<Run>& runs) {
  std::vector<const Run*> list;
  for (const Run& run : runs) {
    list.push_back(&run);
  }
  return list;
}

/// A plan with names instead of pointers.
inline retrieval::FusionPlan plan_for(const std::string& method, const std::string& norm) {
  return {.method = retrieval::find_fusion(method).value(),
          .normalisation = retrieval::find_normalisation(norm).value()};
}

/// What a plan may set besides.
struct Plan {
  double k = retrieval::kFusionRrfK;
  std::vector<double> weights{};
  std::size_t depth = std::numeric_limits<std::size_t>::max();
};

/// The fused row of a query; throws when the fusion is refused.
inline Row fused_row(const std::vector<Table>& tables, const std::string& query,
                     const std::string& method, const std::string& norm, const Plan& extra = {}) {
  retrieval::FusionPlan plan = plan_for(method, norm);
  plan.parameters = {extra.k, extra.weights};
  plan.depth = extra.depth;
  const std::vector<Run> runs = runs_of(tables);
  const auto out = retrieval::fuse_runs(pointers(runs), plan);
  Row row;
  for (const ScoredDoc& doc : out.value().find(query)) {
    row.emplace_back(std::string(doc.id), doc.score);
  }
  return row;
}

}  // namespace foley::testing
