#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "reference/beyond.hpp"
#include "support/near.hpp"
#include "support/random_rows.hpp"
#include "support/random_topics.hpp"
#include "support/topics.hpp"

// The measures against slow, obvious implementations of their definitions.
namespace foley::retrieval {
namespace {

using testing::RandomRanking;

constexpr double kClose = 1e-11;

void check(const std::string& name, const RandomRanking& drawn, double expected) {
  const double value = testing::value_of(name, drawn.qrels, drawn.run);
  RC_LOG() << name << ": " << value << ", by definition " << expected << "\n";
  RC_ASSERT(std::fabs(value - expected) <= kClose);
}

RandomRanking draw() {
  return testing::random_ranking(
      {.negative_grades = true, .strange_scores = true, .least_k = 1, .greatest_k = 30});
}

RC_GTEST_PROP(AgainstDefinition, Err, ()) {
  const RandomRanking drawn = draw();
  const std::string k = std::to_string(drawn.k);
  check("ERR(max_rel=3)@" + k, drawn,
        reference::err(drawn.qrels, drawn.run, static_cast<double>(drawn.k), 3.0));
  check("ERR", drawn, reference::err(drawn.qrels, drawn.run, 1e9, 4.0));
}

RC_GTEST_PROP(AgainstDefinition, Rbp, ()) {
  const RandomRanking drawn = draw();
  check("RBP(p=0.7,max_rel=3)", drawn, reference::rbp(drawn.qrels, drawn.run, 0.7, 3.0));
  check("RBP", drawn, reference::rbp(drawn.qrels, drawn.run, 0.8, 1.0));
}

RC_GTEST_PROP(AgainstDefinition, Readers, ()) {
  const RandomRanking drawn = draw();
  const auto k = static_cast<double>(drawn.k);
  const std::string at = "@" + std::to_string(drawn.k);
  const auto of = [&](auto go_on) { return reference::cwl(drawn.qrels, drawn.run, 3.0, go_on); };
  const auto patience = [](double rank, double wanted) {
    return std::pow((rank + wanted - 1.0) / (rank + wanted), 2.0);
  };
  check("INST(T=2.0,max_rel=3)", drawn,
        of([&](double rank, double, double so_far) { return patience(rank, 2.0 + 2.0 - so_far); }));
  check("INSQ(T=1.5,max_rel=3)", drawn,
        of([&](double rank, double, double) { return patience(rank, 3.0); }));
  check("BPM(T=2.0,max_rel=3)" + at, drawn, of([&](double rank, double, double so_far) {
          return so_far < 2.0 && rank < k ? 1.0 : 0.0;
        }));
  check("SDCG(max_rel=3)" + at, drawn, of([&](double rank, double, double) {
          return rank < k ? std::log(rank + 1.0) / std::log(rank + 2.0) : 0.0;
        }));
  check("NERR8(max_rel=3)" + at, drawn,
        of([&](double rank, double gain, double) { return rank < k ? 1.0 - gain : 0.0; }));
  check("NERR9(max_rel=3)" + at, drawn, of([&](double rank, double gain, double) {
          return rank < k ? rank / (rank + 1.0) * (1.0 - gain) : 0.0;
        }));
  check("NERR10(p=0.7,max_rel=3)", drawn,
        of([&](double, double gain, double) { return 0.7 * (1.0 - gain); }));
  check("NERR11(T=2.0,max_rel=3)", drawn,
        of([&](double rank, double gain, double) { return patience(rank, 4.0) * (1.0 - gain); }));
}

// All ideal orders are tried, so the judgments are few.
RC_GTEST_PROP(AgainstDefinition, CompatIsTheBestOverlap, ()) {
  RandomRanking drawn = draw();
  drawn.qrels.resize(std::min<std::size_t>(drawn.qrels.size(), 6));
  check("Compat(p=0.9)", drawn, reference::compat(drawn.qrels, drawn.run, 0.9));
}

RC_GTEST_PROP(AgainstDefinition, NoveltyOfTheRun, ()) {
  const auto drawn = testing::random_subtopics();
  reference::Covers covers;
  std::set<std::string> subtopics;
  const std::size_t groups = drawn.topic.groups.size();
  for (std::size_t d = 0; d < drawn.topic.docs.size(); ++d) {
    for (std::size_t g = 0; g < groups; ++g) {
      if (drawn.topic.grades[d * groups + g] >= 1.0) {
        covers[drawn.topic.docs[d]].insert(drawn.topic.groups[g]);
        subtopics.insert(drawn.topic.groups[g]);
      }
    }
  }
  const auto k = *rc::gen::inRange<std::size_t>(1, 12);
  auto order = reference::ranked_ids(drawn.run);
  order.resize(std::min(order.size(), k));
  const auto n = static_cast<double>(subtopics.size());
  const auto by_log = [](double rank) { return std::log2(rank + 1.0); };
  double most = 0.0;
  double gain = n;
  for (std::size_t i = 0; i < k; ++i) {
    most += gain / by_log(static_cast<double>(i) + 1.0);
    gain *= 0.7;
  }
  const double expected = n == 0.0 ? 0.0 : reference::novelty(covers, order, 0.3, by_log) / most;
  const double value =
      testing::subtopic_value("alpha_DCG(alpha=0.3)@" + std::to_string(k), drawn.topic, drawn.run);
  RC_ASSERT(std::fabs(value - expected) <= kClose);
  double covered = 0.0;
  for (const std::string& subtopic : subtopics) {
    covered += std::any_of(order.begin(), order.end(),
                           [&](const std::string& id) {
                             return covers.contains(id) && covers.at(id).contains(subtopic);
                           })
                   ? 1.0
                   : 0.0;
  }
  RC_ASSERT(
      std::fabs(testing::subtopic_value("StRecall@" + std::to_string(k), drawn.topic, drawn.run) -
                (n == 0.0 ? 0.0 : covered / n)) <= kClose);
}

// What is the same under two names has the same bits.
RC_GTEST_PROP(AgainstEachOther, FamiliesShareTheirArithmetic, ()) {
  const RandomRanking drawn = testing::random_ranking({.least_k = 1, .greatest_k = 30});
  const std::string k = std::to_string(drawn.k);
  const std::vector<std::vector<std::string>> equal{{"AP@" + k, "map@" + k, "map_cut_" + k},
                                                    {"AP", "map"},
                                                    {"P@" + k, "precision@" + k, "P_" + k},
                                                    {"R@" + k, "recall@" + k, "recall_" + k},
                                                    {"RR@" + k, "mrr@" + k},
                                                    {"RR", "recip_rank"},
                                                    {"nDCG@" + k, "ndcg@" + k},
                                                    {"Rprec"},
                                                    {"Success@" + k, "success_" + k},
                                                    {"Bpref", "bpref"}};
  for (const auto& names : equal) {
    const double first = testing::value_of(names.front(), drawn.qrels, drawn.run);
    for (const std::string& name : names) {
      RC_LOG() << names.front() << " and " << name << "\n";
      RC_ASSERT(testing::same_bits(first, testing::value_of(name, drawn.qrels, drawn.run)));
    }
  }
}

}  // namespace
}  // namespace foley::retrieval
