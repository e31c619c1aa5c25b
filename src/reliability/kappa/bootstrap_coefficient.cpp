#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

#include "confidence.hpp"
#include "foley/core/parallel.hpp"
#include "foley/core/random.hpp"
#include "foley/reliability/kappa/agreement_coefficient.hpp"
#include "foley/reliability/kappa/unit_table.hpp"
#include "foley/stats/multinomial.hpp"
#include "kappa/chance.hpp"
#include "kappa/coefficient_reason.hpp"

namespace foley::reliability {
namespace {

constexpr std::size_t kReplicatesAtATime = 16;

// The patterns of the units that can be drawn, family by family.
struct Drawn {
  std::vector<std::uint32_t> patterns;
  std::vector<std::size_t> begins{0};

  [[nodiscard]] std::size_t families() const { return begins.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> family(std::size_t i) const {
    return std::span<const std::uint32_t>(patterns).subspan(begins[i], begins[i + 1] - begins[i]);
  }
};

Drawn drawn_units(const UnitTable& table, CoefficientKind kind,
                  std::span<const std::uint32_t> labels) {
  const auto pattern_of = table.pattern_of();
  if (!labels.empty() && labels.size() != pattern_of.size()) {
    throw std::invalid_argument("bootstrap: there must be a family for every unit");
  }
  std::vector<std::size_t> units;
  for (std::size_t unit = 0; unit < pattern_of.size(); ++unit) {
    if (takes_part(kind, table.pattern(pattern_of[unit]))) {
      units.push_back(unit);
    }
  }
  if (!labels.empty()) {
    std::ranges::sort(units, [&](std::size_t a, std::size_t b) {
      return labels[a] != labels[b] ? labels[a] < labels[b] : a < b;
    });
  }
  Drawn result;
  for (std::size_t i = 0; i < units.size(); ++i) {
    result.patterns.push_back(pattern_of[units[i]]);
    const bool last =
        i + 1 == units.size() || labels.empty() || labels[units[i]] != labels[units[i + 1]];
    if (last) {
      result.begins.push_back(i + 1);
    }
  }
  return result;
}

// How many units of each pattern a replicate draws.
using DrawUnits = std::function<void(RandomStream&, std::span<std::uint64_t> units_of)>;

// Units without families differ by pattern alone, so that they need not be drawn one by one.
DrawUnits draw_by_pattern(const UnitTable& table, const Drawn& drawn) {
  std::vector<double> weights(table.units_of().size(), 0.0);
  for (const std::uint32_t pattern : drawn.patterns) {
    weights[pattern] += 1.0;
  }
  return [multinomial = stats::Multinomial(weights), units = drawn.patterns.size()](
             RandomStream& random, std::span<std::uint64_t> units_of) {
    multinomial.draw(units, random, units_of);
  };
}

DrawUnits draw_by_family(const Drawn& drawn) {
  return [&drawn, families = static_cast<std::uint32_t>(drawn.families())](
             RandomStream& random, std::span<std::uint64_t> units_of) {
    std::ranges::fill(units_of, 0);
    for (std::uint32_t i = 0; i < families; ++i) {
      for (const std::uint32_t pattern : drawn.family(random.below(families))) {
        units_of[pattern] += 1;
      }
    }
  };
}

std::vector<double> replicates(const UnitTable& table, CoefficientKind kind, const DrawUnits& draw,
                               const stats::BootstrapOptions& options) {
  std::vector<double> result(options.replicates);
  const std::size_t parts = (result.size() + kReplicatesAtATime - 1) / kReplicatesAtATime;
  parallel_for(parts, options.threads, [&](std::size_t part) {
    std::vector<std::uint64_t> units_of(table.units_of().size());
    const std::size_t end = std::min(result.size(), (part + 1) * kReplicatesAtATime);
    for (std::size_t r = part * kReplicatesAtATime; r < end; ++r) {
      RandomStream random(options.seed, r);
      draw(random, units_of);
      const Coefficient replicate = table.of_patterns(kind, units_of);
      result[r] = replicate.reason == Reason::none ? replicate.value
                                                   : std::numeric_limits<double>::quiet_NaN();
    }
  });
  return result;
}

// Values with one family left out, to first order.
std::vector<double> left_out(const UnitTable& table, CoefficientKind kind, const Drawn& drawn,
                             const ChanceCorrected& all) {
  const std::vector<double> parts = linear_parts(table, kind, all, PairCount::drawn);
  std::vector<double> result;
  for (std::size_t i = 0; i < drawn.families(); ++i) {
    double sum = 0.0;
    for (const std::uint32_t pattern : drawn.family(i)) {
      sum += parts[pattern];
    }
    result.push_back(all.coefficient.value - sum / all.units);
  }
  return result;
}

}  // namespace

stats::Bootstrap bootstrap_coefficient(CoefficientKind kind, const Ratings& ratings,
                                       const Weighting& weighting,
                                       const stats::BootstrapOptions& options) {
  require_confidence(options.confidence);
  if (options.replicates < 2) {
    throw std::invalid_argument("the bootstrap needs at least two replicates");
  }
  const UnitTable table(ratings, weighting);
  const ChanceCorrected all = chance_corrected(table, kind, table.units_of());
  const Drawn drawn = drawn_units(table, kind, options.families);
  const double value = all.coefficient.value;
  stats::Bootstrap result;
  result.value = value;
  result.families = drawn.families();
  stats::Reason reason = no_interval(all);
  if (reason == stats::Reason::none && drawn.families() < 2) {
    reason = stats::Reason::too_few;
  }
  result.percentile = {value, value, value, options.confidence, reason};
  result.bca = result.percentile;
  if (reason != stats::Reason::none) {
    return result;
  }
  const DrawUnits draw =
      options.families.empty() ? draw_by_pattern(table, drawn) : draw_by_family(drawn);
  std::vector<double> ascending = replicates(table, kind, draw, options);
  std::erase_if(ascending, [](double x) { return std::isnan(x); });
  std::ranges::sort(ascending);
  result.undefined = options.replicates - ascending.size();
  if (ascending.empty()) {
    result.percentile.reason = stats::Reason::undefined_replicates;
    result.bca = result.percentile;
    return result;
  }
  double mean = 0.0;
  for (const double each : ascending) {
    mean += (each - value) / static_cast<double>(ascending.size());
  }
  double squares = 0.0;
  for (const double each : ascending) {
    squares += (each - value - mean) * (each - value - mean);
  }
  result.bias = mean;
  result.standard_error =
      std::sqrt(squares / std::max(1.0, static_cast<double>(ascending.size()) - 1.0));
  result.percentile = stats::percentile_interval(value, ascending, options.confidence);
  if (result.standard_error <= kPartRounding * (1.0 + std::fabs(value))) {
    result.standard_error = 0.0;
    result.percentile.reason =
        result.undefined > 0 ? stats::Reason::undefined_replicates : stats::Reason::constant;
    result.bca = result.percentile;
    return result;
  }
  const stats::BcaCorrections corrections =
      stats::bca_corrections(value, ascending, left_out(table, kind, drawn, all));
  result.bias_correction = corrections.bias;
  result.acceleration = corrections.acceleration;
  result.bca = stats::bca_interval(value, ascending, corrections, options.confidence);
  if (result.undefined > 0) {
    result.percentile.reason = stats::Reason::undefined_replicates;
    result.bca.reason = stats::Reason::undefined_replicates;
  }
  return result;
}

}  // namespace foley::reliability
