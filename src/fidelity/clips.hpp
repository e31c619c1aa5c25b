#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace foley::fidelity {

/// Which rows belong together: the clips in ascending order of their numbers, each with its rows in
/// their order.
class Clips {
 public:
  /// `clips` has the clip of each row, any numbers; empty: each row is a clip of its own. Throws
  /// std::invalid_argument for another number of them than of rows.
  Clips(std::size_t rows, std::span<const std::uint32_t> clips);

  /// Number of clips.
  [[nodiscard]] std::size_t size() const { return begins_.size() - 1; }
  /// The rows of one.
  [[nodiscard]] std::span<const std::uint32_t> rows_of(std::size_t clip) const {
    return std::span(rows_).subspan(begins_[clip], begins_[clip + 1] - begins_[clip]);
  }

 private:
  std::vector<std::uint32_t> rows_;
  std::vector<std::size_t> begins_{0};
};

}  // namespace foley::fidelity
