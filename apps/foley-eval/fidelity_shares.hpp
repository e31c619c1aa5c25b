#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fidelity_distances.hpp"
#include "foley/report/fidelity_parts.hpp"

namespace foley::app {

/// Precision, recall, density and coverage, those that were asked for, with intervals where
/// `replicates` asks for them.
[[nodiscard]] std::vector<report::FidelityMeasure> shares_of(const SoundSet& reference,
                                                             const SoundSet& generated,
                                                             const FidelityPlan& plan,
                                                             std::size_t replicates,
                                                             ProgressLine& progress);

/// The Vendi score of the generated set, with that of the reference beside it.
[[nodiscard]] report::FidelityMeasure vendi_of(const SoundSet& reference, const SoundSet& generated,
                                               const FidelityPlan& plan, ProgressLine& progress);

/// FAD or KAD over samples of rising size.
[[nodiscard]] report::FidelityCurve fad_curve(const fidelity::GaussianFit& reference,
                                              const SoundSet& generated, const FidelityPlan& plan,
                                              ProgressLine& progress);
[[nodiscard]] report::FidelityCurve kad_curve(const SoundSet& reference, const SoundSet& generated,
                                              const ChosenKernel& kernel, const FidelityPlan& plan,
                                              ProgressLine& progress);

}  // namespace foley::app
