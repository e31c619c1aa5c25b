#include "fidelity_differences.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "context.hpp"
#include "foley/core/printable.hpp"
#include "foley/fidelity/frechet_influence.hpp"
#include "foley/fidelity/kernel_resampling.hpp"
#include "foley/stats/distributions.hpp"

namespace foley::app {
namespace {

std::vector<std::uint32_t> ids_of(const SoundSet& set,
                                  const std::map<std::string, std::uint32_t>& known,
                                  const SoundSet& other) {
  std::vector<std::uint32_t> ids;
  for (std::size_t row = 0; row < set.view().rows(); ++row) {
    const std::string name = set.clip_name(row);
    const auto found = known.find(name);
    if (found == known.end()) {
      throw Failure{"--paired: the clip '" + printable(name, 80) + "' of " + set.described.path +
                        " is not in " + other.described.path + "; pairs need the same names",
                    kBadInput};
    }
    ids.push_back(found->second);
  }
  return ids;
}

std::map<std::string, std::uint32_t> names_of(const SoundSet& set) {
  if (!set.has_names()) {
    throw Failure{"--paired: " + set.described.path + " names no clips to pair by", kBadInput};
  }
  std::map<std::string, std::uint32_t> names;
  for (std::size_t row = 0; row < set.view().rows(); ++row) {
    const auto next = static_cast<std::uint32_t>(names.size());
    names.try_emplace(set.clip_name(row), next);
  }
  return names;
}

std::vector<double> difference_of(const std::vector<double>& from,
                                  const std::vector<double>& less) {
  std::vector<double> difference(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    difference[i] = from[i] - less[i];
  }
  return difference;
}

// Influences on the means of both sets, sound by sound: what each clip does to B less A.
double paired_error(const FrechetResult& a, const FrechetResult& b, const PairedClips& clips) {
  const std::size_t count =
      clips.a.empty() ? 0 : std::size_t{*std::ranges::max_element(clips.a)} + 1;
  std::vector<double> joint(count);
  const auto add = [&](const std::vector<double>& influence, const std::vector<std::uint32_t>& ids,
                       double sign) {
    const double share = sign * static_cast<double>(count) / static_cast<double>(ids.size());
    for (std::size_t row = 0; row < ids.size(); ++row) {
      joint[ids[row]] += share * influence[row];
    }
  };
  add(b.influence, clips.b, 1.0);
  add(a.influence, clips.a, -1.0);
  return fidelity::influence_error(joint);
}

}  // namespace

PairedClips pair_clips(const SoundSet& a, const SoundSet& b) {
  const auto names = names_of(a);
  const auto other = names_of(b);
  PairedClips clips{ids_of(a, names, b), ids_of(b, names, a)};
  if (other.size() != names.size()) {
    static_cast<void>(ids_of(a, other, b));  // names the clip that B lacks
  }
  return clips;
}

report::FidelityDifference frechet_difference(const SoundSet& reference, const SoundSet& a,
                                              const FrechetResult& a_result, const SoundSet& b,
                                              const FrechetResult& b_result,
                                              const std::optional<PairedClips>& paired,
                                              const FidelityPlan& plan) {
  const double generated =
      paired ? paired_error(a_result, b_result, *paired)
             : std::hypot(fidelity::influence_error(a_result.influence, clip_ids(a)),
                          fidelity::influence_error(b_result.influence, clip_ids(b)));
  const double shared = reference.statistics
                            ? 0.0
                            : fidelity::influence_error(difference_of(b_result.reference_influence,
                                                                      a_result.reference_influence),
                                                        clip_ids(reference));
  const double error = std::hypot(generated, shared);
  const double value = b_result.distance.value - a_result.distance.value;
  const double half = stats::normal_quantile(0.5 + plan.confidence / 2.0) * error;
  report::FidelityDifference difference{"fad", a_result.measure, b_result.measure, {}, 1.0, {}};
  difference.difference = {value, value - half, value + half, plan.confidence};
  difference.p = error > 0.0    ? std::min(1.0, 2.0 * stats::normal_sf(std::abs(value) / error))
                 : value == 0.0 ? 1.0
                                : 0.0;
  difference.p_by = "delta method, normal approximation";
  return difference;
}

report::FidelityDifference kernel_difference_of(const SoundSet& reference, const SoundSet& a,
                                                const KernelResult& a_result, const SoundSet& b,
                                                const KernelResult& b_result,
                                                const ChosenKernel& kernel,
                                                const std::optional<PairedClips>& paired,
                                                const FidelityPlan& plan, ProgressLine& progress) {
  fidelity::ResamplingOptions options;
  options.permutations = a_result.chances.permutations;
  options.replicates = a_result.chances.bootstrap;
  options.confidence = plan.confidence;
  options.seed = plan.seed;
  options.precision = plan.precision;
  options.threads = plan.threads;
  options.progress = progress.stage("difference of kernel distances");
  // First less second is B less A.
  const fidelity::DistanceDifference found = fidelity::kernel_difference(
      reference.view(), b.view(), a.view(), kernel.kernel, options, paired.has_value(),
      clip_ids(reference), paired ? fidelity::ClipIds(paired->b) : clip_ids(b),
      paired ? fidelity::ClipIds(paired->a) : clip_ids(a));
  report::FidelityDifference difference{"kad", a_result.measure, b_result.measure, {}, 1.0, {}};
  const double scale = kernel_scale(plan);
  difference.difference = scaled(
      found.interval.value_or(stats::Interval{found.difference, found.difference, found.difference,
                                              plan.confidence, stats::Reason::none}),
      scale);
  // The numbers of the report must add up; in float32 both ways differ in the ninth digit.
  difference.difference.value =
      b_result.measure.value.value_or(0.0) - a_result.measure.value.value_or(0.0);
  difference.p = found.p_value.value_or(1.0);
  difference.p_by =
      paired ? "sounds exchanged between A and B pair by pair" : "sounds exchanged between A and B";
  return difference;
}

}  // namespace foley::app
