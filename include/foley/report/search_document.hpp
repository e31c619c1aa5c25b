#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "foley/report/table.hpp"
#include "foley/search/sound_library.hpp"

namespace foley::report {

/// The answer to one search.
struct SearchDocument {
  std::string query;    ///< Empty when a similar clip was asked for.
  std::string similar;  ///< Clip id, empty when words were asked for.
  std::int64_t k = 10;
  std::vector<search::Candidate> found;  ///< Point into the library, which must be alive.
};

/// The ranked table that a person reads.
[[nodiscard]] std::string search_text(const SearchDocument& document, const TextStyle& style);

/// The document for programs.
[[nodiscard]] std::string search_json(const SearchDocument& document);

}  // namespace foley::report
