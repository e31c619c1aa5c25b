#include "support/trec_oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "foley/core/number_text.hpp"
#include "foley/retrieval/evaluation.hpp"
#include "foley/retrieval/trec/measures.hpp"

namespace foley::retrieval::trec {
namespace {

using testing::Json;
using testing::TrecInput;

#define FOLEY_TREC_ORACLE(variable, name)                                                 \
  const auto variable##_loaded = ::foley::testing::load_trec_oracle(name);                \
  if (!variable##_loaded) {                                                               \
    GTEST_SKIP() << "no recorded values at " << ::foley::testing::trec_folder().string(); \
  }                                                                                       \
  const Json& variable = *variable##_loaded

constexpr double kEqual = 1e-12;

// What one flag does.
struct Flagged {
  RankingOptions ranking{.ties = TieRule::id_desc};
  Options options;
  bool all_topics = false;
};

Flagged flagged_by(const Json& flags, bool version_9) {
  Flagged setup;
  setup.options.compat_9 = version_9;
  for (const Json& flag : flags) {
    const auto text = flag.get<std::string>();
    if (text == "-J") {
      setup.ranking.judged_only = true;
    } else if (text == "-c") {
      setup.all_topics = true;
    } else if (text.starts_with("-l")) {
      setup.options.relevance_level = std::stod(text.substr(2));
    } else if (text.starts_with("-M")) {
      setup.ranking.depth = std::stoll(text.substr(2));
    } else {
      ADD_FAILURE() << "unknown flag " << text;
    }
  }
  return setup;
}

void expect_equal(const Json& expected, double value, const std::string& what) {
  ASSERT_TRUE(expected.is_number()) << what;
  const auto wanted = expected.get<double>();
  EXPECT_NEAR(wanted, value, kEqual * std::max(1.0, std::abs(wanted))) << what;
  EXPECT_EQ(fixed_text(wanted, 4), fixed_text(value, 4)) << what;
}

// Compares each topic, and the summary over the topics that trec_eval summarised.
void compare(const Json& recorded, const TrecInput& input, const Flagged& setup,
             std::span<const std::string> requested) {
  const auto columns = trec::columns(requested, setup.options);
  ASSERT_TRUE(columns) << columns.error().to_line();
  std::map<std::string, std::size_t> place;
  const auto qids = recorded.at("qids").get<std::vector<std::string>>();
  for (std::size_t i = 0; i < qids.size(); ++i) {
    place[qids[i]] = i;
  }
  std::size_t compared = 0;
  for (const Column& column : *columns) {
    if (column.kind == NumberKind::text) {
      continue;
    }
    std::vector<double> values;
    bool poisoned = false;
    for (const auto& [qid, i] : place) {  // by id, as trec_eval adds
      const std::size_t topic = input.topics.find(qid).value();
      Topic known;
      known.graded = input.run.ranking(input.topics, topic);
      values.push_back(column.value(known));
      EXPECT_GE(values.back(), column.least) << column.name << ' ' << qid;
      EXPECT_LE(values.back(), column.greatest) << column.name << ' ' << qid;
      if (!column.per_topic) {
        continue;
      }
      const Json& expected = recorded.at("values").at(column.name).at(i);
      if (expected.is_null()) {
        // trec_eval's 0/0 where nothing was retrieved; here that is 0.
        EXPECT_EQ(0.0, values.back());
        EXPECT_EQ(0U, known.graded.retrieved());
        poisoned = true;
        continue;
      }
      expect_equal(expected, values.back(), column.name + " " + qid);
    }
    const Json& all = recorded.at("all").at(column.name);
    if (!poisoned && column.name != "num_rel") {
      expect_equal(all, aggregate(column.aggregate, values), column.name + " all");
    }
    compared += 1;
  }
  // Everything that was recorded was compared.
  EXPECT_EQ(recorded.at("all").size(), compared);
}

const std::vector<std::string> kEverything{"all_trec", "dcg", "ideal_dcg"};
const std::vector<std::string> kAllTrec{"all_trec"};

TEST(TrecOracle, Version10) {
  FOLEY_TREC_ORACLE(recorded, "small.json");
  const Flagged setup;
  const TrecInput input("small.qrels", "small.run", setup.ranking, false);
  compare(recorded, input, setup, kEverything);
  const auto text = parse_column("relstring", {});
  ASSERT_TRUE(text);
  for (const auto& [qid, letters] : recorded.at("relstring").items()) {
    Topic known;
    known.graded = input.run.ranking(input.topics, input.topics.find(qid).value());
    EXPECT_EQ(letters.get<std::string>(), text->text(known)) << qid;
  }
}

TEST(TrecOracle, WhatVersion9SaidOtherwise) {
  FOLEY_TREC_ORACLE(recorded, "small.json");
  const Flagged setup;
  Options options;
  options.compat_9 = true;
  const TrecInput input("small.qrels", "small.run", setup.ranking, true);
  const auto qids = recorded.at("qids").get<std::vector<std::string>>();
  for (const auto& [name, all] : recorded.at("v9_all_differs").items()) {
    const auto column = parse_column(name, options);
    ASSERT_TRUE(column) << name;
    std::vector<double> values;
    for (std::size_t i = 0; i < qids.size(); ++i) {
      Topic known;
      known.graded = input.run.ranking(input.topics, input.topics.find(qids[i]).value());
      values.push_back(column->value(known));
      const Json& differs = recorded.at("v9_differs");
      if (differs.contains(name) && differs.at(name).contains("values")) {
        expect_equal(differs.at(name).at("values").at(i), values.back(), name + " " + qids[i]);
      }
    }
    expect_equal(all, aggregate(column->aggregate, values), name);
  }
}

TEST(TrecOracle, Flags) {
  FOLEY_TREC_ORACLE(recorded, "small_variants.json");
  std::size_t compared = 0;
  for (const Json& variant : recorded.at("variants")) {
    if (variant.at("rc") != 0) {
      continue;  // version 10 stops at a missing topic; the command's tests say what we do
    }
    const bool version_9 = variant.at("binary") == "trec_eval-9.0.8";
    SCOPED_TRACE(variant.at("binary").get<std::string>() + " " + variant.at("flags").dump());
    const Flagged setup = flagged_by(variant.at("flags"), version_9);
    if (setup.all_topics) {
      continue;  // a matter of the command
    }
    const TrecInput input("small.qrels", variant.at("run").get<std::string>(), setup.ranking,
                          version_9);
    compare(variant, input, setup, kAllTrec);
    compared += 1;
  }
  EXPECT_EQ(4U, compared);
}

}  // namespace
}  // namespace foley::retrieval::trec
