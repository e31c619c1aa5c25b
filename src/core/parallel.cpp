#include "foley/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace foley {
namespace {

// What the threads of one loop share.
class Loop {
 public:
  Loop(std::size_t n, const std::function<void(std::size_t)>& work) : n_(n), work_(work) {}

  void run() {
    while (!failed_.load(std::memory_order_relaxed)) {
      const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
      if (i >= n_) {
        return;
      }
      try {
        work_(i);
      } catch (...) {
        remember(i);
      }
    }
  }

  void rethrow() const {
    if (error_) {
      std::rethrow_exception(error_);
    }
  }

 private:
  void remember(std::size_t i) {
    const std::scoped_lock lock(mutex_);
    failed_ = true;
    if (!error_ || i < error_item_) {
      error_ = std::current_exception();
      error_item_ = i;
    }
  }

  std::size_t n_;
  const std::function<void(std::size_t)>& work_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
  std::size_t error_item_ = 0;
};

}  // namespace

void parallel_for(std::size_t n, unsigned threads, const std::function<void(std::size_t)>& work) {
  Loop loop(n, work);
  const std::size_t helpers = std::min<std::size_t>(threads, n);
  {
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < helpers; ++t) {
      others.emplace_back([&loop] { loop.run(); });
    }
    loop.run();
  }
  loop.rethrow();
}

}  // namespace foley
