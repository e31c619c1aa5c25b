#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "foley/core/progress.hpp"

namespace foley::app {

/// Shows on standard error, if that is a terminal, how far a long computation is, and hears Ctrl-C
/// while it lives: the first one makes the next Progress say stop, a second one kills the process
/// as ever.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ProgressLine(ProgressLine&&) = delete;
  ProgressLine& operator=(ProgressLine&&) = delete;

  /// What a computation named `stage` is to be given. Throws Stopped where Ctrl-C came before it.
  [[nodiscard]] Progress stage(const std::string& stage);
  /// Throws Stopped where Ctrl-C was pressed.
  void check() const;
  /// Takes the line away.
  void clear();

 private:
  bool show(double share);

  bool terminal_ = false;
  bool shown_ = false;
  std::string stage_;
  std::chrono::steady_clock::time_point next_;
  std::mutex mutex_;
};

}  // namespace foley::app
