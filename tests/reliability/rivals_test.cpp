#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "foley/reliability/alpha.hpp"
#include "support/oracle.hpp"

namespace foley::reliability {
namespace {

struct Case {
  std::vector<double> values;
  std::size_t raters = 0;
  std::vector<double> domain;

  explicit Case(const testing::Json& data) : raters(data.size()) {
    for (const auto& row : data) {
      for (const auto& value : row) {
        values.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                         : value.get<double>());
        if (!value.is_null()) {
          domain.push_back(values.back());
        }
      }
    }
  }

  [[nodiscard]] double alpha(const std::string& level, bool with_domain) const {
    Scale scale;
    scale.level = level_named(level).value();
    if (with_domain) {
      scale.domain = domain;
    }
    return krippendorff_alpha(RatingMatrix(values, raters, values.size() / raters), scale).value;
  }
};

// Made by make_alpha_oracle.py.
TEST(AlphaOfRivals, IsMetOnRandomRatings) {
  const auto oracle = testing::Json::parse(testing::file_text(FOLEY_ALPHA_ORACLE));
  ASSERT_EQ(oracle["cases"].size(), 200U);
  std::size_t rounded = 0;
  for (const auto& each : oracle["cases"]) {
    const Case ratings(each["data"]);
    for (const auto& [level, expected] : each["krippendorff"].items()) {
      EXPECT_NEAR(ratings.alpha(level, false), expected.get<double>(), 1e-12) << level;
    }
    // Circle and poles reach over all ratings there, those that are compared with none among them.
    for (const auto& [level, expected] : each["irrCAC"].items()) {
      EXPECT_NEAR(ratings.alpha(level, true), expected.get<double>(), 5e-6) << level;
      rounded += 1;
    }
  }
  EXPECT_GE(rounded, 800U);
}

}  // namespace
}  // namespace foley::reliability
