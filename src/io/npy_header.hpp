#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"

namespace foley::io {

/// What the head of a .npy file says.
struct NpyHeader {
  bool big_endian = false;
  char kind = 'f';       ///< f, i, u, b, U, S, …
  std::size_t size = 8;  ///< Bytes an element (characters for U).
  bool fortran_order = false;
  std::vector<std::size_t> shape;
  std::string_view data;  ///< The bytes behind the head.

  /// Bytes an element in the file.
  [[nodiscard]] std::size_t element_bytes() const { return kind == 'U' ? 4 * size : size; }
  /// `float32`, `int16`, …
  [[nodiscard]] std::string dtype() const;
};

/// Reads the head and checks that as many bytes follow as it promises.
[[nodiscard]] Result<NpyHeader> parse_npy_header(std::string_view bytes, const std::string& source);

/// An error about a .npy file.
[[nodiscard]] Error npy_error(const std::string& source, ErrorKind kind, std::string code,
                              std::string problem, std::string advice);

}  // namespace foley::io
