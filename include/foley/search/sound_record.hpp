#pragma once

#include <optional>
#include <string>
#include <vector>

#include "foley/search/license.hpp"

namespace foley::search {

/// What the library knows of one sound.
struct SoundRecord {
  std::string id;
  std::string uri;
  std::string caption;
  std::vector<std::string> tags;
  std::string ucs_category;  ///< CatID of the Universal Category System.
  License license;
  std::optional<double> duration_s;
  std::optional<double> snr_db;
};

/// The text that stands for a record in both legs: caption, blank, tags joined by blanks. The
/// keyword leg leaves out what is empty; the vector leg's tokens are the same either way.
[[nodiscard]] std::string search_text(const SoundRecord& record);

}  // namespace foley::search
