#pragma once

#include <nanobind/nanobind.h>

#include <functional>

#include "foley/core/progress.hpp"

namespace foley::python {

/// Runs a computation on a thread of its own, without the GIL, while the calling thread looks for
/// Ctrl-C now and then and tells `told` (a Python callable, or None) which share is done. Python
/// runs on the calling thread alone. What the computation throws is thrown here; Ctrl-C, or what
/// `told` raises, stops it at its next question and leaves as that Python exception.
void run_watched(const nanobind::object& told, const std::function<void(const Progress&)>& work);

/// The same with a result.
template <class Work>
auto watched(const nanobind::object& told, Work&& work) {
  decltype(work(Progress())) result{};
  run_watched(told, [&](const Progress& progress) { result = work(progress); });
  return result;
}

}  // namespace foley::python
