#include "progress_line.hpp"

#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace foley::app {
namespace {

constexpr auto kPatience = std::chrono::milliseconds(700);  // short work shows nothing
constexpr auto kBetween = std::chrono::milliseconds(100);

volatile std::sig_atomic_t interrupted = 0;

// Once: SA_RESETHAND gives the second Ctrl-C its usual meaning.
void heard(int /*signal*/) { interrupted = 1; }

}  // namespace

ProgressLine::ProgressLine() : next_(std::chrono::steady_clock::now() + kPatience) {
  const char* term = std::getenv("TERM");
  terminal_ = isatty(STDERR_FILENO) == 1 && (term == nullptr || std::string_view(term) != "dumb");
  struct sigaction action{};
  action.sa_handler = heard;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  // Whoever started the program with SIGINT ignored (nohup, a shell's background job) wants that.
  struct sigaction before{};
  if (sigaction(SIGINT, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
    static_cast<void>(sigaction(SIGINT, &action, nullptr));
  }
}

ProgressLine::~ProgressLine() {
  clear();
  struct sigaction now{};
  if (sigaction(SIGINT, nullptr, &now) == 0 && now.sa_handler == heard) {
    static_cast<void>(std::signal(SIGINT, SIG_DFL));
  }
}

void ProgressLine::check() const {
  if (interrupted != 0) {
    throw Stopped();
  }
}

Progress ProgressLine::stage(const std::string& stage) {
  check();
  stage_ = stage;
  return [this](double share) { return show(share); };
}

bool ProgressLine::show(double share) {
  const std::scoped_lock lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (terminal_ && now >= next_) {
    next_ = now + kBetween;
    shown_ = true;
    std::fprintf(stderr, "\r\x1b[K%s … %ld%%", stage_.c_str(), std::lround(share * 100.0));
    static_cast<void>(std::fflush(stderr));
  }
  return interrupted == 0;
}

void ProgressLine::clear() {
  const std::scoped_lock lock(mutex_);
  if (shown_) {
    std::fputs("\r\x1b[K", stderr);
    static_cast<void>(std::fflush(stderr));
    shown_ = false;
  }
}

}  // namespace foley::app
