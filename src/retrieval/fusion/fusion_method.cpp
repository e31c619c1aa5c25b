#include "foley/retrieval/fusion/fusion_method.hpp"

#include <array>

#include "foley/retrieval/fusion/comb.hpp"
#include "foley/retrieval/fusion/rank_votes.hpp"
#include "known_names.hpp"

namespace foley::retrieval {
namespace {

constexpr std::string_view kFoxShaw = "Fox & Shaw, TREC-2, 1994";

constexpr std::array kMethods{
    FusionMethod{.name = "rrf",
                 .title = "RRF",
                 .about = "Near the top in many runs wins; needs no scores.",
                 .formula = "sum over the runs of weight / (k + rank)",
                 .citation = "Cormack, Clarke & Büttcher, SIGIR 2009",
                 .takes_weights = true,
                 .takes_k = true,
                 .fuse = reciprocal_rank_sum},
    FusionMethod{.name = "isr",
                 .title = "ISR",
                 .about = "As rrf, but the first places and the number of runs count far more.",
                 .formula = "runs that hold it * sum of 1 / rank^2",
                 .citation = "Mourão, Martins & Magalhães, CMIG 2015",
                 .fuse = inverse_square_rank},
    FusionMethod{.name = "combsum",
                 .title = "CombSUM",
                 .about = "Scores added up.",
                 .formula = "sum of the scores",
                 .citation = kFoxShaw,
                 .uses_scores = true,
                 .fuse = comb_sum},
    FusionMethod{.name = "combmnz",
                 .title = "CombMNZ",
                 .about = "Scores added up, times the number of runs that agree.",
                 .formula = "runs that hold it * sum of the scores",
                 .citation = kFoxShaw,
                 .uses_scores = true,
                 .fuse = comb_mnz},
    FusionMethod{.name = "combanz",
                 .title = "CombANZ",
                 .about = "Mean over the runs that hold the document; ignores how many do.",
                 .formula = "sum of the scores / runs that hold it",
                 .citation = kFoxShaw,
                 .uses_scores = true,
                 .fuse = comb_anz},
    FusionMethod{.name = "combmin",
                 .title = "CombMIN",
                 .about = "The most sceptical run decides.",
                 .formula = "least of the scores",
                 .citation = kFoxShaw,
                 .uses_scores = true,
                 .fuse = comb_min},
    FusionMethod{.name = "combmax",
                 .title = "CombMAX",
                 .about = "The most convinced run decides.",
                 .formula = "greatest of the scores",
                 .citation = kFoxShaw,
                 .uses_scores = true,
                 .fuse = comb_max},
    FusionMethod{.name = "combmed",
                 .title = "CombMED",
                 .about = "The run in the middle decides.",
                 .formula = "median of the scores",
                 .citation = kFoxShaw,
                 .uses_scores = true,
                 .fuse = comb_med},
    FusionMethod{.name = "wsum",
                 .title = "Weighted sum",
                 .about = "Scores added up, some runs trusted more than others.",
                 .formula = "sum over the runs of weight * score",
                 .citation = "Vogt & Cottrell, Information Retrieval 1999",
                 .uses_scores = true,
                 .takes_weights = true,
                 .needs_weights = true,
                 .fuse = weighted_sum},
    FusionMethod{.name = "borda",
                 .title = "Borda count",
                 .about = "Each run gives points by place and shares the rest out evenly.",
                 .formula = "sum over the runs of candidates - rank + 1, unranked: "
                            "(candidates - ranked + 1) / 2",
                 .citation = "Aslam & Montague, SIGIR 2001",
                 .fuse = borda_count},
    FusionMethod{
        .name = "condorcet",
        .title = "Condorcet",
        .about = "Whoever wins most duels by majority (Copeland's count); slow on long runs.",
        .formula = "duels won + duels level / 2",
        .citation = "Montague & Aslam, CIKM 2002; Copeland 1951",
        .fuse = condorcet_count},
};

}  // namespace

std::span<const FusionMethod> fusion_methods() { return kMethods; }

Result<const FusionMethod*> find_fusion(std::string_view name) {
  return find_named(fusion_methods(), name, "fusion method");
}

}  // namespace foley::retrieval
