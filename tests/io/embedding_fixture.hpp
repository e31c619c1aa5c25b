#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/error.hpp"
#include "support/oracle.hpp"

namespace foley::io {

/// The files that NumPy wrote (make_embedding_files.py) with what is in them.
inline const testing::Json& numpy_files() {
  static const auto document = testing::Json::parse(testing::file_text(FOLEY_EMBEDDING_FILES));
  return document;
}

/// The bytes of hexadecimal digits.
inline std::string bytes_of(const testing::Json& digits) {
  const auto text = digits.get<std::string>();
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

/// A .npy file of version 1 with this head and these bytes behind it.
inline std::string npy_with(const std::string& head, std::string_view data = {}) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(head.size() & 0xFFU);
  bytes += static_cast<char>(head.size() >> 8U);
  return bytes + head + std::string(data);
}

/// The numbers of a view, row by row.
inline std::vector<std::vector<double>> rows_of(const EmbeddingView& view) {
  std::vector<std::vector<double>> rows(view.rows());
  for (std::size_t i = 0; i < view.rows(); ++i) {
    for (std::size_t j = 0; j < view.cols(); ++j) {
      rows[i].push_back(view.at(i, j));
    }
  }
  return rows;
}

/// The line of the error; `accepted` without one.
template <class T>
std::string refusal(const Result<T>& result) {
  return result ? "accepted" : result.error().to_line();
}

}  // namespace foley::io
