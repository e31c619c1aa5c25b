#include "run_blocks.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "trec_line.hpp"

namespace foley::io {
namespace {

constexpr std::uint64_t kWindow = std::uint64_t{1} << 16U;

std::string_view first_field(std::string_view line) {
  const std::size_t from = std::min(line.find_first_not_of(" \t\v\f\r"), line.size());
  return line.substr(from, line.find_first_of(" \t\v\f\r", from) - from);
}

// Where a block ends, and whether nothing behind it is read.
struct Bound {
  std::uint64_t at = 0;
  bool last = false;
};

// The first line start behind `from` at which the query changes; the size of the data when there is
// none. A line longer than is read ends the data there, unless it is passed over.
Result<Bound> next_change(const ByteSource& source, std::uint64_t from, bool pass_long_lines) {
  std::string scratch;
  std::string query;  // of the line before
  std::uint64_t at = from;
  std::uint64_t length = kWindow;
  std::uint64_t unended = from;  // no line ends between here and `at`
  bool aligned = false;          // `at` is the start of a line
  while (at < source.size()) {
    const std::uint64_t to = std::min(at + length, source.size());
    const auto window = source.window(at, to, scratch);
    if (!window) {
      return fail(window.error());
    }
    std::size_t begin = 0;
    std::size_t newline = window->find('\n');
    if (newline == std::string_view::npos && to - unended > kLongestLine) {
      if (!pass_long_lines) {
        return Bound{to, true};
      }
      aligned = false;
      length = kWindow;
    }
    if (!aligned) {
      if (newline == std::string_view::npos) {
        at = to;
        continue;
      }
      begin = newline + 1;
      aligned = true;
      newline = window->find('\n', begin);
    }
    const bool no_line = newline == std::string_view::npos;
    for (; newline != std::string_view::npos; newline = window->find('\n', begin)) {
      const std::string_view line = window->substr(begin, newline - begin);
      const std::string_view field = first_field(line);
      if (!field.empty() && line.front() != '#') {
        if (!query.empty() && field != query) {
          return Bound{at + begin, false};
        }
        query = field;
      }
      begin = newline + 1;
    }
    // A line longer than the window asks for a larger one.
    length = no_line && begin == 0 ? length * 2 : kWindow;
    at += begin;
    unended = at;
    if (to == source.size()) {
      break;
    }
  }
  return Bound{source.size(), true};
}

}  // namespace

Result<std::vector<std::uint64_t>> block_bounds(const ByteSource& source, std::uint64_t block,
                                                bool pass_long_lines) {
  std::vector<std::uint64_t> bounds{0};
  while (bounds.back() + block < source.size()) {
    const auto next = next_change(source, bounds.back() + block, pass_long_lines);
    if (!next) {
      return fail(next.error());
    }
    bounds.push_back(next->at);
    if (next->last) {
      return bounds;
    }
  }
  if (bounds.back() != source.size()) {
    bounds.push_back(source.size());
  }
  return bounds;
}

}  // namespace foley::io
