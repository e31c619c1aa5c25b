#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"

namespace foley::search {

/// Turns text into a vector. Implementations: the hashing embedder here, neural ones in adapters.
class Embedder {
 public:
  Embedder() = default;
  Embedder(const Embedder&) = default;
  Embedder(Embedder&&) = default;
  Embedder& operator=(const Embedder&) = default;
  Embedder& operator=(Embedder&&) = default;
  virtual ~Embedder() = default;

  /// Name that is stamped into baselines and reports.
  [[nodiscard]] virtual std::string model_id() const = 0;

  /// Length of every vector.
  [[nodiscard]] virtual std::size_t dim() const = 0;

  /// The vector of one text, `dim()` float32 values.
  [[nodiscard]] virtual Result<std::vector<float>> embed_text(std::string_view text) const = 0;
};

}  // namespace foley::search
