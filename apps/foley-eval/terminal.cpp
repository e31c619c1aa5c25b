#include "terminal.hpp"

#include <fmt/chrono.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "context.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"

namespace foley::app {

report::TextStyle terminal_style() {
  report::TextStyle style;
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  style.color = terminal && (no_color == nullptr || *no_color == '\0') &&
                (term == nullptr || std::string_view(term) != "dumb");
  winsize size{};
  if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    style.width = std::clamp<std::size_t>(size.ws_col, 60, 200);
  } else {
    style.width = 120;  // a log or a file: no reason to cut early
  }
  return style;
}

void print(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  const bool flushed = std::fflush(stdout) == 0;
  const int cause = errno;
  // A reader that has seen enough (`| head`) is an ordinary end.
  if ((!written || !flushed) && cause != EPIPE) {
    throw Failure{"the output could not be written; check the disk or the reading program",
                  kEnvironment};
  }
}

void warn(std::string_view line) {
  std::fprintf(stderr, "foley-eval: %s\n", printable(line, 2000).c_str());
}

std::string not_empty(const std::string& value) {
  return value.empty() ? "the value is empty (an unset variable?)" : "";
}

std::function<std::string(const std::string&)> finite_between(double least, double greatest) {
  return [=](const std::string& text) -> std::string {
    double value = 0.0;
    const char* const end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, value);
    // NaN is neither below nor above, so ask whether it is within.
    if (code == std::errc{} && stop == end && value >= least && value <= greatest) {
      return {};
    }
    return "'" + text + "' is no number from " + shortest_text(least) + " to " +
           shortest_text(greatest);
  };
}

std::string whole_number(const std::string& value) {
  std::uint64_t number = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, code] = std::from_chars(value.data(), end, number);
  if (code == std::errc::result_out_of_range) {
    return "'" + value + "' is beyond 18446744073709551615";
  }
  return code == std::errc{} && stop == end ? std::string()
                                            : "'" + value + "' is no whole number from 0 on";
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

}  // namespace foley::app
