#include "uncertainty/unit_bootstrap.hpp"

#include <algorithm>
#include <cmath>

#include "foley/core/parallel.hpp"
#include "foley/core/random.hpp"

namespace foley::reliability {
namespace {

constexpr std::size_t kReplicatesAtATime = 32;

}  // namespace

Spread spread_of(std::span<const double> ascending) {
  if (ascending.front() == ascending.back()) {
    return {ascending.front(), 0.0};
  }
  Spread result;
  const auto n = static_cast<double>(ascending.size());
  for (const double replicate : ascending) {
    result.mean += replicate;
  }
  result.mean /= n;
  for (const double replicate : ascending) {
    result.sd += (replicate - result.mean) * (replicate - result.mean);
  }
  result.sd = std::sqrt(result.sd / (n - 1.0));
  return result;
}

UnitBootstrap unit_bootstrap(const stats::Multinomial& law, const AlphaEvaluator& evaluator,
                             std::uint64_t units, std::size_t replicates, std::uint64_t seed,
                             unsigned threads) {
  UnitBootstrap result;
  result.ascending.resize(replicates);
  std::vector<std::uint8_t> meaningless(replicates, 0);
  const std::size_t chunks = (replicates + kReplicatesAtATime - 1) / kReplicatesAtATime;
  parallel_for(chunks, threads, [&](std::size_t chunk) {
    std::vector<std::uint64_t> units_of(law.categories());
    const std::size_t begin = chunk * kReplicatesAtATime;
    const std::size_t end = std::min(begin + kReplicatesAtATime, replicates);
    for (std::size_t r = begin; r < end; ++r) {
      RandomStream random(seed, r);
      law.draw(units, random, units_of);
      const Coefficient alpha = evaluator.at(units_of);
      result.ascending[r] = alpha.value;
      meaningless[r] = alpha.reason == Reason::none ? 0 : 1;
    }
  });
  std::ranges::sort(result.ascending);
  result.without_meaning =
      static_cast<std::size_t>(std::ranges::count(meaningless, std::uint8_t{1}));
  return result;
}

}  // namespace foley::reliability
