#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace foley::testing {

using Json = nlohmann::ordered_json;

/// All bytes of a file; empty when it cannot be read.
inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The folder of shared fixtures, which a checkout on its own does not have.
inline std::filesystem::path shared_folder() { return FOLEY_SHARED; }

/// A file of recorded values by name, or nothing where the shared folder is not there.
inline std::optional<Json> load_oracle(const std::string& name) {
  const auto path = shared_folder() / "oracles" / "foley" / (name + ".json");
  if (!std::filesystem::exists(path)) {
    return std::nullopt;
  }
  return Json::parse(file_text(path));
}

/// A number of an oracle; the words NaN, Infinity and -Infinity stand for those.
inline double oracle_number(const Json& value) {
  if (!value.is_string()) {
    return value.get<double>();
  }
  const auto text = value.get<std::string>();
  if (text == "NaN") {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (text == "Infinity" || text == "-Infinity") {
    const double infinity = std::numeric_limits<double>::infinity();
    return text.front() == '-' ? -infinity : infinity;
  }
  throw std::invalid_argument("no number: " + text);
}

}  // namespace foley::testing

/// Loads an oracle into `variable`, or skips the test with the reason.
#define FOLEY_LOAD_ORACLE(variable, name)                                         \
  const auto variable##_loaded = ::foley::testing::load_oracle(name);             \
  if (!variable##_loaded) {                                                       \
    GTEST_SKIP() << "no recorded values at " << ::foley::testing::shared_folder() \
                 << "; set FOLEY_SHARED to the folder that holds oracles/foley";  \
  }                                                                               \
  const ::foley::testing::Json& variable = *variable##_loaded
