#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace foley::stats {

// Measures of two systems that are equal on paper differ by the rounding of their last steps. Two
// values closer than this, relative to the largest value in play, count as the same.
inline constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();

// Throws std::invalid_argument unless all values are finite and so small that squares do not
// overflow.
void require_values(std::span<const double> values);

// Throws std::invalid_argument unless 0 < share < 1.
void require_open_share(double share, const char* name);

// The largest size of a value; 0 for none.
double largest_size(std::span<const double> values);

// Number, mean and spread of values; sd has n - 1 below and is 0 for n < 2, and where the values
// differ only by rounding relative to `scale`.
struct Moments {
  std::size_t n = 0;
  double mean = 0.0;
  double sd = 0.0;
};
Moments moments(std::span<const double> values, double scale);

// Differences first - second, topic by topic; those within rounding are exactly 0.
struct Differences {
  std::vector<double> values;
  double scale = 0.0;       // largest size of a value of either system
  std::size_t nonzero = 0;  // topics where the systems differ

  // Differences closer than this are the same.
  [[nodiscard]] double slack() const { return kRounding * scale; }
};
// Throws std::invalid_argument for lengths that differ and for values as above.
Differences differences(std::span<const double> first, std::span<const double> second);

}  // namespace foley::stats
