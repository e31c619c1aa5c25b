#include "foley/reliability/agreement_counts.hpp"

#include <cmath>
#include <vector>

#include "counts_builder.hpp"
#include "dense_counts.hpp"

namespace foley::reliability {

AgreementCounts AgreementCounts::of(const RatingMatrix& matrix) {
  if (std::optional<FoundPatterns> found = small_patterns(matrix)) {
    return CountsBuilder::assemble(std::move(*found));
  }
  CountsBuilder builder;
  std::vector<double> unit;
  for (std::size_t u = 0; u < matrix.units(); ++u) {
    unit.clear();
    for (std::size_t r = 0; r < matrix.raters(); ++r) {
      const double value = matrix.at(r, u);
      if (!std::isnan(value)) {
        unit.push_back(value);
      }
    }
    builder.add(unit);
  }
  return builder.finish();
}

AgreementCounts AgreementCounts::of(const Ratings& ratings) {
  CountsBuilder builder;
  std::vector<double> unit;
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    unit.clear();
    for (const Rating& each : ratings.of(u)) {
      unit.push_back(each.value);
    }
    builder.add(unit);
  }
  return builder.finish();
}

void AgreementCounts::merge(const AgreementCounts& other) {
  *this = CountsBuilder::merged(*this, other);
}

}  // namespace foley::reliability
