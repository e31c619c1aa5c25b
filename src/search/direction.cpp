#include "direction.hpp"

#include <cmath>
#include <cstdint>

namespace foley::search {
namespace {

DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

DoubleDouble add(DoubleDouble a, double b) {
  const DoubleDouble sum = two_sum(a.hi, b);
  return two_sum(sum.hi, sum.lo + a.lo);
}

DoubleDouble square(DoubleDouble a) {
  const double hi = a.hi * a.hi;
  const double rest = std::fma(a.hi, a.hi, -hi) + 2.0 * a.hi * a.lo;
  return two_sum(hi, rest);
}

double divide(DoubleDouble a, DoubleDouble b) {
  const double first = a.hi / b.hi;
  // a - first * b, exactly enough for one correction step.
  const double product = first * b.hi;
  const double product_error = std::fma(first, b.hi, -product);
  const double rest = (a.hi - product) - product_error + a.lo - first * b.lo;
  return first + rest / b.hi;
}

// The product of two float32 values, or of a float32 and a count below 2^13, is exact in double.
DoubleDouble exact_dot(std::span<const float> a, std::span<const float> b) {
  DoubleDouble sum;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum = add(sum, static_cast<double>(a[i]) * static_cast<double>(b[i]));
  }
  return sum;
}

double count_dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  return sum;
}

// Counts above this are no bag of words, and their squares would leave the exact range.
constexpr double kLargestCount = 4096.0;
constexpr double kLargestSquaredNorm = 67108864.0;  // 2^26: (a·b)² stays below 2^53
// A least count above this (every word of a text repeated that often) does not occur.
constexpr int kLargestLeastCount = 16;
// Two float32 roundings of an entry, with room for one more.
constexpr double kFloatNoise = 4e-7;

// Tries to read `vector` as counts whose smallest entry is `least`.
std::optional<std::vector<std::int64_t>> counts_with_least(std::span<const float> vector,
                                                           double smallest, double norm,
                                                           int least) {
  std::vector<std::int64_t> counts(vector.size());
  double squares = 0.0;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const double ratio = static_cast<double>(vector[i]) / smallest * least;
    const double count = std::round(ratio);
    if (std::fabs(count) > kLargestCount || std::fabs(ratio - count) > 0.01) {
      return std::nullopt;
    }
    counts[i] = static_cast<std::int64_t>(count);
    squares += count * count;
  }
  if (squares > kLargestSquaredNorm) {
    return std::nullopt;
  }
  const double root = std::sqrt(squares);
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const double expected = static_cast<double>(counts[i]) / root;
    const double given = static_cast<double>(vector[i]) / norm;
    if (std::fabs(given - expected) > kFloatNoise * std::fabs(expected)) {
      return std::nullopt;
    }
  }
  return counts;
}

std::optional<std::vector<std::int64_t>> counts_behind(std::span<const float> vector) {
  double smallest = 0.0;
  double squares = 0.0;
  for (const float value : vector) {
    const double magnitude = std::fabs(static_cast<double>(value));
    squares += magnitude * magnitude;
    if (magnitude > 0.0 && (smallest == 0.0 || magnitude < smallest)) {
      smallest = magnitude;
    }
  }
  if (smallest == 0.0) {
    return std::vector<std::int64_t>(vector.size(), 0);
  }
  // The first that fits has no common divisor: dividing by one would give a smaller least count.
  for (int least = 1; least <= kLargestLeastCount; ++least) {
    if (auto counts = counts_with_least(vector, smallest, std::sqrt(squares), least)) {
      return counts;
    }
  }
  return std::nullopt;
}

}  // namespace

Direction direction_of(std::span<const float> vector) {
  Direction direction;
  direction.values.assign(vector.begin(), vector.end());
  if (auto counts = counts_behind(vector)) {
    for (std::size_t i = 0; i < counts->size(); ++i) {
      direction.values[i] = static_cast<float>((*counts)[i]);
    }
    direction.is_counts = true;
  }
  direction.squared_norm = exact_dot(direction.values, direction.values);
  return direction;
}

double ranking_key(const Direction& a, std::span<const float> b_values,
                   const DoubleDouble& b_squared_norm, bool b_is_counts) {
  if (b_squared_norm.hi == 0.0) {
    return 0.0;
  }
  if (a.is_counts && b_is_counts) {
    const double dot = count_dot(a.values, b_values);
    return std::copysign(dot * dot / b_squared_norm.hi, dot);
  }
  const DoubleDouble dot = exact_dot(a.values, b_values);
  return std::copysign(divide(square(dot), b_squared_norm), dot.hi);
}

}  // namespace foley::search
