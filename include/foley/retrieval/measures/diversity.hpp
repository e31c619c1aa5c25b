#pragma once

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/topic.hpp"

namespace foley::retrieval {

/// Parameters of the measures over subtopics. A document covers a subtopic when its grade there is
/// at least `rel`; how much higher does not matter. Subtopics that no document covers do not count.
struct DiversityOptions {
  double rel = 1.0;
  double alpha = 0.5;  ///< How much a subtopic loses each time it is covered, in [0, 1].
  double beta = 0.5;   ///< Patience of NRBP, in [0, 1).
  Cutoff cutoff{};
};

/// alpha-DCG: each covered subtopic gains `(1 - alpha)^(times covered before)`, discounted by
/// log2(rank + 1); divided by what k documents that all cover every subtopic would get. In [0, 1].
/// Source: Clarke et al., *Novelty and diversity in information retrieval evaluation*, SIGIR 2008.
[[nodiscard]] double alpha_dcg(const GroupedRanking& ranking, const DiversityOptions& options);

/// alpha-DCG divided by that of the ideal order of the judged documents. The best order is
/// NP-hard to find; as everywhere, it is built greedily, and of documents with equal gain the one
/// that stands last in the qrels is taken (ndeval: the greatest id). So a value slightly above 1 is
/// possible. 0 when nothing is covered.
[[nodiscard]] double alpha_ndcg(const GroupedRanking& ranking, const DiversityOptions& options);

/// Intent-aware ERR: as alpha-DCG with alpha = 1/2 and the discount 1/rank.
/// Source: Chapelle et al., CIKM 2009; Clarke et al., *A comparative analysis of cascade measures
/// for novelty and diversity*, WSDM 2011.
[[nodiscard]] double err_ia(const GroupedRanking& ranking, const DiversityOptions& options);

/// The same divided by that of the greedy ideal order.
[[nodiscard]] double nerr_ia(const GroupedRanking& ranking, const DiversityOptions& options);

/// Novelty- and rank-biased precision: `(1 - (1 - alpha) beta) / subtopics * sum beta^(rank - 1) *
/// gain`, the gain being that of alpha-DCG. In [0, 1].
/// Source: Clarke, Kolla & Vechtomova, *An effectiveness measure for ambiguous and underspecified
/// queries*, ICTIR 2009.
[[nodiscard]] double nrbp(const GroupedRanking& ranking, const DiversityOptions& options);

/// The same divided by that of the greedy ideal order.
[[nodiscard]] double nnrbp(const GroupedRanking& ranking, const DiversityOptions& options);

/// Average precision of each subtopic, averaged.
/// Source: Agrawal et al., *Diversifying search results*, WSDM 2009.
[[nodiscard]] double ap_ia(const GroupedRanking& ranking, const DiversityOptions& options);

/// Precision at k of each subtopic, averaged.
[[nodiscard]] double p_ia(const GroupedRanking& ranking, const DiversityOptions& options);

/// Share of the subtopics that the first documents cover.
/// Source: Zhai, Cohen & Lafferty, *Beyond independent relevance*, SIGIR 2003.
[[nodiscard]] double st_recall(const GroupedRanking& ranking, const DiversityOptions& options);

}  // namespace foley::retrieval
