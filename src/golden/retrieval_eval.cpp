#include "foley/golden/retrieval_eval.hpp"

#include <string>
#include <utility>

#include "foley/retrieval/build_run.hpp"
#include "foley/retrieval/evaluate_run.hpp"

namespace foley::golden {

Result<Run> search_golden(std::span<const GoldenItem> golden, const search::SoundLibrary& library,
                          std::int64_t k) {
  Run run;
  std::vector<std::string> ids;
  for (const GoldenItem& item : golden) {
    for (std::size_t e = 0; e < item.expected_events.size(); ++e) {
      auto found = library.search(item.expected_events[e].query, k);
      if (!found) {
        return fail(found.error());
      }
      ids.clear();
      for (const search::Candidate& candidate : *found) {
        ids.push_back(candidate.sound->id);
      }
      retrieval::add_ranked(run, query_id(item, e), ids);
    }
  }
  return run;
}

Result<retrieval::RetrievalReport> run_retrieval_eval(std::span<const GoldenItem> golden,
                                                      const search::SoundLibrary& library,
                                                      std::int64_t k,
                                                      std::vector<retrieval::Metric> metrics,
                                                      double rel_level) {
  auto run = search_golden(golden, library, k);
  if (!run) {
    return fail(run.error());
  }
  return retrieval::evaluate_run(*run, to_qrels(golden), std::move(metrics), rel_level, k);
}

}  // namespace foley::golden
