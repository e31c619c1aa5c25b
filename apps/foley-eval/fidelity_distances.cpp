#include "fidelity_distances.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "context.hpp"
#include "foley/core/linear_algebra.hpp"
#include "foley/fidelity/frechet_influence.hpp"
#include "foley/fidelity/kernel_resampling.hpp"

namespace foley::app {
namespace {

constexpr std::size_t kFewPairsRows = 4'000;
constexpr std::size_t kUsualDraws = 1'000;

fidelity::Bandwidth median_of(const SoundSet& reference, const SoundSet& generated,
                              const FidelityPlan& plan, ProgressLine& progress) {
  fidelity::BandwidthOptions options;
  options.seed = plan.seed;
  options.threads = plan.threads;
  options.progress = progress.stage("bandwidth");
  if (plan.kadtk) {
    options.lower_median = true;
    return fidelity::median_bandwidth(generated.view(), options);
  }
  return plan.from == BandwidthFrom::pooled
             ? fidelity::median_bandwidth(reference.view(), generated.view(), options)
             : fidelity::median_bandwidth(reference.view(), options);
}

}  // namespace

fidelity::GaussianFit fit_of(SoundSet& set, const FidelityPlan& plan, ProgressLine& progress) {
  progress.check();
  fidelity::GaussianFit fit =
      set.statistics ? fidelity::fit_gaussian(set.statistics->mean, set.statistics->covariance,
                                              set.statistics->count)
                     : fidelity::fit_gaussian(set.view(), plan.threads);
  for (const fidelity::FrechetWarning warning : fidelity::health_of(fit).warnings) {
    // Of rows that are there, warn_of_duplicates says it.
    if (set.statistics || warning != fidelity::FrechetWarning::identical_rows) {
      set.described.warnings.push_back(fidelity::to_sentence(warning, fit));
    }
  }
  return fit;
}

FrechetResult frechet_of(const SoundSet& reference, const fidelity::GaussianFit& reference_fit,
                         SoundSet& generated, const FidelityPlan& plan, ProgressLine& progress) {
  FrechetResult result;
  result.fit = fit_of(generated, plan, progress);
  result.distance = fidelity::frechet_distance(reference_fit, result.fit);
  progress.check();
  const fidelity::FrechetDistance& found = result.distance;
  report::FidelityMeasure& measure = result.measure;
  measure.name = "fad";
  measure.value = found.value;
  measure.details = {{"mean_term", found.mean_term},
                     {"trace_reference", found.trace_reference},
                     {"trace_generated", found.trace_generated},
                     {"overlap", found.overlap},
                     {"samples_per_dimension_reference", found.reference.samples_per_dimension},
                     {"samples_per_dimension_generated", found.generated.samples_per_dimension},
                     {"rank_reference", static_cast<double>(found.reference.rank)},
                     {"rank_generated", static_cast<double>(found.generated.rank)}};
  measure.remark = "Fréchet distance; lower is closer, falls as n grows";
  if (generated.statistics) {
    return result;
  }
  result.influence =
      fidelity::frechet_influence(reference_fit, result.fit, generated.view(), plan.threads);
  double reference_error = 0.0;
  if (!reference.statistics) {
    result.reference_influence =
        fidelity::frechet_influence(result.fit, reference_fit, reference.view(), plan.threads);
    reference_error = fidelity::influence_error(result.reference_influence, clip_ids(reference));
  }
  measure.interval = fidelity::distance_interval(
      found.value, fidelity::influence_error(result.influence, clip_ids(generated)),
      reference_error, plan.confidence);
  return result;
}

ChosenKernel kernel_of(const SoundSet& reference, const SoundSet& generated,
                       const FidelityPlan& plan, ProgressLine& progress) {
  ChosenKernel chosen;
  chosen.kernel.kind = plan.kernel;
  if (plan.kernel == fidelity::KernelKind::polynomial) {
    chosen.rule = "none";
    return chosen;
  }
  if (plan.from == BandwidthFrom::number) {
    chosen.kernel.bandwidth = plan.bandwidth;
    chosen.rule = plan.bandwidth_file.empty() ? "given" : "of " + plan.bandwidth_file;
    return chosen;
  }
  const fidelity::Bandwidth median = median_of(reference, generated, plan, progress);
  chosen.kernel.bandwidth = median.value;
  if (plan.kadtk) {
    // As fidelity::kadtk_distance has it: 2 s^2 + 1e-8 in the kernel, also where s is 0.
    const double s = median.zero_median ? 0.0 : median.value;
    chosen.kernel.bandwidth = std::sqrt(s * s + 0.5e-8);
  }
  chosen.rule = plan.kadtk                           ? "lower median of the generated set"
                : plan.from == BandwidthFrom::pooled ? "median of both sets pooled"
                                                     : "median of the reference";
  if (median.sampled) {
    chosen.rule += ", sampled";
    chosen.range = {median.low, median.high};
  }
  if (median.zero_median) {
    chosen.notes.emplace_back(
        "more than half of the distances that the bandwidth is taken from are 0; it is 1 instead");
  }
  return chosen;
}

Chances chances_for(std::size_t rows, const FidelityPlan& plan, std::vector<std::string>& notes) {
  const std::size_t usual = rows <= kFewPairsRows ? kUsualDraws : 0;
  if (usual == 0 && (!plan.bootstrap || !plan.permutations)) {
    notes.push_back(std::to_string(rows) +
                    " rows are many: KAD has no interval and no p unless --bootstrap N and "
                    "--permutations N ask for them");
  }
  return {plan.bootstrap.value_or(usual), plan.permutations.value_or(usual)};
}

double kernel_scale(const FidelityPlan& plan) { return plan.kadtk ? 100.0 : 1.0; }

stats::Interval scaled(stats::Interval interval, double factor) {
  interval.value *= factor;
  interval.low *= factor;
  interval.high *= factor;
  return interval;
}

KernelResult kernel_distance_of(const SoundSet& reference, const SoundSet& generated,
                                const ChosenKernel& kernel, const FidelityPlan& plan,
                                std::vector<std::string>& notes, ProgressLine& progress) {
  KernelResult result;
  result.chances = chances_for(reference.view().rows() + generated.view().rows(), plan, notes);
  fidelity::ResamplingOptions options;
  options.permutations = result.chances.permutations;
  options.replicates = result.chances.bootstrap;
  options.confidence = plan.confidence;
  options.seed = plan.seed;
  options.precision = plan.precision;
  options.threads = plan.threads;
  options.progress = progress.stage("kernel distance");
  fidelity::ResampledDistance found =
      fidelity::resampled_distance(reference.view(), generated.view(), kernel.kernel, options,
                                   clip_ids(reference), clip_ids(generated));
  const double scale = kernel_scale(plan);
  report::FidelityMeasure& measure = result.measure;
  measure.name = "kad";
  measure.value = found.distance.value * scale;
  measure.details = {{"biased", found.distance.biased * scale},
                     {"within_reference", found.distance.within_reference},
                     {"within_generated", found.distance.within_generated},
                     {"between", found.distance.between}};
  if (found.interval) {
    measure.interval = scaled(*found.interval, scale);
  }
  measure.p = found.p_value;
  measure.remark = "kernel distance; around 0 for sounds alike";
  result.distance = std::move(found.distance);
  return result;
}

report::FidelityRuler ruler_of(const SoundSet& reference, const SoundSet& generated,
                               const FidelityPlan& plan) {
  report::FidelityRuler ruler;
  const auto field = [&](const char* name) {
    for (const SoundSet* set : {&reference, &generated}) {
      for (const auto& [known, value] : set->described.manifest) {
        if (known == name) {
          return value;
        }
      }
    }
    return std::string("unknown");
  };
  ruler.embedding = field("embedding");
  ruler.toolkit = field("toolkit");
  ruler.version = field("version");
  ruler.precision = "float64";
  ruler.linear_algebra = linear_algebra_name();
  ruler.confidence = plan.confidence;
  ruler.seed = plan.seed;
  return ruler;
}

void take_kernel(report::FidelityRuler& ruler, const ChosenKernel& kernel,
                 const FidelityPlan& plan) {
  ruler.kernel = std::string(fidelity::to_string(kernel.kernel.kind));
  ruler.bandwidth =
      kernel.kernel.kind == fidelity::KernelKind::polynomial ? 0.0 : kernel.kernel.bandwidth;
  ruler.bandwidth_rule = kernel.rule;
  ruler.bandwidth_range = kernel.range;
  ruler.convention = plan.kadtk ? "kadtk" : "foley";
}

std::span<const std::uint32_t> clip_ids(const SoundSet& set) {
  return set.described.clips == set.described.rows ? std::span<const std::uint32_t>()
                                                   : set.clip_of_row();
}

void check_sets(const SoundSet& reference, const SoundSet& generated) {
  for (const SoundSet* set : {&reference, &generated}) {
    if (set->described.rows < 2) {
      throw Failure{set->described.path + " has " + std::to_string(set->described.rows) +
                        " row; a distance needs two sounds at least",
                    kBadInput};
    }
  }
  if (reference.described.dimension != generated.described.dimension) {
    throw Failure{reference.described.path + " has " +
                      std::to_string(reference.described.dimension) + " dimensions, " +
                      generated.described.path + " has " +
                      std::to_string(generated.described.dimension) +
                      " dimensions; both must come from the same embedding",
                  kBadInput};
  }
}

}  // namespace foley::app
