#pragma once

#include <gtest/gtest.h>

#include <string>

#include "foley/core/error.hpp"
#include "foley/core/printable.hpp"

namespace foley::testing {

/// Whether an error reads as one printable line that says where, what and what to do.
inline ::testing::AssertionResult is_good_line(const Error& error) {
  const std::string line = error.to_line();
  const auto wrong = [&](const std::string& why) {
    return ::testing::AssertionFailure() << why << " in: " << line;
  };
  if (line.empty() || line != printable(line)) {
    return wrong("unprintable characters");
  }
  if (error.source.empty() || line.find(printable(error.source)) != 0) {
    return wrong("no source at the start");
  }
  const std::string place = ":" + std::to_string(error.line) +
                            (error.column > 0 ? ":" + std::to_string(error.column) : "");
  if (error.line > 0 && line.find(place + ": ") == std::string::npos) {
    return wrong("no place");
  }
  if (error.problem.empty()) {
    return wrong("no problem");
  }
  const std::size_t advice = line.rfind("; ");
  if (error.advice.empty() || advice == std::string::npos || advice + 4 > line.size()) {
    return wrong("no advice");
  }
  return ::testing::AssertionSuccess();
}

}  // namespace foley::testing
