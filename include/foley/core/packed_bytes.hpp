#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"

namespace foley {

/// Writes numbers as bytes that are the same on any machine: a line that names what follows and its
/// version, little-endian words, a SHA-256 of all of it.
class PackedWriter {
 public:
  /// Starts with the name, e.g. `foley-moments-1`.
  explicit PackedWriter(std::string_view name);
  /// Adds a 32-bit word.
  void put(std::uint32_t word);
  /// Adds a 64-bit word.
  void put(std::uint64_t word);
  /// Adds a float64.
  void put(double number) { put(std::bit_cast<std::uint64_t>(number)); }
  /// Adds float64 numbers, without their count.
  void put(std::span<const double> numbers);
  /// Adds a length and so many bytes.
  void put(std::string_view text);
  /// All bytes with the checksum; nothing may be added afterwards.
  [[nodiscard]] std::string finish() &&;

 private:
  std::string bytes_;
};

/// Reads what PackedWriter wrote. A take beyond the end gives zeros and makes the reader not good.
class PackedReader {
 public:
  /// Checks name and checksum; `what` says in an error what should have been there, e.g. "moments".
  [[nodiscard]] static Result<PackedReader> open(std::string_view bytes, std::string_view name,
                                                 std::string_view what, const std::string& source);
  /// The next 32-bit word.
  std::uint32_t word32();
  /// The next 64-bit word.
  std::uint64_t word64();
  /// The next float64.
  double number() { return std::bit_cast<double>(word64()); }
  /// Fills the span with the next float64 numbers.
  void numbers(std::span<double> out);
  /// The next text.
  std::string text();
  /// Bytes not yet taken: check it against a count before making room for that many numbers.
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }
  /// True as long as nothing was taken beyond the end.
  [[nodiscard]] bool good() const { return good_; }
  /// The error for contents that cannot be: `problem` in words.
  [[nodiscard]] Error broken(std::string problem) const;

 private:
  PackedReader() = default;
  std::uint64_t take(std::size_t bytes);

  std::string_view bytes_;
  std::string what_;
  std::string source_;
  bool good_ = true;
};

}  // namespace foley
