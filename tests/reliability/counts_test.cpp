#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "foley/core/digest.hpp"
#include "foley/core/random.hpp"
#include "foley/reliability/agreement_counts.hpp"
#include "foley/reliability/alpha.hpp"
#include "pair_integral.hpp"

namespace foley::reliability {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Table {
  std::vector<double> values;
  std::size_t raters = 0;
  std::size_t units = 0;

  [[nodiscard]] RatingMatrix matrix() const { return {values, raters, units}; }
  // Some of the columns as a table of their own.
  [[nodiscard]] Table part(std::size_t begin, std::size_t end) const {
    Table part{{}, raters, end - begin};
    for (std::size_t r = 0; r < raters; ++r) {
      for (std::size_t u = begin; u < end; ++u) {
        part.values.push_back(values[r * units + u]);
      }
    }
    return part;
  }
};

// Scales that take each of the ways in which units are counted: few values, many small ones, huge
// ones, fractions.
Table random_table(RandomStream& random) {
  Table table;
  table.raters = 1 + random.below(11);
  table.units = random.below(40);
  const std::uint32_t values = 1 + random.below(60);
  const std::uint32_t kind = random.below(4);
  for (std::size_t i = 0; i < table.raters * table.units; ++i) {
    const double value = random.below(values);
    const double scaled[] = {value, value - 50.0, value * 1e6, value / 3.0};
    table.values.push_back(random.below(5) == 0 ? kNaN : scaled[kind]);
  }
  return table;
}

std::map<std::multiset<double>, std::uint64_t> slow_patterns(const Table& table) {
  std::map<std::multiset<double>, std::uint64_t> patterns;
  for (std::size_t u = 0; u < table.units; ++u) {
    std::multiset<double> unit;
    for (std::size_t r = 0; r < table.raters; ++r) {
      if (!std::isnan(table.values[r * table.units + u])) {
        unit.insert(table.values[r * table.units + u]);
      }
    }
    if (unit.size() >= 2) {
      patterns[unit] += 1;
    }
  }
  return patterns;
}

RC_GTEST_PROP(AgreementCounts, AreThePatternsOfTheUnits, (std::uint64_t seed)) {
  RandomStream random(seed);
  const Table table = random_table(random);
  const AgreementCounts counts = AgreementCounts::of(table.matrix());
  std::map<std::multiset<double>, std::uint64_t> found;
  for (std::size_t i = 0; i < counts.patterns(); ++i) {
    std::multiset<double> unit;
    for (const std::uint32_t code : counts.pattern(i)) {
      unit.insert(counts.values()[code]);
    }
    found[unit] += counts.units_of()[i];
  }
  RC_ASSERT(found == slow_patterns(table));
  RC_ASSERT(found.size() == counts.patterns());
  RC_ASSERT(AgreementCounts::of(Ratings::of(table.matrix())) == counts);
}

RC_GTEST_PROP(AgreementCounts, AddUpInAnyOrder, (std::uint64_t seed)) {
  RandomStream random(seed);
  const Table table = random_table(random);
  const std::size_t cut =
      table.units == 0 ? 0 : random.below(static_cast<std::uint32_t>(table.units));
  const AgreementCounts whole = AgreementCounts::of(table.matrix());
  const AgreementCounts first = AgreementCounts::of(table.part(0, cut).matrix());
  const AgreementCounts second = AgreementCounts::of(table.part(cut, table.units).matrix());
  AgreementCounts there = first;
  there.merge(second);
  AgreementCounts back = second;
  back.merge(first);
  RC_ASSERT(there == whole);
  RC_ASSERT(back == whole);
  AgreementCounts nothing;
  nothing.merge(whole);
  nothing.merge(AgreementCounts());
  RC_ASSERT(nothing == whole);
  const auto read = AgreementCounts::from_bytes(whole.to_bytes(), "counts");
  RC_ASSERT(read.has_value());
  RC_ASSERT(*read == whole);
  RC_ASSERT(krippendorff_alpha(*read).value == krippendorff_alpha(whole).value);
}

double distance(Level level, double c, double k, const std::map<double, double>& n, double low,
                double high) {
  switch (level) {
    case Level::nominal:
      return c == k ? 0.0 : 1.0;
    case Level::ordinal: {
      double between = 0.0;
      for (const auto& [value, count] : n) {
        between += value >= std::min(c, k) && value <= std::max(c, k) ? count : 0.0;
      }
      between -= (n.at(c) + n.at(k)) / 2.0;
      return between * between;
    }
    case Level::ratio:
      return c == k ? 0.0 : (c - k) * (c - k) / ((c + k) * (c + k));
    case Level::circular: {
      const double sine = std::sin(3.14159265358979323846 * (c - k) / (high - low + 1.0));
      return sine * sine;
    }
    case Level::bipolar:
      return c == k ? 0.0 : (c - k) * (c - k) / ((c + k - 2 * low) * (2 * high - c - k));
    default:
      return (c - k) * (c - k);
  }
}

// Alpha by its definition: every pair, one by one.
double slow_alpha(const Table& table, Level level) {
  const auto patterns = slow_patterns(table);
  std::map<double, double> n;
  double total = 0.0;
  for (const auto& [unit, units] : patterns) {
    for (const double value : unit) {
      n[value] += static_cast<double>(units);
      total += static_cast<double>(units);
    }
  }
  if (n.size() < 2) {
    return 1.0;
  }
  const double low = n.begin()->first;
  const double high = n.rbegin()->first;
  double observed = 0.0;
  for (const auto& [unit, units] : patterns) {
    double within = 0.0;
    for (const double c : unit) {
      for (const double k : unit) {
        within += distance(level, c, k, n, low, high);
      }
    }
    observed += static_cast<double>(units) * within / static_cast<double>(unit.size() - 1);
  }
  double expected = 0.0;
  for (const auto& [c, n_c] : n) {
    for (const auto& [k, n_k] : n) {
      expected += n_c * n_k * distance(level, c, k, n, low, high);
    }
  }
  return 1.0 - (observed / total) / (expected / (total * (total - 1.0)));
}

RC_GTEST_PROP(Alpha, IsThatOfTheDefinition, (std::uint64_t seed)) {
  RandomStream random(seed);
  Table table = random_table(random);
  for (double& value : table.values) {
    value += value < 0 ? 50.0 : 0.0;  // ratio level has no negative sizes
  }
  for (const Level level : {Level::nominal, Level::ordinal, Level::interval, Level::ratio,
                            Level::circular, Level::bipolar}) {
    Scale scale;
    scale.level = level;
    const double alpha = krippendorff_alpha(table.matrix(), scale).value;
    const double slow = slow_alpha(table, level);
    RC_ASSERT(std::fabs(alpha - slow) <= 1e-11 * std::max(1.0, std::fabs(slow)));
  }
}

TEST(AgreementCounts, CountLoneRatings) {
  const std::vector<double> values{1, kNaN, 2, kNaN, kNaN, 2};
  const AgreementCounts counts = AgreementCounts::of(RatingMatrix(values, 2, 3));
  EXPECT_EQ(counts.lone_ratings(), 1U);
  EXPECT_EQ(counts.units(), 1U);
  EXPECT_EQ(counts.ratings(), 2U);
  EXPECT_EQ(counts.values().size(), 1U);
}

TEST(AgreementCounts, HoldPatternsInOrder) {
  const std::vector<double> values{3, 1, 3, 2, 2, 1, 1, kNaN, kNaN, 1, 2, kNaN};
  const AgreementCounts counts = AgreementCounts::of(RatingMatrix(values, 3, 4));
  ASSERT_EQ(counts.patterns(), 3U);
  const auto codes = [&](std::size_t i) {
    return std::vector<std::uint32_t>(counts.pattern(i).begin(), counts.pattern(i).end());
  };
  EXPECT_EQ(codes(0), (std::vector<std::uint32_t>{0, 0, 0}));
  EXPECT_EQ(codes(1), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(codes(2), (std::vector<std::uint32_t>{1, 2}));
}

TEST(AgreementCounts, RefuseBytesOfAnythingElse) {
  const std::vector<double> values{3, 1, 3, 2, 2, 1, 1, kNaN};
  const std::string bytes = AgreementCounts::of(RatingMatrix(values, 2, 4)).to_bytes();
  EXPECT_FALSE(AgreementCounts::from_bytes("", "x"));
  EXPECT_FALSE(AgreementCounts::from_bytes("something else altogether", "x"));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(AgreementCounts::from_bytes(bytes.substr(0, length), "x"));
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(AgreementCounts::from_bytes(changed, "x")) << i;
    // With a checksum that fits, what cannot be is refused, and the rest is read; none crashes.
    changed.resize(bytes.size() - 64);
    const auto read = AgreementCounts::from_bytes(changed + sha256_hex(changed), "x");
    if (read) {
      EXPECT_EQ(read->to_bytes(), changed + sha256_hex(changed)) << i;
    }
  }
}

TEST(AgreementCounts, RefusePatternsThatCompareNothing) {
  const std::vector<double> values{3, 1, 3, 1};
  std::string body = AgreementCounts::of(RatingMatrix(values, 2, 2)).to_bytes();
  body.resize(body.size() - 64);
  const std::size_t length = body.size() - 4 * 4 - 2 * 16;  // of the first of two patterns
  ASSERT_EQ(body[length], 2);
  for (const char other : {'\0', '\1', '\3'}) {
    body[length] = other;
    EXPECT_FALSE(AgreementCounts::from_bytes(body + sha256_hex(body), "x"));
  }
}

TEST(AgreementCounts, CountMoreRatersThanAByte) {
  std::vector<double> values;
  for (std::size_t rater = 0; rater < 300; ++rater) {
    values.push_back(1);
    values.push_back(rater == 0 ? 2 : 1);
  }
  const AgreementCounts counts = AgreementCounts::of(RatingMatrix(values, 300, 2));
  EXPECT_EQ(counts.ratings(), 600U);
  ASSERT_EQ(counts.patterns(), 2U);
  EXPECT_EQ(counts.pattern(0).size(), 300U);
  EXPECT_EQ(counts.pattern(1).back(), 1U);
  EXPECT_EQ(counts.pattern(1)[298], 0U);
}

TEST(PairIntegral, IsTheSumOverPairs) {
  RandomStream random(7);
  std::vector<double> values{0.0};
  std::vector<double> counts{3.0};
  for (int i = 0; i < 300; ++i) {
    values.push_back(std::exp(20.0 * (random.u01() - 0.5)));
    counts.push_back(1 + random.below(4));
  }
  for (const int power : {1, 2}) {
    double slow = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::size_t j = 0; j < values.size(); ++j) {
        const double sum = values[i] + values[j];
        const double apart = values[i] - values[j];
        slow += sum == 0.0 ? 0.0 : counts[i] * counts[j] * apart * apart / std::pow(sum, power);
      }
    }
    EXPECT_NEAR(PairIntegral(values, power).sum(counts) / slow, 1.0, 1e-13);
  }
  // Values side by side: the sum is a variance, and nothing may cancel.
  const std::vector<double> near{1000.0, 1000.001};
  EXPECT_NEAR(PairIntegral(near, 2).sum(std::vector<double>{1, 1}) / (2e-6 / 4.000004000001e6), 1.0,
              1e-9);
  EXPECT_EQ(PairIntegral({0.0}, 2).sum(std::vector<double>{2.0}), 0.0);
}

TEST(Alpha, OfManyValuesIsThatOfTheirPairs) {
  RandomStream random(11);
  Table table{{}, 2, 900};
  for (std::size_t i = 0; i < 1800; ++i) {
    table.values.push_back(i == 5 ? 0.0 : random.u01() * 100.0);
  }
  for (const Level level : {Level::ratio, Level::bipolar}) {
    Scale scale;
    scale.level = level;
    EXPECT_NEAR(krippendorff_alpha(table.matrix(), scale).value, slow_alpha(table, level), 1e-12);
  }
}

}  // namespace
}  // namespace foley::reliability
