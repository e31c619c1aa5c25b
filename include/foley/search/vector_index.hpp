#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "foley/search/hit.hpp"

namespace foley::search {

/// Exact nearest neighbours by cosine similarity over float32 vectors held in memory.
///
/// Similarities that are equal in exact arithmetic tie and are ordered by id, on every processor
/// and with every BLAS: rows that are normalised counts are compared as whole numbers, all others
/// to about 100 bits (see src/search/direction.hpp).
class VectorIndex {
 public:
  /// `dim` 0: the first vector decides.
  explicit VectorIndex(std::size_t dim = 0);
  VectorIndex(VectorIndex&&) noexcept;
  VectorIndex& operator=(VectorIndex&&) noexcept;
  VectorIndex(const VectorIndex&) = delete;
  VectorIndex& operator=(const VectorIndex&) = delete;
  ~VectorIndex();

  /// Stores or replaces a vector. Throws std::invalid_argument when it is empty, its length is not
  /// `dim()` or an entry is not finite.
  void upsert(std::string_view id, std::span<const float> vector);

  /// The `k` most similar documents, similarity in [-1, 1] descending, then id ascending. A zero
  /// vector has similarity 0 to everything. Throws std::invalid_argument on a query of wrong length
  /// or with entries that are not finite (an empty index answers nothing to any query).
  [[nodiscard]] std::vector<Hit> knn(std::span<const float> query, std::size_t k) const;

  /// The stored vector as it was given; empty when the id is unknown.
  [[nodiscard]] std::span<const float> vector(std::string_view id) const;

  [[nodiscard]] std::size_t size() const;
  /// Length of the vectors; 0 while unknown.
  [[nodiscard]] std::size_t dim() const;

 private:
  struct Rows;
  std::unique_ptr<Rows> rows_;
};

}  // namespace foley::search
