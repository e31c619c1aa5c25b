#include "foley/golden/baseline.hpp"

#include "foley/core/digest.hpp"
#include "foley/core/number_text.hpp"

namespace foley::golden {

std::string fixture_digest(std::string_view bytes) {
  if (bytes.find('\r') == std::string_view::npos) {
    return sha256_hex(bytes);
  }
  std::string normalised;
  normalised.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] != '\r') {
      normalised += bytes[i];
      continue;
    }
    normalised += '\n';
    if (i + 1 < bytes.size() && bytes[i + 1] == '\n') {
      ++i;
    }
  }
  return sha256_hex(normalised);
}

Staleness staleness(const Baseline& baseline, std::string_view seed_sha256,
                    std::string_view manifest_sha256) {
  return {baseline.seed_sha256 != seed_sha256, baseline.manifest_sha256 != manifest_sha256};
}

double baseline_value(double mean) {
  constexpr int kDecimals = 6;
  return round_decimal(mean, kDecimals);
}

}  // namespace foley::golden
