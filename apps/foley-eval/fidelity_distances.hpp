#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fidelity_inputs.hpp"
#include "fidelity_options.hpp"
#include "foley/fidelity/bandwidth.hpp"
#include "foley/fidelity/frechet.hpp"
#include "foley/fidelity/gaussian_fit.hpp"
#include "foley/fidelity/kernel.hpp"
#include "foley/fidelity/kernel_distance.hpp"
#include "foley/report/fidelity_parts.hpp"
#include "progress_line.hpp"

namespace foley::app {

/// The kernel with how its bandwidth was found.
struct ChosenKernel {
  fidelity::Kernel kernel;
  std::string rule;
  std::optional<std::pair<double, double>> range;  ///< Of a sampled median.
  std::vector<std::string> notes;
};

/// A generated set held against the reference by the Fréchet distance.
struct FrechetResult {
  fidelity::GaussianFit fit;
  fidelity::FrechetDistance distance;
  std::vector<double> influence;            ///< Of the generated rows.
  std::vector<double> reference_influence;  ///< Of the reference's; empty for statistics.
  report::FidelityMeasure measure;
};

/// The fit of a set, whose warnings are added to what the report says of it.
[[nodiscard]] fidelity::GaussianFit fit_of(SoundSet& set, const FidelityPlan& plan,
                                           ProgressLine& progress);

/// The distance of `generated` with its interval.
[[nodiscard]] FrechetResult frechet_of(const SoundSet& reference,
                                       const fidelity::GaussianFit& reference_fit,
                                       SoundSet& generated, const FidelityPlan& plan,
                                       ProgressLine& progress);

/// The kernel for `reference`; `generated` is looked at for a pooled bandwidth and for kadtk's.
[[nodiscard]] ChosenKernel kernel_of(const SoundSet& reference, const SoundSet& generated,
                                     const FidelityPlan& plan, ProgressLine& progress);

/// How many bootstrap samples and permutations are to be taken of so many rows.
struct Chances {
  std::size_t bootstrap = 0;
  std::size_t permutations = 0;
};
/// The numbers asked for, else 1,000 up to 4,000 rows in all and none beyond, with a note.
[[nodiscard]] Chances chances_for(std::size_t rows, const FidelityPlan& plan,
                                  std::vector<std::string>& notes);

/// A generated set held against the reference by a kernel distance.
struct KernelResult {
  fidelity::KernelDistance distance;  ///< Before kadtk's factor.
  Chances chances;                    ///< What was drawn.
  report::FidelityMeasure measure;
};

/// The distance of `generated` with its interval and its p.
[[nodiscard]] KernelResult kernel_distance_of(const SoundSet& reference, const SoundSet& generated,
                                              const ChosenKernel& kernel, const FidelityPlan& plan,
                                              std::vector<std::string>& notes,
                                              ProgressLine& progress);

/// What is multiplied to a kernel distance: 100 by kadtk's convention.
[[nodiscard]] double kernel_scale(const FidelityPlan& plan);
/// The interval with bounds and value times a positive number.
[[nodiscard]] stats::Interval scaled(stats::Interval interval, double factor);

/// The ruler as far as all commands share it.
[[nodiscard]] report::FidelityRuler ruler_of(const SoundSet& reference, const SoundSet& generated,
                                             const FidelityPlan& plan);
/// Enters the kernel.
void take_kernel(report::FidelityRuler& ruler, const ChosenKernel& kernel,
                 const FidelityPlan& plan);

/// Rows in clips, for kernels that take clip ids; empty where each row is a clip.
[[nodiscard]] std::span<const std::uint32_t> clip_ids(const SoundSet& set);

/// A Failure where the sets cannot be held against one another: dimensions, too few rows.
void check_sets(const SoundSet& reference, const SoundSet& generated);

}  // namespace foley::app
