#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace foley::io {

/// The order of ratings by what a file says of when they were given: numbers, or texts that sort as
/// they are.
class RatingOrder {
 public:
  /// Takes the key of the next rating. False when it is empty, or a text among numbers or a number
  /// among texts.
  [[nodiscard]] bool add(std::string_view text);

  /// Rank of each rating's key; equal keys have equal ranks.
  [[nodiscard]] std::vector<std::uint32_t> ranks() const;

 private:
  std::vector<double> numbers_;
  std::vector<std::string> texts_;
};

}  // namespace foley::io
