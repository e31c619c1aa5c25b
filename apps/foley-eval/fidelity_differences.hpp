#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fidelity_distances.hpp"
#include "foley/report/fidelity_comparison.hpp"

namespace foley::app {

/// Clip ids of two sets in which the same number is the same sound.
struct PairedClips {
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
};

/// Pairs clips by name; a Failure where a set has a clip that the other one lacks.
[[nodiscard]] PairedClips pair_clips(const SoundSet& a, const SoundSet& b);

/// FAD of B less FAD of A with interval and p by the delta method: influences of the sounds that
/// both distances share are subtracted before their spread is taken.
[[nodiscard]] report::FidelityDifference frechet_difference(
    const SoundSet& reference, const SoundSet& a, const FrechetResult& a_result, const SoundSet& b,
    const FrechetResult& b_result, const std::optional<PairedClips>& paired,
    const FidelityPlan& plan);

/// KAD of B less KAD of A.
[[nodiscard]] report::FidelityDifference kernel_difference_of(
    const SoundSet& reference, const SoundSet& a, const KernelResult& a_result, const SoundSet& b,
    const KernelResult& b_result, const ChosenKernel& kernel,
    const std::optional<PairedClips>& paired, const FidelityPlan& plan, ProgressLine& progress);

}  // namespace foley::app
