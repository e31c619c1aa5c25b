#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "foley/retrieval/measures/sampled.hpp"
#include "support/topics.hpp"

// Estimates from sampled pools: identities on whole pools, a value by hand, and simulations.
namespace foley::retrieval {
namespace {

// A pool whose grades are all known, and the run's ranks of it.
struct Pool {
  SampledRanking whole;
  std::vector<double> rates;  ///< Sampled share by stratum, from 1.
};

double uniform(std::mt19937_64& draw) { return static_cast<double>(draw() >> 11U) * 0x1.0p-53; }

// Two of three documents of the run are pooled, relevance falls with the rank, and there are pooled
// documents that the run lacks. Strata are depths: the first is judged as a whole.
Pool make_pool(std::uint64_t seed, double density) {
  std::mt19937_64 draw(seed);
  Pool pool;
  pool.rates = {1.0, 1.0, 0.5, 0.4};
  pool.whole.retrieved = 180;
  for (std::int64_t rank = 1; rank <= 180; ++rank) {
    if (rank > 20 && uniform(draw) < 1.0 / 3) {
      continue;
    }
    const bool relevant = uniform(draw) < density * std::exp(-static_cast<double>(rank) / 90.0);
    const double grade = relevant ? (uniform(draw) < 0.3 ? 2.0 : 1.0) : 0.0;
    const std::int64_t stratum = rank <= 15 ? 1 : rank <= 75 ? 2 : 3;
    pool.whole.docs.push_back({rank, grade, stratum, 1.0});
  }
  for (int i = 0; i < 40; ++i) {
    pool.whole.docs.push_back({0, uniform(draw) < 0.1 ? 1.0 : 0.0, 3, 1.0});
  }
  return pool;
}

// A fixed number of each stratum at random.
SampledRanking stratified_sample(const Pool& pool, std::mt19937_64& draw) {
  SampledRanking sample = pool.whole;
  for (std::int64_t stratum = 1; stratum <= 3; ++stratum) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < sample.docs.size(); ++i) {
      if (sample.docs[i].stratum == stratum) {
        members.push_back(i);
      }
    }
    const auto keep = static_cast<std::size_t>(std::ceil(
        pool.rates[static_cast<std::size_t>(stratum)] * static_cast<double>(members.size())));
    for (std::size_t i = 0; i < members.size(); ++i) {
      std::swap(members[i], members[i + draw() % (members.size() - i)]);
      if (i >= keep) {
        sample.docs[members[i]].grade = -1.0;
      }
    }
  }
  return sample;
}

SampledRanking independent_sample(const Pool& pool, std::mt19937_64& draw) {
  SampledRanking sample = pool.whole;
  for (auto& doc : sample.docs) {
    doc.inclusion = pool.rates[static_cast<std::size_t>(doc.stratum)];
    if (uniform(draw) >= doc.inclusion) {
      doc.grade = -1.0;
    }
  }
  return sample;
}

struct Simulated {
  double covered = 0.0;
  double mean = 0.0;
  double width = 0.0;
};

Simulated simulate(SampledMeasure measure, SampleDesign design, const Pool& pool, int times) {
  std::mt19937_64 draw(7);
  const double truth = measure(pool.whole);
  Simulated out;
  for (int i = 0; i < times; ++i) {
    const SampledRanking sample = design == SampleDesign::stratified
                                      ? stratified_sample(pool, draw)
                                      : independent_sample(pool, draw);
    const SampledEstimate estimate = sampled_interval(measure, design, sample);
    out.covered += estimate.low <= truth && truth <= estimate.high ? 1.0 / times : 0.0;
    out.mean += estimate.value / times;
    out.width += (estimate.high - estimate.low) / times;
  }
  return out;
}

struct Case {
  const char* name;
  SampledMeasure measure;
  SampleDesign design;
};

class Coverage : public ::testing::TestWithParam<Case> {};

