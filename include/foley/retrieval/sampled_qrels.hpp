#pragma once

#include <string>
#include <vector>

#include "foley/retrieval/topic.hpp"

namespace foley::retrieval {

/// Judgments of a sample of the pool of one query.
struct SampledTopic {
  std::string query;
  std::vector<std::string> docs;          ///< The pool, in the order of the file.
  std::vector<SampledRanking::Doc> pool;  ///< One a document; ranks are 0.
};

/// Sampled judgments of all queries, in the order of the file.
struct SampledQrels {
  std::vector<SampledTopic> topics;
};

}  // namespace foley::retrieval
