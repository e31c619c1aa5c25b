#pragma once

#include <string>
#include <vector>

#include "support/random_rows.hpp"
#include "support/topics.hpp"

namespace foley::testing {

/// Every measure over graded judgments in some form, with the cut-off `k` where it takes one.
inline std::vector<std::string> graded_measure_names(const std::string& k) {
  std::vector<std::string> names{"ndcg@K",
                                 "recall@K",
                                 "precision@K",
                                 "map@K",
                                 "mrr@K",
                                 "P@K",
                                 "P(rel=2,judged_only=True)@K",
                                 "R@K",
                                 "AP",
                                 "AP@K",
                                 "AP(judged_only=True)",
                                 "RR",
                                 "RR@K",
                                 "Rprec",
                                 "Rprec(rel=2)",
                                 "Success@K",
                                 "Hits@K",
                                 "F@K",
                                 "F(beta=2.0)",
                                 "Judged",
                                 "Judged@K",
                                 "Accuracy",
                                 "Accuracy@K",
                                 "nDCG",
                                 "nDCG@K",
                                 "nDCG(dcg='exp-log2')@K",
                                 "nDCG(gains={1:4,2:1})@K",
                                 "nDCG(rel=2)@K",
                                 "nDCG(judged_only=True)@K",
                                 "DCG@K",
                                 "DCG(dcg='exp-log2')",
                                 "ERR",
                                 "ERR@K",
                                 "ERR(max_rel=3)@K",
                                 "nERR@K",
                                 "nERR",
                                 "RBP",
                                 "RBP(p=0.5,rel=1)",
                                 "RBP(p=0.95,max_rel=3)@K",
                                 "RBP(residual=True)",
                                 "RBP(residual=True)@K",
                                 "Compat",
                                 "Compat(p=0.5)",
                                 "Compat(normalize=False)",
                                 "INST(max_rel=3)",
                                 "INST(T=2.5,max_rel=3)",
                                 "INSQ(max_rel=3)",
                                 "BPM(max_rel=3)@K",
                                 "BPM(T=0.5,max_rel=3)@K",
                                 "SDCG(max_rel=3)@K",
                                 "NERR8(max_rel=3)@K",
                                 "NERR9(max_rel=3)@K",
                                 "NERR10(max_rel=3)",
                                 "NERR11(max_rel=4)",
                                 "Bpref",
                                 "infAP",
                                 "SetP",
                                 "SetP(relative=True)",
                                 "SetR",
                                 "SetF",
                                 "SetAP",
                                 "IPrec@0.5",
                                 "NumRet",
                                 "NumRet(rel=1)",
                                 "NumRel",
                                 "map",
                                 "ndcg",
                                 "P_K",
                                 "map_cut_K",
                                 "recall_K",
                                 "ndcg_cut_K",
                                 "recip_rank",
                                 "success_K",
                                 "bpref",
                                 "set_P",
                                 "num_rel_ret",
                                 "11pt_avg"};
  for (std::string& name : names) {
    if (const std::size_t at = name.find('K'); at != std::string::npos) {
      name.replace(at, 1, k);
    }
  }
  return names;
}

/// Every measure over subtopics in some form.
inline std::vector<std::string> subtopic_measure_names(const std::string& k) {
  return {"alpha_DCG@" + k,
          "alpha_DCG(alpha=0.2)",
          "alpha_nDCG@" + k,
          "alpha_nDCG(rel=2,judged_only=True)",
          "alpha_nDCG(alpha=0.9)",
          "ERR_IA@" + k,
          "nERR_IA@" + k,
          "NRBP",
          "NRBP(alpha=0.2,beta=0.8)",
          "nNRBP",
          "AP_IA",
          "P_IA@" + k,
          "StRecall@" + k};
}

/// Judgments of subtopics and a run without equal ids.
struct RandomSubtopics {
  retrieval::GroupedTopic topic;
  Row run;
};

/// Draws subtopics; call inside a property.
inline RandomSubtopics random_subtopics() {
  const auto world = *rc::gen::element<std::size_t>(3, 14, 30);
  std::vector<SubtopicJudgment> judgments;
  for (const std::size_t i : random_subset(world)) {
    for (const char* subtopic : {"1", "2", "3"}) {
      if (*rc::gen::inRange(0, 2) == 0) {
        judgments.push_back({subtopic, world_id(i), static_cast<double>(*rc::gen::inRange(-1, 3))});
      }
    }
  }
  RandomSubtopics drawn{grouped_topic(judgments), {}};
  for (const std::size_t i : random_subset(world)) {
    drawn.run.emplace_back(world_id(i), static_cast<double>(*rc::gen::inRange(-4, 5)));
  }
  return drawn;
}

}  // namespace foley::testing
