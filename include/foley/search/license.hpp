#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace foley::search {

/// What a licence grants. Unknown licences grant nothing: the gate fails closed.
struct LicenseTerms {
  std::string_view id;
  bool commercial_ok = false;
  bool embed_in_derivative_ok = false;
  bool redistribute_standalone_ok = false;
  bool cache_bytes_ok = false;
  bool modification_ok = false;
  bool ai_training_ok = false;
  bool requires_attribution = false;
  std::optional<double> revenue_cap_usd;
  std::span<const std::string_view> excluded_territories;  ///< ISO codes or `EU`.
};

/// All licences that are known by name.
[[nodiscard]] std::span<const LicenseTerms> known_licenses();

/// Terms of a licence id; the terms of `unknown`, which grant nothing, for any other text.
[[nodiscard]] const LicenseTerms& license_terms(std::string_view id);

/// A licence as it applies to one sound.
struct License {
  std::string id = "unknown";
  bool rights_verified = false;  ///< Somebody checked that the sound really is under this licence.
  bool contains_recognizable_voice = false;
  bool potential_trademark = false;
};

/// What the sounds are wanted for. The default is a published commercial work.
struct IntendedUse {
  bool commercial = true;
  bool publish = true;
  bool redistribute_standalone = false;
  bool will_train = false;
  bool can_attribute = true;
  double revenue_usd = 0.0;
  bool allow_voice_or_trademark = false;
  std::string territory;  ///< ISO country code, `WORLD`, or empty when unstated.
};

/// Why the licence refuses this use, or nothing when it allows it. The first reason that applies.
[[nodiscard]] std::optional<std::string> license_refusal(const License& license,
                                                         const IntendedUse& use);

/// A licence id read from a Creative Commons address or label.
struct CcLicense {
  std::string id = "unknown";
  bool verified =
      false;  ///< False too for the public-domain mark, which is a claim, not a licence.
};

/// Reads `https://creativecommons.org/licenses/by/4.0/`, `CC BY-NC 3.0`, `Attribution`, `CC0` and
/// their like. Fails closed: share-alike, no-derivatives, ported or unknown versions and any text
/// around the name give `unknown`.
[[nodiscard]] CcLicense license_from_cc(std::string_view text);

}  // namespace foley::search
