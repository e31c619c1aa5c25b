#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foley/search/license.hpp"

namespace foley::golden {

/// One clip of the corpus manifest.
struct CorpusEntry {
  std::string file;  ///< Path of the sound, relative to the manifest; may not exist.
  std::string caption;
  std::vector<std::string> tags;
  std::string ucs_catid;
  std::optional<std::string> license_id;  ///< As written: an id, or a Creative Commons address.
  bool rights_verified = true;            ///< False when the manifest itself doubts the licence.
  std::size_t line = 0;
};

/// Id of a clip: `ring0:` and the last path component of `file` without its last suffix.
[[nodiscard]] std::string clip_id(std::string_view file);

/// The licence of an entry. A missing or unreadable one is `unknown` and not verified: the gate
/// fails closed.
[[nodiscard]] search::License license_of(const CorpusEntry& entry);

}  // namespace foley::golden
