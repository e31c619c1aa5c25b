#pragma once

#include <string>

#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"

namespace foley::io {

/// Whether a path is the folder of a BEIR data set: one that holds a folder `qrels`.
[[nodiscard]] bool is_beir_folder(const std::string& path);

/// Path of the judgments of a split in a BEIR folder, `qrels/<split>.tsv`. When it is not there,
/// the error lists the splits that are. Its text is what parse_delimited_qrels reads: the columns
/// `query-id`, `corpus-id` and `score`, separated by tabs.
[[nodiscard]] Result<std::string> beir_qrels_path(const std::string& folder,
                                                  const std::string& split = "test");

/// Reads the judgments of a split of a BEIR folder.
[[nodiscard]] Result<Qrels> load_beir_qrels(const std::string& folder,
                                            const std::string& split = "test");

}  // namespace foley::io
