#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/fidelity/gaussian_fit.hpp"
#include "foley/stats/interval.hpp"

namespace foley::fidelity {

/// To first order, how much each row of a set raises the Fréchet distance between the set and
/// another one: the derivative of the distance with respect to the row's weight, of mean 0. The
/// distance without row i is about the distance less influence[i] / (n - 1). With M = Fo F^T =
/// U S V^T (F, Fo: factors of the set and of the other one) the influence of x is
/// 2 (m - mo).(x - m) + |x - m|^2 - |S^-1/2 U^T Fo (x - m)|^2 less its mean, since the derivative
/// of the trace of the root of Fo C Fo^T is U S^-1 U^T / 2. `fit` is the fit of `rows`. Works for
/// the generated set as for the reference. Throws std::invalid_argument where the three do not
/// match.
[[nodiscard]] std::vector<double> frechet_influence(const GaussianFit& other,
                                                    const GaussianFit& fit,
                                                    const EmbeddingView& rows,
                                                    unsigned threads = 1);

/// The Fréchet distance of another set to the rows without one of them, computed anew. Throws
/// std::invalid_argument for fewer than three rows or a row that is not there.
[[nodiscard]] double frechet_without(const GaussianFit& other, const EmbeddingView& rows,
                                     std::size_t left_out, unsigned threads = 1);

/// The standard error of a mean of influences, clip by clip: rows of a clip come and go together.
/// `clips` has the clip of each row, or is empty: each row a clip of its own. 0 for fewer than two
/// clips. Throws std::invalid_argument for another number of clips than of rows.
[[nodiscard]] double influence_error(std::span<const double> influence,
                                     std::span<const std::uint32_t> clips = {});

/// Value and normal interval of a distance from the errors of its two sets (0 for a set that is
/// taken as given); never below 0. The delta method: it holds where the distance is clearly above
/// 0, and for the distance at this n, bias included. Throws std::invalid_argument for a confidence
/// outside (0, 1).
[[nodiscard]] stats::Interval distance_interval(double value, double error_generated,
                                                double error_reference, double confidence = 0.95);

}  // namespace foley::fidelity
