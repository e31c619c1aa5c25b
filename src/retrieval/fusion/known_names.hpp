#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/core/nearest_name.hpp"

namespace foley::retrieval {

/// The entry of this name in a registry; the error names the nearest one and all.
template <class Entry>
Result<const Entry*> find_named(std::span<const Entry> entries, std::string_view name,
                                const std::string& what) {
  std::vector<std::string_view> known;
  std::string all;
  for (const Entry& entry : entries) {
    if (entry.name == name) {
      return &entry;
    }
    known.push_back(entry.name);
    all += (all.empty() ? "" : ", ") + std::string(entry.name);
  }
  const auto nearest = nearest_name(name, known);
  return fail({.kind = ErrorKind::unknown_name,
               .problem = "there is no " + what + " '" + std::string(name) + "'",
               .advice = nearest ? "did you mean '" + *nearest + "'? (known: " + all + ")"
                                 : "known: " + all});
}

}  // namespace foley::retrieval
