#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/retrieval/trec/preferences.hpp"

namespace foley::io {

/// Which lines a preference file has.
enum class PrefsFormat : std::uint8_t {
  prefs,        ///< `query judge group doc level`.
  qrels_prefs,  ///< Qrels read as preferences: `query judge doc level`, one group a judge.
};

/// Reads preferences; levels are finite numbers. Blank lines and lines with `#` in column 1 are
/// skipped. Refused with the line: another number of fields, a level that is no finite number, text
/// that is not UTF-8, and what make_preferences refuses.
[[nodiscard]] Result<retrieval::PreferenceQrels> parse_trec_prefs(std::string_view bytes,
                                                                  const std::string& source,
                                                                  PrefsFormat format);

/// The same from a file, plain or compressed; `-` is standard input.
[[nodiscard]] Result<retrieval::PreferenceQrels> load_trec_prefs(const std::string& path,
                                                                 PrefsFormat format);

}  // namespace foley::io
