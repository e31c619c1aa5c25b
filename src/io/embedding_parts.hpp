#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/io/embedding_set.hpp"

namespace foley::io {

/// The set of a .npz file.
[[nodiscard]] Result<EmbeddingSet> embeddings_of_npz(const std::string& path);
/// The set of a table of text.
[[nodiscard]] Result<EmbeddingSet> embeddings_of_table(const std::string& path);
/// The set of a folder.
[[nodiscard]] Result<EmbeddingSet> embeddings_of_folder(const std::string& path,
                                                        const EmbeddingOptions& options);

/// Names the clips of a set by the clip of each row, and their categories where each row has one:
/// rows that name the same clip are its frames. A clip in two categories is an error.
[[nodiscard]] std::optional<Error> set_clips(EmbeddingSet& set, std::vector<std::string> of_row,
                                             std::vector<std::string> category_of_row,
                                             const std::string& source);

/// The manifest in a file beside the embeddings; none where there is no such file.
[[nodiscard]] Result<fidelity::Manifest> manifest_beside(const std::string& file);

/// An error about embeddings.
[[nodiscard]] Error embedding_error(const std::string& source, ErrorKind kind, std::string code,
                                    std::string problem, std::string advice);

/// The model folder `<path>/<kind>/<model>` of a cache: the one named, or the only one; none where
/// there is no folder of that kind.
[[nodiscard]] Result<std::optional<std::string>> cache_folder(const std::string& path,
                                                              const std::string& kind,
                                                              const std::string& model);

}  // namespace foley::io
