#include "foley/fidelity/manifest.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace foley::fidelity {

namespace {

constexpr std::array<std::string_view, 14> known_fields{
    "embedding", "model_digest", "toolkit", "version",   "sample_rate_hz",
    "resampler", "channels",     "window",  "hop",       "pooling",
    "dimension", "dtype",        "n",       "created_by"};

bool decides(std::string_view field) {
  return field != "n" && field != "dtype" && field != "created_by";
}

std::size_t place_of(std::string_view field) {
  return static_cast<std::size_t>(std::find(known_fields.begin(), known_fields.end(), field) -
                                  known_fields.begin());
}

bool same_value(std::string_view a, std::string_view b) {
  if (a == b) {
    return true;
  }
  const auto number = [](std::string_view text, double& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size();
  };
  double first = 0.0;
  double second = 0.0;
  return number(a, first) && number(b, second) && first == second;
}

}  // namespace

std::string_view Manifest::get(std::string_view field) const {
  for (const auto& [name, value] : fields_) {
    if (name == field) {
      return value;
    }
  }
  return {};
}

void Manifest::set(std::string_view field, std::string value) {
  std::erase_if(fields_, [&](const auto& known) { return known.first == field; });
  if (value.empty()) {
    return;
  }
  const auto after = std::find_if(fields_.begin(), fields_.end(), [&](const auto& known) {
    return place_of(known.first) > place_of(field);
  });
  fields_.emplace(after, std::string(field), std::move(value));
}

std::span<const std::string_view> manifest_fields() { return known_fields; }

std::vector<ManifestDifference> differences(const Manifest& first, const Manifest& second) {
  std::vector<ManifestDifference> result;
  for (const auto& [field, value] : first.fields()) {
    const std::string_view other = second.get(field);
    if (decides(field) && !other.empty() && !same_value(value, other)) {
      result.push_back({field, value, std::string(other)});
    }
  }
  return result;
}

std::vector<ManifestDifference> unknown_fields(const Manifest& first, const Manifest& second) {
  std::vector<ManifestDifference> result;
  for (const auto& [field, value] : first.fields()) {
    if (decides(field) && second.get(field).empty()) {
      result.push_back({field, value, ""});
    }
  }
  for (const auto& [field, value] : second.fields()) {
    if (decides(field) && first.get(field).empty()) {
      result.push_back({field, "", value});
    }
  }
  return result;
}

}  // namespace foley::fidelity
