#include "foley/search/license.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "foley/core/number_text.hpp"

namespace foley::search {
namespace {

constexpr std::array<std::string_view, 7> kHunyuanExcluded{"EU", "GB", "GG", "GI",
                                                           "IM", "JE", "KR"};
constexpr std::array<std::string_view, 27> kEuMembers{
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
    "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK"};

constexpr LicenseTerms granting_all(std::string_view id, bool attribution) {
  return {id, true, true, true, true, true, true, attribution, {}, {}};
}
constexpr LicenseTerms non_commercial(std::string_view id, bool standalone, bool attribution) {
  return {id, false, true, standalone, true, true, false, attribution, {}, {}};
}
// Royalty-free libraries and generators: use inside a work, no resale of the sound itself.
constexpr LicenseTerms inside_a_work(std::string_view id, std::optional<double> cap = {}) {
  return {id, true, true, false, true, true, false, false, cap, {}};
}

constexpr std::array kLicenses{
    granting_all("CC-BY-2.0", true),
    granting_all("CC-BY-2.5", true),
    granting_all("CC-BY-3.0", true),
    granting_all("CC-BY-4.0", true),
    non_commercial("CC-BY-NC-2.0", true, true),
    non_commercial("CC-BY-NC-2.5", true, true),
    non_commercial("CC-BY-NC-3.0", true, true),
    non_commercial("CC-BY-NC-4.0", true, true),
    non_commercial("CC-Sampling+-1.0", false, true),
    granting_all("CC0-1.0", false),
    inside_a_work("ElevenLabs-SFX"),
    granting_all("MIT", true),
    granting_all("PDM-1.0", false),
    inside_a_work("Pixabay-Content"),
    non_commercial("RemArc", false, true),
    inside_a_work("Sonniss-GDC"),
    inside_a_work("Stability-Community", 1'000'000.0),
    LicenseTerms{"Tencent-Hunyuan-Community",
                 false,
                 true,
                 false,
                 true,
                 true,
                 false,
                 false,
                 {},
                 kHunyuanExcluded},
    non_commercial("elevenlabs-free-plan", false, true),
    inside_a_work("elevenlabs-paid-plan"),
    non_commercial("fal-partner-unverified", false, false),
    LicenseTerms{"research-only", false, false, false, true, false, false, false, {}, {}},
    LicenseTerms{"unknown", false, false, false, false, false, false, false, {}, {}},
    granting_all("user-owned", false),
};

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::optional<std::string> territory_refusal(const LicenseTerms& terms,
                                             std::string_view territory) {
  if (terms.excluded_territories.empty()) {
    return std::nullopt;
  }
  std::string where;
  for (const std::string_view code : terms.excluded_territories) {
    where += (where.empty() ? "" : ", ") + std::string(code);
  }
  if (territory.empty()) {
    return "its licence grants nothing in " + where + ": state the territory";
  }
  if (territory == "WORLD") {
    return "its licence grants nothing in " + where + " (WORLD: worldwide use includes them)";
  }
  const bool excluded =
      contains(terms.excluded_territories, territory) ||
      (contains(terms.excluded_territories, "EU") && contains(kEuMembers, territory));
  return excluded ? std::optional("its licence grants nothing in " + where + " (" +
                                  std::string(territory) + " is among them)")
                  : std::nullopt;
}

std::string dollars(double amount) {
  std::string digits = fixed_text(amount, 0);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return "$" + digits;
}

}  // namespace

std::span<const LicenseTerms> known_licenses() { return kLicenses; }

const LicenseTerms& license_terms(std::string_view id) {
  const auto find = [](std::string_view name) {
    return std::find_if(kLicenses.begin(), kLicenses.end(),
                        [&](const LicenseTerms& terms) { return terms.id == name; });
  };
  const auto* found = find(id);
  return found == kLicenses.end() ? *find("unknown") : *found;
}

std::optional<std::string> license_refusal(const License& license, const IntendedUse& use) {
  const LicenseTerms& terms = license_terms(license.id);
  if (!license.rights_verified) {
    return "its rights are not verified";
  }
  if (use.commercial && !terms.commercial_ok) {
    return "it is not cleared for commercial use";
  }
  if (use.publish && !terms.embed_in_derivative_ok) {
    return "it may not be published in a derivative work (publish=True)";
  }
  if (use.redistribute_standalone && !terms.redistribute_standalone_ok) {
    return "it may not be redistributed on its own";
  }
  if (use.will_train && !terms.ai_training_ok) {
    return "it may not be used to train a model";
  }
  // Written so that a NaN revenue refuses.
  if (terms.revenue_cap_usd && !(use.revenue_usd < *terms.revenue_cap_usd)) {
    return "its licence stops at " + dollars(*terms.revenue_cap_usd) + " of revenue";
  }
  if (terms.requires_attribution && !use.can_attribute) {
    return "it requires attribution";
  }
  if (!use.allow_voice_or_trademark &&
      (license.contains_recognizable_voice || license.potential_trademark)) {
    return "it holds a recognisable voice or a trademark";
  }
  return territory_refusal(terms, use.territory);
}

}  // namespace foley::search
