#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/core/printable.hpp"

namespace foley::fuzz {

/// Ends the process when something that must hold does not.
inline void require(bool holds, std::string_view what) {
  if (!holds) {
    std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
  }
}

/// An error of a file without lines is one printable line with its source, a problem and advice.
inline void require_one_line_of_bytes(const Error& error) {
  const std::string line = error.to_line();
  require(!line.empty() && line == printable(line), "the error is one printable line");
  require(line.starts_with("input:"), "the error names its source");
  require(!error.problem.empty() && !error.advice.empty(), "the error says problem and advice");
}

/// The same with the number of a line.
inline void require_one_line(const Error& error) {
  require_one_line_of_bytes(error);
  require(error.line > 0, "the error names a line");
}

/// The input as the readers take it.
inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return size == 0 ? std::string_view{}
                   : std::string_view{reinterpret_cast<const char*>(data), size};
}

}  // namespace foley::fuzz

/// What libFuzzer and the replayer call for each input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
