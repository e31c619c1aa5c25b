#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace foley::fidelity {

/// Which similarity of two embeddings a kernel distance averages. With u = |a - b|^2 / (2 s^2) and
/// s the bandwidth:
enum class KernelKind : std::uint8_t {
  gaussian,              ///< exp(-u), also called RBF.
  inverse_quadratic,     ///< 1 / (1 + u).
  inverse_multiquadric,  ///< 1 / sqrt(1 + u).
  polynomial,            ///< (a . b / d + offset)^degree, as KID has it; not shift-invariant.
};

/// The short name: `gaussian`, `iq`, `imq`, `polynomial`.
[[nodiscard]] std::string_view to_string(KernelKind kind);
/// The kind of a short name, also `rbf`; none for another word.
[[nodiscard]] std::optional<KernelKind> parse_kernel_kind(std::string_view name);

/// A kernel with its parameters.
struct Kernel {
  KernelKind kind = KernelKind::gaussian;  ///< Which formula.
  double bandwidth = 1.0;                  ///< s, above 0; unused by the polynomial.
  int degree = 3;                          ///< Of the polynomial, 1 to 16.
  double offset = 1.0;                     ///< Of the polynomial.
};

/// Throws std::invalid_argument for parameters that no kernel has.
void check_kernel(const Kernel& kernel);

}  // namespace foley::fidelity
