#pragma once

#include <span>
#include <string>

#include "foley/report/table.hpp"

namespace foley::report {

/// One thing that `doctor` looked at.
struct HealthCheck {
  std::string name;
  bool ok = false;
  std::string found;
};

/// The checks as a table.
[[nodiscard]] std::string health_text(std::span<const HealthCheck> checks, const TextStyle& style);

/// The checks for programs.
[[nodiscard]] std::string health_json(std::span<const HealthCheck> checks);

/// `foley-eval 1.2.3 (scores 1)`.
[[nodiscard]] std::string version_text();

/// Version and score version for programs.
[[nodiscard]] std::string version_json();

}  // namespace foley::report
