#pragma once

#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"

namespace foley::io {

/// Which ranking of a predictions file; empty: the only one.
struct MtebChoice {
  std::string subset{};
  std::string split{};
};

/// Whether a JSON text is a predictions file of MTEB: an object with a member `mteb_model_meta`.
/// The member is usually the first, but need not be: give the whole text where it is at hand.
[[nodiscard]] bool looks_like_mteb(std::string_view text);

/// Reads one ranking of a predictions file,
/// `{"mteb_model_meta": {…}, "<subset>": {"<split>": {query: {document: score}}}}`, as a run. Where
/// several subsets or splits are there and none is chosen, and where the chosen one is not there,
/// the error lists them.
[[nodiscard]] Result<Run> parse_mteb_run(std::string_view bytes, const std::string& source,
                                         const MtebChoice& choice = {});

}  // namespace foley::io
