#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/progress.hpp"
#include "foley/fidelity/gaussian_fit.hpp"
#include "foley/fidelity/kernel_distance.hpp"
#include "foley/stats/interval.hpp"

namespace foley::fidelity {

/// Which subsamples are taken.
struct SizeOptions {
  /// Rows each; empty: `steps` of them, from a quarter of all on.
  std::vector<std::size_t> sizes{};
  std::size_t steps = 8;        ///< Sizes, evenly spaced in 1 / n.
  std::size_t replicates = 12;  ///< Subsamples a size, without replacement.
  std::uint64_t seed = 0;       ///< Each subsample has a stream of its own.
  double confidence = 0.95;     ///< Of the interval.
  double share = 0.05;          ///< What bias is small enough, as a share of the value.
  unsigned threads = 1;         ///< The bits do not depend on them.
  Progress progress{};          ///< Asked after every subsample.
  /// Clip of each generated row, whose rows are drawn together; all sizes then count clips. Empty:
  /// each row is a clip of its own.
  std::vector<std::uint32_t> clips{};
};

/// The distance at one size.
struct SizePoint {
  std::size_t n = 0;           ///< Rows (clips, where they are given) of a subsample.
  double mean = 0.0;           ///< Mean distance.
  double spread = 0.0;         ///< Standard deviation between subsamples; 0 for a single one.
  std::size_t replicates = 0;  ///< Subsamples.
};

/// How a distance changes with the number of generated sounds, and where that leads.
struct SizeCurve {
  std::vector<SizePoint> points;   ///< Ascending in n.
  stats::Interval infinite;        ///< Value of the fitted line at 1 / n = 0. May be below 0.
  double slope = 0.0;              ///< Change for 1 / n: the bias at n is slope / n.
  double r_squared = 0.0;          ///< Share of the weighted variation that the line explains.
  double largest_residual = 0.0;   ///< Largest distance of a mean from the line.
  bool narrow = false;             ///< The largest n is below twice the smallest: do not trust it.
  bool few_for_dimension = false;  ///< The fewest rows are not above the dimension: the line bends.
  std::optional<std::size_t>
      enough;  ///< Smallest n whose bias is below the share; none: no n known.
};

/// The Fréchet distance of subsamples of the generated set to a reference that is taken as given,
/// and its value at infinite n (FAD-inf), by weighted least squares on 1 / n. Subsamples are drawn
/// without replacement, so the weights are those of a finite population: the whole set is known.
/// The interval holds the error of the fit and that of the set itself as a sample
/// (frechet_influence), which the subsamples share. Throws std::invalid_argument for fewer than
/// eight clips and sizes below two or beyond the clips.
///
/// Source: Chong & Forsyth, *Effectively unbiased FID and Inception score*, CVPR 2020; Gui et al.,
/// *Adapting Fréchet Audio Distance for generative music evaluation*, ICASSP 2024.
[[nodiscard]] SizeCurve frechet_by_size(const GaussianFit& reference,
                                        const EmbeddingView& generated,
                                        const SizeOptions& options = {});

/// The kernel distance of subsamples of the generated set. It is unbiased: a slope far from 0 means
/// something else is wrong. `enough` is the smallest n at which the half width of the interval of
/// one distance is below the share of the value.
[[nodiscard]] SizeCurve kernel_by_size(const EmbeddingView& reference,
                                       const EmbeddingView& generated, const Kernel& kernel,
                                       const SizeOptions& options = {});

}  // namespace foley::fidelity
