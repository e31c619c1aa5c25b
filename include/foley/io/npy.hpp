#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/error.hpp"

namespace foley::io {

/// Numbers of a .npy file as rows of vectors, in memory or mapped from the file.
struct NpyArray {
  std::shared_ptr<const void> owner;  ///< Keeps the bytes alive; null where the caller does.
  EmbeddingView view;                 ///< The rows. One dimension is one row, none is one number.
  std::size_t dimensions = 2;         ///< As the file has it: 0, 1 or 2.
  std::string dtype;                  ///< As the file has it: `float16`, `int32`, …
};

/// Reads an array from the bytes of a .npy file (versions 1 to 3) that `owner` keeps alive. float32
/// and float64 in the order of this machine are looked at in place; float16 and whole numbers up to
/// 16 bits become float32, larger ones float64; Fortran order and the other byte order are copied.
/// Refused with one line: anything else than real numbers (object arrays are never unpickled), more
/// than two dimensions, a header that is damaged or promises more (or fewer) bytes than there are.
[[nodiscard]] Result<NpyArray> parse_npy(std::string_view bytes, const std::string& source,
                                         std::shared_ptr<const void> owner = nullptr);

/// The texts of a .npy file with dtype U or S, of one dimension or none; `|u1` of one dimension is
/// one text.
[[nodiscard]] Result<std::vector<std::string>> parse_npy_texts(std::string_view bytes,
                                                               const std::string& source);

/// Reads a .npy file, mapped into memory, so that one larger than memory can be read.
[[nodiscard]] Result<NpyArray> load_npy(const std::string& path);

/// The bytes of a .npy file, version 1, of the rows (two dimensions) or, where `flat`, of a single
/// row (one dimension).
[[nodiscard]] std::string npy_bytes(const EmbeddingView& rows, bool flat = false);

/// The bytes of a .npy file with one number, without dimensions.
[[nodiscard]] std::string npy_number_bytes(double number);

/// The bytes of a .npy file with one text (dtype u1, UTF-8), which any NumPy reads.
[[nodiscard]] std::string npy_text_bytes(std::string_view text);

}  // namespace foley::io
