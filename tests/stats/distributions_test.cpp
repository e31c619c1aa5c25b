#include "foley/stats/distributions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "oracle_file.hpp"
#include "support/near.hpp"

namespace foley::stats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double nan_value = std::numeric_limits<double>::quiet_NaN();

void expect_rows(const std::string& name, double relative,
                 const std::function<double(const std::vector<double>&)>& ours) {
  const auto& rows = oracle_file().at("distributions").at(name);
  ASSERT_GE(rows.size(), 6U);
  for (const auto& row : rows) {
    const std::vector<double> x = numbers(row);
    EXPECT_TRUE(testing::nearly_equal(x.back(), ours(x), relative) ||
                std::fabs(x.back() - ours(x)) < 1e-15)
        << name << " of " << row << ": " << ours(x);
  }
}

std::size_t whole(double x) { return static_cast<std::size_t>(x); }

TEST(Distributions, AgreeWithScipy) {
  using Row = std::vector<double>;
  expect_rows("normal_cdf", 1e-13, [](const Row& x) { return normal_cdf(x[0]); });
  expect_rows("normal_quantile", 1e-13, [](const Row& x) { return normal_quantile(x[0]); });
  expect_rows("student_t_sf", 1e-12, [](const Row& x) { return student_t_sf(x[0], x[1]); });
  expect_rows("student_t_quantile", 1e-11,
              [](const Row& x) { return student_t_quantile(x[0], x[1]); });
  expect_rows("noncentral_t_sf", 1e-9,
              [](const Row& x) { return noncentral_t_sf(x[0], x[1], x[2]); });
  expect_rows("fisher_f_sf", 1e-12, [](const Row& x) { return fisher_f_sf(x[0], x[1], x[2]); });
  expect_rows("fisher_f_quantile", 1e-11,
              [](const Row& x) { return fisher_f_quantile(x[0], x[1], x[2]); });
  expect_rows("chi_squared_sf", 1e-12, [](const Row& x) { return chi_squared_sf(x[0], x[1]); });
  expect_rows("chi_squared_quantile", 1e-11,
              [](const Row& x) { return chi_squared_quantile(x[0], x[1]); });
  expect_rows("beta_quantile", 1e-11, [](const Row& x) { return beta_quantile(x[0], x[1], x[2]); });
  expect_rows("binomial_cdf", 1e-12,
              [](const Row& x) { return binomial_cdf(whole(x[0]), whole(x[1]), x[2]); });
}

TEST(Distributions, CloseForms) {
  // Student's t with one degree of freedom is Cauchy's.
  FOLEY_EXPECT_NEARLY(0.5 + std::atan(3.0) / std::numbers::pi, student_t_cdf(3.0, 1.0));
  EXPECT_NEAR(student_t_cdf(0.7, 3.0) + student_t_sf(0.7, 3.0), 1.0, 1e-15);
  EXPECT_NEAR(noncentral_t_cdf(0.7, 3.0, 0.5) + noncentral_t_sf(0.7, 3.0, 0.5), 1.0, 1e-12);
  FOLEY_EXPECT_NEARLY(0.25, beta_quantile(0.25, 1.0, 1.0));
  FOLEY_EXPECT_NEARLY(std::exp(-1.5), chi_squared_sf(3.0, 2.0));
  FOLEY_EXPECT_NEARLY(1.0 / 12.0, gamma_ratio(3.0, 2.0));
  FOLEY_EXPECT_NEARLY(std::sqrt(std::numbers::pi), gamma_ratio(0.5, 0.5));
}

