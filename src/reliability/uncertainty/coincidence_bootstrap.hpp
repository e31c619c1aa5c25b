#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "foley/reliability/agreement_counts.hpp"
#include "foley/reliability/alpha_interval.hpp"
#include "foley/reliability/level.hpp"

namespace foley::reliability {

/// Krippendorff's bootstrap of alpha: the replicates in ascending order, and the number of
/// coincidences that each drew. For data with two units or more and two values or more;
/// include/foley/reliability/alpha_interval.hpp says what is done.
struct CoincidenceBootstrap {
  std::vector<double> ascending;
  std::uint64_t draws = 0;
};

[[nodiscard]] CoincidenceBootstrap coincidence_bootstrap(const AgreementCounts& counts,
                                                         const Scale& scale,
                                                         const AlphaIntervalOptions& options);

}  // namespace foley::reliability
