#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foley/retrieval/registry.hpp"

namespace foley::retrieval::registry {

/// `NAME(param=value,...)@AT-lLEVEL`, taken apart.
struct Parts {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string_view>> params;
  std::optional<std::string_view> at;
  std::optional<std::string_view> level;  ///< ranx's suffix.
  bool called = false;                    ///< There were brackets.
};

/// The parts, or what is wrong with the form.
[[nodiscard]] tl::expected<Parts, std::string> take_apart(std::string_view text);

/// A spelling of other programs for a measure with some parameters set.
struct Spelling {
  std::string_view name;
  std::string_view measure;  ///< In the extended grammar.
};

/// The spellings of ranx and the shorthands of ir_measures.
[[nodiscard]] std::span<const Spelling> spellings();

}  // namespace foley::retrieval::registry
