#include "foley/fidelity/kernel.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace foley::fidelity {

namespace {

constexpr std::array<std::pair<std::string_view, KernelKind>, 5> names{{
    {"gaussian", KernelKind::gaussian},
    {"iq", KernelKind::inverse_quadratic},
    {"imq", KernelKind::inverse_multiquadric},
    {"polynomial", KernelKind::polynomial},
    {"rbf", KernelKind::gaussian},
}};

}  // namespace

std::string_view to_string(KernelKind kind) {
  for (const auto& [name, value] : names) {
    if (value == kind) {
      return name;
    }
  }
  return {};
}

std::optional<KernelKind> parse_kernel_kind(std::string_view name) {
  for (const auto& [known, value] : names) {
    if (known == name) {
      return value;
    }
  }
  return std::nullopt;
}

void check_kernel(const Kernel& kernel) {
  if (kernel.kind == KernelKind::polynomial) {
    constexpr int most = 16;
    if (kernel.degree < 1 || kernel.degree > most || !std::isfinite(kernel.offset)) {
      throw std::invalid_argument("polynomial kernel: degree 1 to 16 and a finite offset");
    }
  } else if (!(kernel.bandwidth > 0.0) || std::isnan(kernel.bandwidth)) {
    throw std::invalid_argument("kernel: the bandwidth must be above 0");
  }
}

}  // namespace foley::fidelity
