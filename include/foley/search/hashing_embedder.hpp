#pragma once

#include "foley/search/embedder.hpp"

namespace foley::search {

/// Deterministic bag of words: every token adds 1 to the dimension that its MD5 names (first four
/// bytes little-endian, modulo `dim`), and the row is divided by its Euclidean norm in float32.
/// Cosine similarity then follows the overlap of words, on every machine alike. It has no idea of
/// meaning: fit for testing a search path, not for searching.
///
/// Source of the idea: Weinberger et al., *Feature hashing for large scale multitask learning*,
/// 2009.
class HashingBowEmbedder final : public Embedder {
 public:
  static constexpr std::size_t kDefaultDim = 64;
  static constexpr std::string_view kModelId = "foley-eval/hashing-bow-v1";

  /// Throws std::invalid_argument when `dim` is 0.
  explicit HashingBowEmbedder(std::size_t dim = kDefaultDim);

  [[nodiscard]] std::string model_id() const override { return std::string(kModelId); }
  [[nodiscard]] std::size_t dim() const override { return dim_; }
  /// Never fails; a text without tokens gives the zero vector.
  [[nodiscard]] Result<std::vector<float>> embed_text(std::string_view text) const override;

 private:
  std::size_t dim_;
};

}  // namespace foley::search
