#include "foley/search/hashing_embedder.hpp"

#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "foley/core/digest.hpp"
#include "foley/search/tokenizer.hpp"

namespace foley::search {

HashingBowEmbedder::HashingBowEmbedder(std::size_t dim) : dim_(dim) {
  if (dim == 0) {
    throw std::invalid_argument("HashingBowEmbedder: dim must be at least 1");
  }
}

Result<std::vector<float>> HashingBowEmbedder::embed_text(std::string_view text) const {
  std::vector<float> row(dim_, 0.0F);
  for (const std::string& token : tokenize(text)) {
    const auto digest = md5(token);
    const std::uint32_t hash =
        static_cast<std::uint32_t>(digest[0]) | static_cast<std::uint32_t>(digest[1]) << 8U |
        static_cast<std::uint32_t>(digest[2]) << 16U | static_cast<std::uint32_t>(digest[3]) << 24U;
    row[hash % dim_] += 1.0F;
  }
  double squares = 0.0;  // exact: whole numbers
  for (const float count : row) {
    squares += static_cast<double>(count) * static_cast<double>(count);
  }
  if (squares > 0.0) {
    const float norm = std::sqrt(static_cast<float>(squares));
    for (float& count : row) {
      count /= norm;
    }
  }
  return row;
}

}  // namespace foley::search
