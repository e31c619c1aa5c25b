#pragma once

#include <string>
#include <vector>

#include "support/oracle.hpp"

namespace foley::stats {

/// What make_oracle.py wrote.
inline const testing::Json& oracle_file() {
  static const testing::Json kFile = testing::Json::parse(testing::file_text(FOLEY_STATS_ORACLE));
  return kFile;
}

/// A list of numbers.
inline std::vector<double> numbers(const testing::Json& list) {
  return list.get<std::vector<double>>();
}

}  // namespace foley::stats
