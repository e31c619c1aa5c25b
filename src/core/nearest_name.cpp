#include "foley/core/nearest_name.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace foley {
namespace {

char fold(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (fold(a[i - 1]) == fold(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view wrong,
                                        std::span<const std::string_view> known) {
  // A hostile megabyte of name is near to nothing; without the cut it would cost a matrix.
  constexpr std::size_t kLongest = 64;
  if (wrong.size() > kLongest) {
    return std::nullopt;
  }
  std::size_t least = std::max<std::size_t>(2, wrong.size() / 3) + 1;
  std::optional<std::string> nearest;
  for (const std::string_view name : known) {
    const std::size_t distance = edit_distance(wrong, name);
    if (distance < least) {
      least = distance;
      nearest = std::string(name);
    }
  }
  return nearest;
}

}  // namespace foley