TEST(Distributions, TheEndsAreDefined) {
  EXPECT_EQ(normal_cdf(-kInfinity), 0.0);
  EXPECT_EQ(normal_sf(-kInfinity), 1.0);
  EXPECT_EQ(normal_quantile(0.0), -kInfinity);
  EXPECT_EQ(normal_quantile(1.0), kInfinity);
  EXPECT_EQ(student_t_sf(kInfinity, 2.0), 0.0);
  EXPECT_EQ(student_t_cdf(kInfinity, 2.0), 1.0);
  EXPECT_EQ(student_t_quantile(0.0, 2.0), -kInfinity);
  EXPECT_EQ(student_t_quantile(1.0, 2.0), kInfinity);
  EXPECT_EQ(noncentral_t_sf(kInfinity, 2.0, 1.0), 0.0);
  EXPECT_EQ(noncentral_t_cdf(kInfinity, 2.0, 1.0), 1.0);
  EXPECT_EQ(fisher_f_sf(0.0, 2.0, 3.0), 1.0);
  EXPECT_EQ(fisher_f_sf(-1.0, 2.0, 3.0), 1.0);
  EXPECT_EQ(fisher_f_sf(kInfinity, 2.0, 3.0), 0.0);
  EXPECT_EQ(fisher_f_quantile(0.0, 2.0, 3.0), 0.0);
  EXPECT_EQ(fisher_f_quantile(1.0, 2.0, 3.0), kInfinity);
  EXPECT_EQ(chi_squared_sf(-1.0, 2.0), 1.0);
  EXPECT_EQ(chi_squared_sf(kInfinity, 2.0), 0.0);
  EXPECT_EQ(chi_squared_quantile(0.0, 2.0), 0.0);
  EXPECT_EQ(chi_squared_quantile(1.0, 2.0), kInfinity);
  EXPECT_EQ(beta_quantile(0.0, 2.0, 3.0), 0.0);
  EXPECT_EQ(beta_quantile(1.0, 2.0, 3.0), 1.0);
  EXPECT_EQ(binomial_cdf(3, 3, 0.5), 1.0);
  EXPECT_EQ(binomial_cdf(0, 0, 0.5), 1.0);
  EXPECT_EQ(binomial_cdf(2, 3, 1.0), 0.0);
  EXPECT_EQ(binomial_cdf(0, 3, 0.0), 1.0);
}

TEST(Distributions, StayProbabilitiesFarOut) {
  for (const double t : {-1e300, -1e8, -3.0, 0.0, 3.0, 1e8, 1e300}) {
    for (const double df : {1.0, 30.0, 1e9}) {
      for (const double delta : {-1e12, -40.0, 0.0, 40.0, 1e6, 1e12}) {
        const double p = noncentral_t_sf(t, df, delta);
        EXPECT_TRUE(p >= 0.0 && p <= 1.0) << t << ' ' << df << ' ' << delta << ": " << p;
      }
      const double p = student_t_sf(t, df);
      EXPECT_TRUE(p >= 0.0 && p <= 1.0) << t << ' ' << df << ": " << p;
    }
  }
}

TEST(Distributions, RefuseWhatIsNotANumberOrOutOfRange) {
  EXPECT_THROW((void)normal_cdf(nan_value), std::invalid_argument);
  EXPECT_THROW((void)normal_quantile(-0.1), std::invalid_argument);
  EXPECT_THROW((void)normal_quantile(1.1), std::invalid_argument);
  EXPECT_THROW((void)normal_quantile(nan_value), std::invalid_argument);
  EXPECT_THROW((void)student_t_sf(nan_value, 1.0), std::invalid_argument);
  EXPECT_THROW((void)student_t_sf(0.0, 0.0), std::invalid_argument);
  EXPECT_THROW((void)student_t_sf(0.0, kInfinity), std::invalid_argument);
  EXPECT_THROW((void)student_t_quantile(0.5, -1.0), std::invalid_argument);
  EXPECT_THROW((void)noncentral_t_sf(0.0, 1.0, kInfinity), std::invalid_argument);
  EXPECT_THROW((void)noncentral_t_sf(nan_value, 1.0, 0.0), std::invalid_argument);
  EXPECT_THROW((void)fisher_f_sf(1.0, 0.0, 1.0), std::invalid_argument);
  EXPECT_THROW((void)fisher_f_quantile(0.5, 1.0, 0.0), std::invalid_argument);
  EXPECT_THROW((void)chi_squared_sf(1.0, 0.0), std::invalid_argument);
  EXPECT_THROW((void)chi_squared_quantile(2.0, 1.0), std::invalid_argument);
  EXPECT_THROW((void)beta_quantile(0.5, 0.0, 1.0), std::invalid_argument);
  EXPECT_THROW((void)binomial_cdf(0, 1, 2.0), std::invalid_argument);
  EXPECT_THROW((void)gamma_ratio(0.0, 1.0), std::invalid_argument);
  EXPECT_THROW((void)gamma_ratio(1.0, -1.0), std::invalid_argument);
}

}  // namespace
}  // namespace foley::stats
