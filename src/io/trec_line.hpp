#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"

namespace foley::io {

/// Bytes that must be readable behind any window that a TrecLineReader sees. The first of them is a
/// newline, so that a last line without one needs no care.
inline constexpr std::size_t kPadding = 64;

/// Longest line that is read, in bytes before its newline.
inline constexpr std::size_t kLongestLine = std::size_t{1} << 24U;

/// What is said of a longer one.
inline constexpr const char* kEndlessLine = "the line has no end within 16 MiB";

/// What a line of a TREC file says. Views into the window.
struct TrecLine {
  std::string_view query;
  std::string_view group;  ///< Second field: `Q0`, or the judge or subtopic of qrels.
  std::string_view doc;
  std::string_view tag;     ///< Runs only.
  double value = 0.0;       ///< Score or grade.
  std::int64_t rank = 0;    ///< Runs only; 0 when the field is no whole number.
  std::size_t column = 0;   ///< 1-based column of the document.
  bool same_query = false;  ///< The query is that of the line before, without a look at it.
};

/// What is wrong with a line; the caller knows file and line.
struct LineFault {
  ErrorKind kind = ErrorKind::bad_syntax;
  const char* code = "";
  std::size_t column = 0;
  std::string problem;
  std::string advice;
};

enum class TrecFormat : std::uint8_t { run, qrels };

/// Reads lines of TREC runs (`query iter doc rank score tag`) or qrels (`query iter doc grade`).
/// Plain lines, which are nearly all, take a path without branches on single characters; whatever
/// is unusual in a line (other blanks, non-ASCII text, exponents, more fields) sends it to a slower
/// reader that knows every rule.
class TrecLineReader {
 public:
  enum class Outcome : std::uint8_t { line, nothing, fault };

  explicit TrecLineReader(TrecFormat format) : format_(format) {}

  /// Begins a window: forgets the line before, and sees to it that lines longer than kLongestLine
  /// are refused.
  void start(std::string_view window);

  /// Reads the line at `at`, which lies in the padded window that ends at `end`, and moves `at` to
  /// the next line. `nothing`: a blank line or a comment.
  Outcome read(const char*& at, const char* end);

  [[nodiscard]] const TrecLine& line() const { return line_; }
  [[nodiscard]] const LineFault& fault() const { return fault_; }

 private:
  bool read_plain_run(const char*& at, const char* end);
  bool read_plain_qrels(const char*& at, const char* end);
  Outcome read_any(const char*& at, const char* end);
  Outcome refuse(ErrorKind kind, const char* code, std::size_t column, std::string problem,
                 std::string advice);

  // Which lines may take the plain path. Where one is too long, which that path does not see, none.
  enum class Path : std::uint8_t { plain_run, plain_qrels, any };

  TrecFormat format_;
  Path path_ = Path::any;
  TrecLine line_;
  LineFault fault_;
};

}  // namespace foley::io
