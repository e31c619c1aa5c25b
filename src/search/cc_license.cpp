#include <algorithm>
#include <array>
#include <vector>

#include "foley/search/license.hpp"

namespace foley::search {
namespace {

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t to = std::min(text.find_first_of(separators, from), text.size());
    if (to > from) {
      parts.emplace_back(text.substr(from, to - from));
    }
    from = to + 1;
  }
  return parts;
}

bool is_known_version(std::string_view version) {
  constexpr std::array<std::string_view, 4> kVersions{"2.0", "2.5", "3.0", "4.0"};
  return std::find(kVersions.begin(), kVersions.end(), version) != kVersions.end();
}

CcLicense by_license(bool non_commercial, std::string_view version) {
  if (!is_known_version(version)) {
    return {};
  }
  return {(non_commercial ? "CC-BY-NC-" : "CC-BY-") + std::string(version), true};
}

// `code/version/…` after the licences' address; a trailing deed or legal code says nothing new, a
// country does (ported licences have terms of their own).
CcLicense from_path(std::span<const std::string> path) {
  if (path.size() < 3) {
    return {};
  }
  const std::string& kind = path[0];
  const std::string& code = path[1];
  const std::string& version = path[2];
  if (kind == "publicdomain" && code == "mark" && version == "1.0") {
    return {"PDM-1.0", false};
  }
  for (const std::string& rest : path.subspan(3)) {
    if (!rest.starts_with("deed") && !rest.starts_with("legalcode")) {
      return {};
    }
  }
  if (kind == "publicdomain" && code == "zero" && version == "1.0") {
    return {"CC0-1.0", true};
  }
  if (kind == "licenses" && code == "sampling+" && version == "1.0") {
    return {"CC-Sampling+-1.0", true};
  }
  return kind == "licenses" && (code == "by" || code == "by-nc")
             ? by_license(code == "by-nc", version)
             : CcLicense{};
}

CcLicense from_label(std::vector<std::string> words) {
  const auto joined = [&] {
    std::string text;
    for (const std::string& word : words) {
      text += (text.empty() ? "" : " ") + word;
    }
    return text;
  };
  std::string version = "4.0";
  if (words.size() > 1 && words.back().find('.') != std::string::npos) {
    version = words.back();
    words.pop_back();
  }
  const std::string name = joined();
  if (name == "by" || name == "cc by" || name == "attribution") {
    return by_license(false, version);
  }
  if (name == "by nc" || name == "cc by nc" || name == "attribution noncommercial" ||
      name == "attribution non commercial") {
    return by_license(true, version);
  }
  const bool first_version = version == "4.0" || version == "1.0";  // 4.0 = none was written
  if (first_version && (name == "cc0" || name == "creative commons 0" || name == "cc zero")) {
    return {"CC0-1.0", true};
  }
  if (first_version && (name == "sampling+" || name == "cc sampling+")) {
    return {"CC-Sampling+-1.0", true};
  }
  return name == "public domain" ? CcLicense{"PDM-1.0", false} : CcLicense{};
}

}  // namespace

CcLicense license_from_cc(std::string_view text) {
  const std::string lower = lower_ascii(text);
  for (const std::string_view scheme : {"https://", "http://"}) {
    for (const std::string_view host : {"creativecommons.org/", "www.creativecommons.org/"}) {
      const std::string prefix = std::string(scheme) + std::string(host);
      if (lower.starts_with(prefix)) {
        const auto path = split(std::string_view(lower).substr(prefix.size()), "/");
        return from_path(path);
      }
    }
  }
  return from_label(split(lower, " -_"));
}

}  // namespace foley::search
