#include "watched.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace nb = nanobind;

namespace foley::python {
namespace {

constexpr auto kPause = std::chrono::milliseconds(50);

// One computation on its thread.
class Job {
 public:
  explicit Job(const std::function<void(const Progress&)>& work) : work_(work) {
    try {
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
      run();  // no thread to be had: unwatched
    }
  }
  Job(const Job&) = delete;
  Job(Job&&) = delete;
  Job& operator=(const Job&) = delete;
  Job& operator=(Job&&) = delete;
  ~Job() {
    stop();
    if (thread_.joinable()) {
      thread_.join();
    }
  }

  void stop() { stopped_ = true; }
  double share() const { return share_; }
  // Whether it ended within a pause.
  bool ended() {
    std::unique_lock lock(mutex_);
    return change_.wait_for(lock, kPause, [this] { return done_; });
  }
  void rethrow() const {
    if (failure_) {
      std::rethrow_exception(failure_);
    }
  }

 private:
  void run() {
    try {
      work_([this](double share) {
        share_ = share;
        return !stopped_;
      });
    } catch (...) {
      failure_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    done_ = true;
    change_.notify_all();
  }

  const std::function<void(const Progress&)>& work_;
  std::atomic<bool> stopped_ = false;
  std::atomic<double> share_ = 0.0;
  std::mutex mutex_;
  std::condition_variable change_;
  bool done_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

void look(const nb::object& told, double share) {
  if (PyErr_CheckSignals() != 0) {
    throw nb::python_error();
  }
  if (!told.is_none()) {
    told(share);
  }
}

}  // namespace

void run_watched(const nb::object& told, const std::function<void(const Progress&)>& work) {
  std::optional<nb::python_error> raised;
  {
    const nb::gil_scoped_release release;
    Job job(work);
    while (!job.ended()) {
      if (raised) {
        continue;
      }
      const nb::gil_scoped_acquire acquire;
      try {
        look(told, job.share());
      } catch (nb::python_error& error) {
        raised.emplace(std::move(error));
        job.stop();
      }
    }
    if (!raised) {
      job.rethrow();
    }
  }
  if (raised) {
    throw nb::python_error(std::move(*raised));
  }
  look(told, 1.0);
}

}  // namespace foley::python
