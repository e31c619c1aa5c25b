#pragma once

#include <cstddef>
#include <optional>

namespace foley {

/// How the numbers of an embedding set are stored.
enum class ElementType { float32, float64 };

/// A look at an embedding set: `rows` vectors of `cols` numbers, one row after the other, owned by
/// somebody else (an array, a mapped file). Kernels read it in blocks, which they convert.
class EmbeddingView {
 public:
  /// No rows.
  EmbeddingView() = default;
  /// A look at float32 rows; `row_stride` counts numbers from one row to the next, 0 means `cols`.
  EmbeddingView(const float* data, std::size_t rows, std::size_t cols, std::size_t row_stride = 0)
      : data_(data),
        rows_(rows),
        cols_(cols),
        stride_(row_stride == 0 ? cols : row_stride),
        type_(ElementType::float32) {}
  /// A look at float64 rows.
  EmbeddingView(const double* data, std::size_t rows, std::size_t cols, std::size_t row_stride = 0)
      : data_(data),
        rows_(rows),
        cols_(cols),
        stride_(row_stride == 0 ? cols : row_stride),
        type_(ElementType::float64) {}

  /// Number of vectors.
  [[nodiscard]] std::size_t rows() const { return rows_; }
  /// Numbers a vector.
  [[nodiscard]] std::size_t cols() const { return cols_; }
  /// How they are stored.
  [[nodiscard]] ElementType type() const { return type_; }
  /// Where the first one is, of that type.
  [[nodiscard]] const void* data() const { return data_; }
  /// Numbers from one row to the next.
  [[nodiscard]] std::size_t row_stride() const { return stride_; }

  /// One number.
  [[nodiscard]] double at(std::size_t row, std::size_t col) const {
    const std::size_t place = row * stride_ + col;
    return type_ == ElementType::float32 ? double{static_cast<const float*>(data_)[place]}
                                         : static_cast<const double*>(data_)[place];
  }
  /// `count` rows from `first` on.
  [[nodiscard]] EmbeddingView slice(std::size_t first, std::size_t count) const;
  /// Writes those rows to `out`, count x cols, each number less the same number of `centre` (cols
  /// numbers; none: unchanged). The difference is taken in float64.
  void copy(std::size_t first, std::size_t count, const double* centre, double* out) const;
  /// The same, each difference times `scale` and rounded to float32.
  void copy(std::size_t first, std::size_t count, const double* centre, double scale,
            float* out) const;

 private:
  const void* data_ = nullptr;
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::size_t stride_ = 0;
  ElementType type_ = ElementType::float64;
};

/// Where a number stands in an embedding set, both from 0.
struct EmbeddingPlace {
  std::size_t row = 0;  ///< Vector.
  std::size_t col = 0;  ///< Number in it.
};

/// The first number that no distance can be taken of: NaN, infinite, or beyond 1e140 (whose
/// squares would not fit). Reads all numbers, on up to `threads` threads.
[[nodiscard]] std::optional<EmbeddingPlace> first_unusable(const EmbeddingView& view,
                                                           unsigned threads = 1);

}  // namespace foley