TEST_P(Coverage, IntervalsCoverTheWholePoolInNinetyThreePercent) {
  for (const auto& [seed, density] : {std::pair<std::uint64_t, double>{1, 0.5}, {2, 0.3}}) {
    const Pool pool = make_pool(seed, density);
    const double truth = GetParam().measure(pool.whole);
    const Simulated out = simulate(GetParam().measure, GetParam().design, pool, 1000);
    RecordProperty(std::string("covered_") + std::to_string(seed), std::to_string(out.covered));
    EXPECT_GE(out.covered, 0.93) << GetParam().name << " " << seed << ": width " << out.width;
    EXPECT_LE(out.covered, 0.995) << GetParam().name << " " << seed << ": width " << out.width;
    EXPECT_NEAR(out.mean, truth, 0.02) << GetParam().name;
    EXPECT_LT(out.width, 0.35) << GetParam().name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Coverage,
                         ::testing::Values(Case{"xinfAP", xinf_ap, SampleDesign::stratified},
                                           Case{"infNDCG", inf_ndcg, SampleDesign::stratified},
                                           Case{"statAP", stat_ap, SampleDesign::independent}),
                         [](const auto& each) { return each.param.name; });

// The same documents as graded judgments.
double graded(const char* measure, const SampledRanking& whole) {
  testing::Row qrels;
  testing::Row run;
  for (std::size_t i = 0; i < whole.docs.size(); ++i) {
    qrels.emplace_back("p" + std::to_string(i), whole.docs[i].grade);
    if (whole.docs[i].rank > 0) {
      run.emplace_back("p" + std::to_string(i), -static_cast<double>(whole.docs[i].rank));
    }
  }
  for (std::int64_t rank = 1; rank <= static_cast<std::int64_t>(whole.retrieved); ++rank) {
    const bool taken = std::any_of(whole.docs.begin(), whole.docs.end(),
                                   [&](const auto& doc) { return doc.rank == rank; });
    if (!taken) {
      run.emplace_back("u" + std::to_string(rank), -static_cast<double>(rank));
    }
  }
  return testing::value_of(measure, qrels, run);
}

TEST(WholePool, EstimatesAreTheMeasuresThemselves) {
  const Pool pool = make_pool(3, 0.4);
  EXPECT_NEAR(xinf_ap(pool.whole), graded("AP", pool.whole), 1e-4);  // smoothed
  EXPECT_NEAR(inf_ndcg(pool.whole), graded("nDCG", pool.whole), 1e-12);
  EXPECT_NEAR(stat_ap(pool.whole), graded("AP", pool.whole), 1e-12);
  for (const Case& each : {Case{"xinfAP", xinf_ap, SampleDesign::stratified},
                           Case{"statAP", stat_ap, SampleDesign::independent}}) {
    const SampledEstimate estimate = sampled_interval(each.measure, each.design, pool.whole);
    EXPECT_EQ(estimate.low, estimate.value);
    EXPECT_EQ(estimate.high, estimate.value);
  }
}

// Ranks 1 to 4: stratum 1 relevant; stratum 2 relevant, unsampled, relevant. Rank 5 is not pooled.
TEST(XinfAp, ByHand) {
  const SampledRanking ranking{
      5, {{1, 1.0, 1, 1.0}, {2, 2.0, 2, 1.0}, {3, -1.0, 2, 1.0}, {4, 1.0, 2, 1.0}}};
  constexpr double e = 0.00001;
  const double one = (1.0 + e) / (1.0 + 3 * e);  // estimated share where one of one is relevant
  const double at1 = 1.0;
  const double at2 = (1.0 + one) / 2.0;
  const double at4 = (1.0 + one + 2.0 * one) / 4.0;
  const double weight = 1.5;  // three of stratum 2, two of them sampled
  EXPECT_NEAR(xinf_ap(ranking), (at1 + weight * (at2 + at4)) / (1.0 + weight * 2.0), 1e-15);
}

TEST(InfNdcg, ByHand) {
  const SampledRanking ranking{
      5, {{1, 1.0, 1, 1.0}, {2, 2.0, 2, 1.0}, {3, -1.0, 2, 1.0}, {4, 1.0, 2, 1.0}}};
  const auto log2 = [](double x) { return std::log2(x); };
  const double gain = 1.0 + 1.5 * (2.0 / log2(3) + 1.0 / log2(5));
  // 1.5 documents of grade 2, 2.5 of grade 1: rounded to 2 and 3.
  const double ideal = 2.0 + 2.0 / log2(3) + 1.0 / log2(4) + 1.0 / log2(5) + 1.0 / log2(6);
  EXPECT_NEAR(inf_ndcg(ranking), gain / ideal, 1e-15);
}

// Over all samples of four documents, weighed by their probability, R-hat * statAP has the
// expectation R * AP.
TEST(StatAp, ItsSumsAreUnbiased) {
  SampledRanking whole{6,
                       {{1, 1.0, 1, 0.5}, {3, 0.0, 1, 0.25}, {4, 1.0, 1, 0.75}, {6, 1.0, 1, 0.5}}};
  double expected = 0.0;
  for (unsigned bits = 0; bits < 16; ++bits) {
    SampledRanking sample = whole;
    double probability = 1.0;
    double relevant = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
      auto& doc = sample.docs[i];
      const bool in = (bits >> i & 1U) != 0;
      probability *= in ? doc.inclusion : 1.0 - doc.inclusion;
      doc.grade = in ? doc.grade : -1.0;
      relevant += doc.grade > 0.0 ? 1.0 / doc.inclusion : 0.0;
    }
    expected += probability * relevant * stat_ap(sample);
  }
  EXPECT_NEAR(expected, 1.0 + 2.0 / 4 + 3.0 / 6, 1e-12);
}

TEST(SampledInterval, SaysNothingWhereNothingCanBeKnown) {
  const SampledRanking nothing{3, {{1, 0.0, 1, 0.5}, {2, -1.0, 1, 0.5}, {3, 0.0, 1, 0.5}}};
  for (const auto& estimate : {sampled_interval(xinf_ap, SampleDesign::stratified, nothing),
                               sampled_interval(stat_ap, SampleDesign::independent, nothing)}) {
    EXPECT_EQ(estimate.value, 0.0);
    EXPECT_EQ(estimate.low, 0.0);
    EXPECT_EQ(estimate.high, 1.0);
  }
  const SampledRanking one_of_two{2, {{1, 1.0, 1, 0.5}, {2, -1.0, 1, 0.5}}};
  const auto unknown = sampled_interval(inf_ndcg, SampleDesign::stratified, one_of_two);
  EXPECT_EQ(unknown.low, 0.0);
  EXPECT_GE(unknown.high, 1.0);
  EXPECT_THROW(static_cast<void>(sampled_interval(xinf_ap, SampleDesign::stratified, nothing, 1.0)),
               std::invalid_argument);
}

TEST(SampledColumns, ReadTheSampledTopic) {
  const Pool pool = make_pool(4, 0.4);
  Topic topic;
  topic.sampled = &pool.whole;
  for (const char* name : {"xinfAP", "infNDCG", "statAP"}) {
    EXPECT_GT(to_column(testing::spec_of(name)).value(topic), 0.0) << name;
    EXPECT_EQ(to_column(testing::spec_of(name)).value({}), 0.0) << name;
  }
}

}  // namespace
}  // namespace foley::retrieval
