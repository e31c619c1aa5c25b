#pragma once

#include <vector>

#include "foley/retrieval/fusion/fusion_method.hpp"

namespace foley::retrieval {

// Fusions that look at ranks alone. Ranks are those of the runs as given, from 1.

/// Reciprocal rank fusion: sum over the runs of `weight / (k + rank)`; a run that does not hold the
/// document adds 0. Source: Cormack, Clarke & Büttcher, *Reciprocal rank fusion outperforms
/// Condorcet and individual rank learning methods*, SIGIR 2009.
void reciprocal_rank_sum(const FusionTopic& topic, const FusionParameters& parameters,
                         std::vector<double>& fused);

/// Inverse square rank: the number of runs that hold the document, times the sum of `1 / rank²`.
/// Source: Mourão, Martins & Magalhães, *Multimodal medical information retrieval with unsupervised
/// rank fusion*, Computerized Medical Imaging and Graphics 2015.
void inverse_square_rank(const FusionTopic& topic, const FusionParameters& parameters,
                         std::vector<double>& fused);

/// Borda count: of c candidates, each run gives c points to its best, c - 1 to the next, and shares
/// the points that are left over evenly among the candidates that it does not rank,
/// `(c - n + 1) / 2` each. Source: Aslam & Montague, *Models for Metasearch*, SIGIR 2001.
void borda_count(const FusionTopic& topic, const FusionParameters& parameters,
                 std::vector<double>& fused);

/// Condorcet by Copeland's count: the number of candidates that a majority of the runs ranks behind
/// the document, plus half of those with which it is level. A run votes for the one that it ranks
/// before the other, for a ranked one against an unranked one, and not at all between two that it
/// does not rank. A document that beats all others comes first; documents in a cycle of majorities
/// get equal counts and stand in the order of their ids.
///
/// Costs runs x candidates² per query. Source: Montague & Aslam, *Condorcet fusion for improved
/// retrieval*, CIKM 2002 (who sort by a majority comparison, which leaves cycles to the sort);
/// Copeland 1951.
void condorcet_count(const FusionTopic& topic, const FusionParameters& parameters,
                     std::vector<double>& fused);

}  // namespace foley::retrieval
