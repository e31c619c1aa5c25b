#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foley/core/error.hpp"

namespace foley::io {

/// A .npz file: named .npy files in a zip archive, stored or deflated.
class NpzFile {
 public:
  /// Opens a file and reads its directory (zip64 too). Anything that is no such archive is an
  /// error.
  [[nodiscard]] static Result<NpzFile> open(const std::string& path);
  /// The same of bytes that `owner` keeps alive.
  [[nodiscard]] static Result<NpzFile> parse(std::string_view bytes, const std::string& source,
                                             std::shared_ptr<const void> owner = nullptr);

  /// Names of the arrays, without `.npy`, in the order of the file.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Whether there is such an array.
  [[nodiscard]] bool has(std::string_view name) const;
  /// How errors call the file.
  [[nodiscard]] const std::string& source() const { return source_; }

  /// The bytes of an array's .npy file with what keeps them alive; of a stored one those of the
  /// file itself. Checked against its checksum; one that unpacks to more than it says is an error.
  [[nodiscard]] Result<std::pair<std::string_view, std::shared_ptr<const void>>> bytes(
      std::string_view name) const;

 private:
  struct Entry {
    std::string name;
    std::uint64_t offset = 0;
    std::uint64_t packed = 0;
    std::uint64_t unpacked = 0;
    std::uint32_t checksum = 0;
    std::uint16_t method = 0;
  };

  NpzFile() = default;
  [[nodiscard]] Error broken(std::string problem) const;
  [[nodiscard]] const Entry* find(std::string_view name) const;

  std::string source_;
  std::string_view bytes_;
  std::shared_ptr<const void> owner_;
  std::vector<Entry> entries_;
};

/// The bytes of a .npz file with these arrays (name without `.npy`, bytes of a .npy file), stored.
/// More than 4 GB together throws std::invalid_argument.
[[nodiscard]] std::string npz_bytes(const std::vector<std::pair<std::string, std::string>>& arrays);

}  // namespace foley::io
