#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include "support/near.hpp"
#include "support/random_topics.hpp"

// What holds of each measure beyond the reference's five; every measure over graded judgments
// stands in the table once.
namespace foley::retrieval {
namespace {

using testing::RandomRanking;
using testing::Row;
using testing::value_of;

struct Entry {
  std::string_view name;
  const char* plain;           ///< Without a cut-off where there may be none, else at K.
  bool swap_towards_ideal;     ///< A better document moved forward never lowers it.
  bool deep_cutoff_is_none;    ///< A cut-off behind everything changes nothing.
  bool perfect_is_one;         ///< The ideal order alone gives 1.
  bool unjudged_tail_is_free;  ///< Unjudged documents behind all others change nothing.
};

constexpr std::array kEntries{
    Entry{"P", "P@K", true, false, false, true},
    Entry{"R", "R@K", true, false, false, true},
    Entry{"AP", "AP", true, true, true, true},
    Entry{"RR", "RR", true, true, true, true},
    Entry{"Rprec", "Rprec", true, false, true, true},
    Entry{"Success", "Success", true, true, true, true},
    Entry{"Hits", "Hits", true, true, false, true},
    Entry{"F", "F", true, false, false, false},
    Entry{"Judged", "Judged", true, true, true, false},
    Entry{"Accuracy", "Accuracy", true, true, true, false},
    Entry{"nDCG", "nDCG", true, true, true, true},
    Entry{"DCG", "DCG", true, true, false, true},
    Entry{"ERR", "ERR", true, true, false, true},
    Entry{"nERR", "nERR", true, true, true, true},
    Entry{"RBP", "RBP(max_rel=4)", true, true, false, true},
    Entry{"Compat", "Compat", true, false, true, false},
    Entry{"INST", "INST(max_rel=4)", true, false, false, true},
    Entry{"INSQ", "INSQ(max_rel=4)", true, false, false, true},
    Entry{"BPM", "BPM(max_rel=4)@K", false, false, false, true},
    Entry{"SDCG", "SDCG(max_rel=4)@K", true, false, false, true},
    Entry{"NERR8", "NERR8(max_rel=4)@K", true, false, false, true},
    Entry{"NERR9", "NERR9(max_rel=4)@K", true, false, false, true},
    Entry{"NERR10", "NERR10(max_rel=4)", true, false, false, true},
    Entry{"NERR11", "NERR11(max_rel=4)", true, false, false, true},
    Entry{"Bpref", "Bpref", true, false, true, true},
    Entry{"infAP", "infAP", true, false, false, true},
    Entry{"SetP", "SetP", true, false, false, false},
    Entry{"SetR", "SetR", true, false, true, true},
    Entry{"SetF", "SetF", true, false, false, false},
    Entry{"SetAP", "SetAP", true, false, false, false},
    Entry{"IPrec", "IPrec@0.5", true, false, true, true},
    Entry{"NumRet", "NumRet", true, false, false, false},
    Entry{"NumRel", "NumRel", true, false, false, true},
    Entry{"NumQ", "NumQ", true, false, false, true},
};

std::string at_cutoff(const Entry& entry, std::int64_t k) {
  std::string name = entry.plain;
  if (const std::size_t at = name.find('K'); at != std::string::npos) {
    name.replace(at, 1, std::to_string(k));
  }
  return name;
}

double value(const Entry& entry, const Row& qrels, const Row& run, std::int64_t k = 7) {
  return value_of(at_cutoff(entry, k), qrels, run);
}

TEST(MeasureTable, HoldsEveryGradedMeasureOnce) {
  std::multiset<std::string_view> known;
  for (const MeasureInfo* info : all_measures()) {
    if (info->family == Family::extended && info->evidence == Evidence::graded) {
      known.insert(info->name);
    }
  }
  std::multiset<std::string_view> listed;
  for (const Entry& entry : kEntries) {
    listed.insert(entry.name);
  }
  EXPECT_EQ(known, listed);
}

RC_GTEST_PROP(MeasureProperty, OrderOfTheInputDoesNotMatter, ()) {
  const RandomRanking drawn =
      testing::random_ranking({.negative_grades = true, .strange_scores = true});
  const Row qrels = testing::shuffled(drawn.qrels);
  const Row run = testing::shuffled(drawn.run);
  for (const Entry& entry : kEntries) {
    RC_LOG() << entry.name << "\n";
    RC_ASSERT(testing::same_bits(value(entry, drawn.qrels, drawn.run), value(entry, qrels, run)));
  }
}

RC_GTEST_PROP(MeasureProperty, ValuesKeepTheRangeOfTheirColumn, ()) {
  const RandomRanking drawn =
      testing::random_ranking({.negative_grades = true, .strange_scores = true});
  const std::string k = std::to_string(*rc::gen::inRange(1, 60));
  const auto ranking = testing::judged_ranking(drawn.qrels, drawn.run);
  for (const std::string& name : testing::graded_measure_names(k)) {
    if (name.starts_with("ndcg@")) {
      continue;  // counts negative grades as they are; evaluate() refuses where they lead it
    }
    const Column column = to_column(testing::spec_of(name));
    const double v = column.value({ranking.ranking()});
    RC_LOG() << name << ": " << v << "\n";
    RC_ASSERT((v >= column.least && v <= column.greatest));
  }
}

RC_GTEST_PROP(MeasureProperty, SubtopicValuesKeepTheRangeOfTheirColumn, ()) {
  const auto drawn = testing::random_subtopics();
  const std::string k = std::to_string(*rc::gen::inRange(1, 40));
  for (const std::string& name : testing::subtopic_measure_names(k)) {
    const Column column = to_column(testing::spec_of(name));
    const double v = testing::subtopic_value(name, drawn.topic, drawn.run);
    RC_LOG() << name << ": " << v << "\n";
    RC_ASSERT((v >= column.least && v <= column.greatest));
    // The greedy ideal is never worse than half of the best.
    RC_ASSERT(v <= 2.0);
  }
}

RC_GTEST_PROP(MeasureProperty, SwapTowardsIdealNeverLowers, ()) {
  const RandomRanking drawn = testing::random_ranking({.least_k = 1});
  Row run = drawn.run;
  for (std::size_t i = 0; i < run.size(); ++i) {
    run[i].second = -static_cast<double>(i);
  }
  const auto grade = [&](const std::string& id) {
    const auto at = std::find_if(drawn.qrels.begin(), drawn.qrels.end(),
                                 [&](const auto& each) { return each.first == id; });
    return at == drawn.qrels.end() ? 0.0 : at->second;
  };
  std::vector<std::size_t> wrong;
  for (std::size_t i = 0; i + 1 < run.size(); ++i) {
    if (grade(run[i].first) < grade(run[i + 1].first)) {
      wrong.push_back(i);
    }
  }
  RC_PRE(!wrong.empty());
  const std::size_t at = *rc::gen::elementOf(wrong);
  Row better = run;
  std::swap(better[at].first, better[at + 1].first);
  for (const Entry& entry : kEntries) {
    if (entry.swap_towards_ideal) {
      RC_LOG() << entry.name << "\n";
      RC_ASSERT(value(entry, drawn.qrels, better, drawn.k) >=
                value(entry, drawn.qrels, run, drawn.k) - 1e-12);
    }
  }
}

RC_GTEST_PROP(MeasureProperty, DeepCutoffIsNone, ()) {
  const RandomRanking drawn = testing::random_ranking({.negative_grades = true});
  const std::size_t all = drawn.run.size() + drawn.qrels.size() + 1;
  for (const Entry& entry : kEntries) {
    if (entry.deep_cutoff_is_none) {
      const std::string deep = std::string(entry.plain) + "@" + std::to_string(all);
      RC_LOG() << deep << "\n";
      RC_ASSERT(testing::same_bits(value(entry, drawn.qrels, drawn.run),
                                   value_of(deep, drawn.qrels, drawn.run)));
    }
  }
  // Beyond the run, precision only divides.
  const double shallow = value_of("P@" + std::to_string(all), drawn.qrels, drawn.run);
  const double deep = value_of("P@" + std::to_string(2 * all), drawn.qrels, drawn.run);
  RC_ASSERT(std::fabs(shallow - 2.0 * deep) <= 1e-15);
}

RC_GTEST_PROP(MeasureProperty, PerfectIsOne, ()) {
  RandomRanking drawn = testing::random_ranking({});
  std::erase_if(drawn.qrels, [](const auto& each) { return each.second < 1.0; });
  drawn.qrels.emplace_back("relevant", 2.0);
  std::sort(drawn.qrels.begin(), drawn.qrels.end(),
            [](const auto& a, const auto& b) { return a.second > b.second; });
  Row run;
  for (std::size_t i = 0; i < drawn.qrels.size(); ++i) {
    run.emplace_back(drawn.qrels[i].first, -static_cast<double>(i));
  }
  for (const Entry& entry : kEntries) {
    if (entry.perfect_is_one) {
      RC_LOG() << entry.name << "\n";
      RC_ASSERT(std::fabs(value(entry, drawn.qrels, run) - 1.0) <= 1e-12);
    }
  }
}

RC_GTEST_PROP(MeasureProperty, UnjudgedTailIsFree, ()) {
  const RandomRanking drawn = testing::random_ranking({.negative_grades = true});
  Row longer = drawn.run;
  for (int i = 0; i < *rc::gen::inRange(1, 30); ++i) {
    longer.emplace_back("unjudged" + std::to_string(i), -100.0);
  }
  for (const Entry& entry : kEntries) {
    if (entry.unjudged_tail_is_free) {
      RC_LOG() << entry.name << "\n";
      RC_ASSERT(testing::same_bits(value(entry, drawn.qrels, drawn.run),
                                   value(entry, drawn.qrels, longer)));
    }
  }
}

// Leaving out the unjudged is the same as a run that never held them.
RC_GTEST_PROP(MeasureProperty, JudgedOnlyLooksAtJudgedDocuments, ()) {
  const RandomRanking drawn = testing::random_ranking({.negative_grades = true});
  Row judged = drawn.run;
  std::erase_if(judged, [&](const auto& doc) {
    return std::none_of(drawn.qrels.begin(), drawn.qrels.end(), [&](const auto& each) {
      return each.first == doc.first && each.second >= 0.0;
    });
  });
  for (const char* name : {"P@5", "AP", "nDCG@5", "RR", "ERR@5", "F@5", "SetP", "RBP"}) {
    std::string only(name);
    only.insert(std::min(only.find('@'), only.size()), "(judged_only=True)");
    RC_LOG() << only << "\n";
    RC_ASSERT(testing::same_bits(value_of(only, drawn.qrels, drawn.run),
                                 value_of(name, drawn.qrels, judged)));
  }
}

// The player of BPM stops as soon as the gain is reached; a better document at that rank can mean
// that less is overshot.
TEST(MeasureCounterexample, BpmCanFallWhenABetterDocumentMovesForward) {
  const Row qrels{{"a", 2.0}, {"b", 1.0}, {"c", 2.0}};
  Row run{{"a", 100.0}, {"b", 50.0}, {"c", 49.0}};
  for (int i = 0; i < 9; ++i) {
    run.emplace_back("x" + std::to_string(i), 90.0 - i);
  }
  EXPECT_DOUBLE_EQ(value_of("BPM(max_rel=4)@20", qrels, run), 1.25 / 12);
  std::swap(run[1].second, run[2].second);
  EXPECT_DOUBLE_EQ(value_of("BPM(max_rel=4)@20", qrels, run), 1.0 / 11);
}

}  // namespace
}  // namespace foley::retrieval
