#pragma once

#include <utility>

#include "foley/core/error.hpp"

namespace foley::python {

/// Leaves as the Python exception `_foley.Failure`, whose one argument is the error; the Python
/// layer turns it into the exception that belongs to it.
struct Failure {
  Error error;
};

/// The value, or the error as an exception.
template <class T>
T value_or_throw(Result<T> result) {
  if (!result) {
    throw Failure{std::move(result.error())};
  }
  return std::move(*result);
}

}  // namespace foley::python
