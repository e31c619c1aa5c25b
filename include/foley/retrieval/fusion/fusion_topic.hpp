#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace foley::retrieval {

/// One document of one run, as a fusion sees it.
struct FusionEntry {
  std::size_t doc = 0;  ///< Index into FusionTopic::docs.
  double score = 0.0;   ///< As in the run, or normalised.
};

/// One query of several runs: what every fusion method takes.
struct FusionTopic {
  /// Ids of all documents that at least one run holds, ascending bytewise, each once.
  std::vector<std::string_view> docs;

  /// One list a run, in the order of the runs, best first (score descending, then id ascending):
  /// the entry at index i has rank i + 1. Empty when the run does not answer the query; such a run
  /// says nothing about any document.
  std::vector<std::vector<FusionEntry>> lists;
};

}  // namespace foley::retrieval
