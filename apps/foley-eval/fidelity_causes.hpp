#pragma once

#include <optional>
#include <vector>

#include "fidelity_distances.hpp"
#include "foley/fidelity/kernel_distance.hpp"
#include "foley/report/fidelity_document.hpp"

namespace foley::app {

/// Which generated sounds a distance comes from. Either distance may be missing; the influence on
/// the first one there is sorts.
[[nodiscard]] report::FidelityCauses causes_of(
    const SoundSet& reference, const SoundSet& generated,
    const std::optional<FrechetResult>& frechet,
    const std::optional<fidelity::KernelDistance>& kernel, const FidelityPlan& plan,
    std::size_t top, ProgressLine& progress, std::vector<std::string>& notes);

/// Distances and shares within each category of the reference.
[[nodiscard]] std::vector<report::FidelityCategory> categories_of(
    const SoundSet& reference, const SoundSet& generated, const std::optional<ChosenKernel>& kernel,
    const FidelityPlan& plan, ProgressLine& progress);

}  // namespace foley::app
