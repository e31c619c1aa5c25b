#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "foley/reliability/ratings.hpp"
#include "support/oracle.hpp"

namespace foley::reliability {

inline constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// Ratings from rows of raters; NaN is missing.
inline Ratings table(const std::vector<std::vector<double>>& rows) {
  std::vector<double> values;
  for (const auto& row : rows) {
    values.insert(values.end(), row.begin(), row.end());
  }
  return Ratings::of(
      RatingMatrix(values, rows.size(), rows.empty() ? 0 : values.size() / rows.size()));
}

/// Rows of raters of an oracle; null is missing.
inline std::vector<std::vector<double>> oracle_rows(const testing::Json& data) {
  std::vector<std::vector<double>> rows;
  for (const auto& row : data) {
    rows.emplace_back();
    for (const auto& value : row) {
      rows.back().push_back(value.is_null() ? kMissing : value.get<double>());
    }
  }
  return rows;
}

}  // namespace foley::reliability
