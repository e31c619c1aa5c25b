#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/fidelity/kernel.hpp"

namespace foley::fidelity {

/// Rows and columns of a tile: small enough for a core's cache, large enough for BLAS.
constexpr std::size_t tile_rows = 1024;

/// What every tile of a computation shares.
struct TileJob {
  Kernel kernel;
  const double* centre = nullptr;  ///< Subtracted first (float64); null for the polynomial.
  bool distances = false;          ///< Squared distances instead of kernel values.
  double scale = 1.0;              ///< Then multiplied, so that squares are u of the kernel.
};

/// Up to tile_rows rows, centred, scaled and rounded to T, with their squared lengths.
template <class T>
class Panel {
 public:
  /// Takes rows from `first` on.
  void load(const EmbeddingView& view, std::size_t first, const TileJob& job);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t cols() const { return view_.cols(); }
  [[nodiscard]] const T* values() const { return values_.data(); }
  [[nodiscard]] const T* squares() const { return squares_.data(); }
  /// The rows as they were given.
  [[nodiscard]] const EmbeddingView& view() const { return view_; }

 private:
  EmbeddingView view_;
  std::size_t rows_ = 0;
  std::vector<T> values_;
  std::vector<T> squares_;
};

/// The kernel values of a tile and their sums.
template <class T>
struct Tile {
  std::vector<T> values;         ///< a.rows() x b.rows().
  std::vector<double> row_sums;  ///< a.rows().
  std::vector<double> col_sums;  ///< b.rows().
  Panel<T> other;                ///< Room for the second panel.
  std::vector<double> row_room;  ///< Room for a row in float64.

  /// Fills values and sums from two panels. On the diagonal of one set against itself the panels
  /// are the same rows, and the value of a row with itself is 0.
  void fill(const Panel<T>& a, const Panel<T>& b, const TileJob& job, bool diagonal);
};

extern template class Panel<float>;
extern template class Panel<double>;
extern template struct Tile<float>;
extern template struct Tile<double>;

}  // namespace foley::fidelity
