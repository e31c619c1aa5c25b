#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/retrieval/trec/measures.hpp"

namespace foley::retrieval::trec {

/// `name=value`.
struct Pair {
  std::string name;
  double value = 0.0;
};

/// The parameters of a measure.
struct Parameters {
  std::string text;             ///< As they were given; empty when the defaults hold.
  std::vector<double> numbers;  ///< Cut-offs and fractions ascending, coefficients as given.
  std::vector<Pair> pairs;
};

/// Reads the parameters of a measure; empty text stands for its defaults.
Result<Parameters> read_parameters(const MeasureInfo& measure, std::string_view text);

}  // namespace foley::retrieval::trec
