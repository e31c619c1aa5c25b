#pragma once

#include <string>

#include "foley/core/error.hpp"
#include "foley/report/table.hpp"

namespace foley::app {

/// Exit codes that scripts may rely on (docs/errors.md).
enum ExitCode : int {
  kPassed = 0,
  kGateFailed = 1,
  kBadInput = 2,
  kEnvironment = 3,
};

/// What a command leaves behind for `main`.
struct Context {
  report::TextStyle style;
  int exit_code = kPassed;
};

/// Ends a command with one line on stderr and an exit code; caught in `main`.
struct Failure {
  std::string line;
  int exit_code = kBadInput;
};

/// The value, or a Failure that carries the error's line and exit code.
template <class T>
T value_or_fail(Result<T> result) {
  if (!result) {
    throw Failure{result.error().to_line(), result.error().exit_code()};
  }
  return std::move(*result);
}

/// The same for results without a value.
inline void check(const Result<void>& result) {
  if (!result) {
    throw Failure{result.error().to_line(), result.error().exit_code()};
  }
}

}  // namespace foley::app
