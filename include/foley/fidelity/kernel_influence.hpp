#pragma once

#include <vector>

#include "foley/fidelity/kernel_distance.hpp"

namespace foley::fidelity {

/// What each row does to a kernel distance.
struct KernelInfluence {
  std::vector<double> without_generated;  ///< The distance without each generated row, exact.
  std::vector<double> without_reference;  ///< The distance without each reference row, exact.
  std::vector<double> generated;          ///< Derivative with respect to its weight, of mean 0.
  std::vector<double> reference;          ///< The same of the reference.
};

/// The influence of every row, exact, from the row sums of one computation. Where leaving a row out
/// leaves fewer than two, the distance itself stands instead.
[[nodiscard]] KernelInfluence kernel_influence(const KernelDistance& distance);

}  // namespace foley::fidelity
