#pragma once

#include <cstddef>
#include <functional>

namespace foley {

/// Runs `work(i)` for every i below `n` on up to `threads` threads (the calling one among them);
/// 0 threads count as 1. Items are handed out in order, one at a time, so make them large enough.
/// Which thread runs an item is left to chance: a result that must not depend on it is written to
/// a place of its own (`out[i]`) and combined afterwards in order.
///
/// The exception of the item with the lowest index is thrown after all threads have ended; once one
/// item has thrown, no further items are started.
void parallel_for(std::size_t n, unsigned threads, const std::function<void(std::size_t)>& work);

}  // namespace foley
