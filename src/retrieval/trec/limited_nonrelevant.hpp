#pragma once

#include <cstdint>

#include "foley/retrieval/trec/preferences.hpp"

namespace foley::retrieval::trec {

/// Preferences that were met, of how many.
struct Tally {
  std::int64_t met = 0;
  std::int64_t possible = 0;
};

/// A judge's preferences when he has as many non-relevant documents as relevant ones: the first
/// ones when he has more, imagined ones behind everything when he has fewer.
Tally with_as_many_nonrelevant(const PreferenceRanking& ranking,
                               const PreferenceRanking::Judge& judge, bool retrieved_only);

}  // namespace foley::retrieval::trec
