#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/io/file_bytes.hpp"

namespace foley::io {

/// The bytes of a file, read in windows: a plain file window by window, so that a run of gigabytes
/// takes little memory; a pipe or a compressed file is held whole.
class ByteSource {
 public:
  /// Opens a file; `-` is standard input. A folder, a missing, unreadable or damaged file, or one
  /// that holds more than `largest` bytes, compressed or not, is an error that says so. What is
  /// held whole is refused early when `check` objects to its head; of a plain file nothing is read
  /// yet.
  [[nodiscard]] static Result<ByteSource> open(const std::string& path, std::uint64_t largest,
                                               const HeadCheck& check);

  /// Bytes that are in memory already, under the name that errors give them.
  [[nodiscard]] static ByteSource of_bytes(std::string bytes, std::string name);

  ByteSource(ByteSource&& other) noexcept;
  ByteSource& operator=(ByteSource&& other) noexcept;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ~ByteSource();

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// The bytes [from, to), with kPadding readable bytes behind them; at the end of the data these
  /// begin with a newline. The view lies in `scratch` or in the source. Any number of threads may
  /// ask at once.
  [[nodiscard]] Result<std::string_view> window(std::uint64_t from, std::uint64_t to,
                                                std::string& scratch) const;

  /// The first kHeadBytes, or all of fewer; the view is as that of window.
  [[nodiscard]] Result<std::string_view> head(std::string& scratch) const;

  /// All bytes, unless `check` objects to their head.
  [[nodiscard]] Result<std::string_view> all(const HeadCheck& check, std::string& scratch) const;

  /// 1-based number of the line in which a byte stands.
  [[nodiscard]] Result<std::size_t> line_of(std::uint64_t offset) const;

 private:
  ByteSource() = default;

  std::string name_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;  // of a plain file; else the bytes are in memory_, padded
  std::string memory_;
};

}  // namespace foley::io
