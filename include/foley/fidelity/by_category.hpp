#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/core/embedding_view.hpp"

namespace foley::fidelity {

/// Copies of rows of a set, in the type they had.
class GatheredRows {
 public:
  /// Copies `rows` of `set`, in that order. Throws std::invalid_argument for one beyond the end.
  GatheredRows(const EmbeddingView& set, std::span<const std::size_t> rows);

  /// A look at them, valid as long as this object is.
  [[nodiscard]] EmbeddingView view() const;

 private:
  ElementType type_;
  std::size_t rows_;
  std::size_t cols_;
  std::vector<float> float32_;
  std::vector<double> float64_;
};

/// The rows of one category.
struct CategoryRows {
  std::uint32_t category = 0;          ///< Its id.
  std::vector<std::size_t> reference;  ///< Reference rows, ascending.
  std::vector<std::size_t> generated;  ///< Generated rows, ascending.
  bool few_reference = false;          ///< Fewer reference rows than asked for.
  bool few_generated = false;          ///< Fewer generated rows than asked for.

  /// Whether numbers can be taken.
  [[nodiscard]] bool enough() const { return !few_reference && !few_generated; }
};

/// Splits rows by the category id of each; categories that occur in either set, by ascending id.
/// Those with fewer than `least` rows in a set are kept and flagged.
[[nodiscard]] std::vector<CategoryRows> split_by_category(std::span<const std::uint32_t> reference,
                                                          std::span<const std::uint32_t> generated,
                                                          std::size_t least = 2);

}  // namespace foley::fidelity
