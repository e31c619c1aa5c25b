#pragma once

#include <vector>

#include "foley/retrieval/fusion/fusion_method.hpp"

namespace foley::retrieval {

// The family of Fox & Shaw: each fuses the scores that the runs give to a document. A run that does
// not hold the document gives none: it adds 0 to a sum and takes no part in a minimum, maximum or
// median. "Holding" is a matter of the list, not of the score: a normalised score of 0 counts.
// Scores of one document are summed in ascending order, so that the order of the runs cannot change
// a bit. Source: Fox & Shaw, *Combination of Multiple Searches*, TREC-2, 1994.

/// Sum of the scores.
void comb_sum(const FusionTopic& topic, const FusionParameters& parameters,
              std::vector<double>& fused);

/// Sum of the scores times the number of runs that hold the document.
void comb_mnz(const FusionTopic& topic, const FusionParameters& parameters,
              std::vector<double>& fused);

/// Mean over the runs that hold the document.
void comb_anz(const FusionTopic& topic, const FusionParameters& parameters,
              std::vector<double>& fused);

/// Least of the scores.
void comb_min(const FusionTopic& topic, const FusionParameters& parameters,
              std::vector<double>& fused);

/// Greatest of the scores.
void comb_max(const FusionTopic& topic, const FusionParameters& parameters,
              std::vector<double>& fused);

/// Median of the scores; of an even number the mean of the two in the middle.
void comb_med(const FusionTopic& topic, const FusionParameters& parameters,
              std::vector<double>& fused);

/// Sum of weight times score: a linear combination. Weights may be negative.
/// Source: Vogt & Cottrell, *Fusion via a linear combination of scores*, Information Retrieval
/// 1999.
void weighted_sum(const FusionTopic& topic, const FusionParameters& parameters,
                  std::vector<double>& fused);

}  // namespace foley::retrieval
