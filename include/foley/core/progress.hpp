#pragma once

#include <exception>
#include <functional>

namespace foley {

/// Told now and then which share (0 to 1) of a long computation is done, from one thread at a time
/// but not always the calling one; answers whether to go on. An empty function: nobody asks.
using Progress = std::function<bool(double share)>;

/// Thrown by a long computation whose Progress said to stop. Nothing has been written.
class Stopped : public std::exception {
 public:
  /// A sentence for people.
  [[nodiscard]] const char* what() const noexcept override { return "stopped before the end"; }
};

}  // namespace foley
