#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/error.hpp"
#include "foley/fidelity/manifest.hpp"

namespace foley::io {

/// Embeddings with what is known of them.
class EmbeddingSet {
 public:
  std::shared_ptr<const void> owner;       ///< Keeps the numbers alive.
  EmbeddingView rows;                      ///< The vectors.
  std::string dtype;                       ///< As in the file: `float16`, `float32`, …
  std::vector<std::string> clips;          ///< Names by clip; empty where none are known.
  std::vector<std::uint32_t> clip_of_row;  ///< Clip of each row; empty: each row is a clip.
  std::vector<std::string> categories;     ///< By clip; empty where none are known.
  fidelity::Manifest manifest;             ///< What they were made with; may be empty.
  std::string source;                      ///< The path as it was given.

  /// The vectors.
  [[nodiscard]] const EmbeddingView& view() const { return rows; }
  /// How many clips there are.
  [[nodiscard]] std::size_t clip_count() const;
};

/// How embeddings are looked for.
struct EmbeddingOptions {
  std::string model;     ///< Of a folder with caches of several models.
  unsigned threads = 1;  ///< For the check of the numbers.
};

/// Reads embeddings from
/// - `.npy`: rows of vectors, or one vector;
/// - `.npz`: the array `embeddings` (or `x`, or the only one with two dimensions), names in `clips`
///   (or `ids`), `categories` and JSON text in `manifest`;
/// - `.csv`, `.tsv`: a row a line; a header is told by a field that is no number; the columns
/// `clip`
///   (id, name, file) and `category` are texts;
/// - a folder of `.npy` files, a clip each (one vector, or frames x dimension), in the order of
/// their
///   names; folders in it are categories;
/// - a folder in which fadtk or kadtk left its cache, `embeddings/<model>/<name>.npy`.
/// The manifest is read from `<file>.manifest.json` beside a file or `manifest.json` in a folder.
/// A number that is NaN or infinite is an error that names row and column, as are rows of different
/// lengths and a set without rows.
[[nodiscard]] Result<EmbeddingSet> load_embeddings(const std::string& path,
                                                   const EmbeddingOptions& options = {});

/// A manifest from JSON text: an object of texts, numbers, truth values and null.
[[nodiscard]] Result<fidelity::Manifest> parse_manifest(std::string_view bytes,
                                                        const std::string& source);
/// The JSON text of a manifest: all values as text.
[[nodiscard]] std::string manifest_json(const fidelity::Manifest& manifest);

}  // namespace foley::io
