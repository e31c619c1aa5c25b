#include <cmath>

#include "check.hpp"
#include "foley/io/baseline_json.hpp"

using foley::fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto baseline = foley::io::parse_baseline(foley::fuzz::as_text(data, size), "input");
  if (!baseline) {
    foley::fuzz::require_one_line(baseline.error());
    return 0;
  }
  require(std::isfinite(baseline->value) && std::isfinite(baseline->tolerance),
          "numbers are finite");
  require(baseline->tolerance >= 0.0, "the tolerance is not negative");
  const std::string text = foley::io::baseline_text(*baseline);
  const auto again = foley::io::parse_baseline(text, "input");
  require(again.has_value(), "what was written can be read");
  require(foley::io::baseline_text(*again) == text, "it reads back as it was");
  return 0;
}
