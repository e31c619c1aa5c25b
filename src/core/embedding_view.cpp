#include "foley/core/embedding_view.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "foley/core/parallel.hpp"

namespace foley {

namespace {

template <class From, class To, class Convert>
void copy_rows(const From* from, std::size_t stride, std::size_t rows, std::size_t cols,
               const double* centre, To* out, const Convert& convert) {
  for (std::size_t i = 0; i < rows; ++i, from += stride, out += cols) {
    if (centre == nullptr) {
      for (std::size_t j = 0; j < cols; ++j) {
        out[j] = convert(double{from[j]});
      }
    } else {
      for (std::size_t j = 0; j < cols; ++j) {
        out[j] = convert(double{from[j]} - centre[j]);
      }
    }
  }
}

constexpr double largest_usable = 1e140;

template <class T>
bool all_usable(const T* row, std::size_t cols) {
  bool usable = true;
  for (std::size_t j = 0; j < cols; ++j) {
    usable &= std::abs(double{row[j]}) <= largest_usable;  // false for NaN
  }
  return usable;
}

}  // namespace

EmbeddingView EmbeddingView::slice(std::size_t first, std::size_t count) const {
  EmbeddingView part = *this;
  part.rows_ = count;
  part.data_ = type_ == ElementType::float32
                   ? static_cast<const void*>(static_cast<const float*>(data_) + first * stride_)
                   : static_cast<const void*>(static_cast<const double*>(data_) + first * stride_);
  return part;
}

void EmbeddingView::copy(std::size_t first, std::size_t count, const double* centre,
                         double* out) const {
  const auto as_is = [](double x) { return x; };
  if (type_ == ElementType::float32) {
    copy_rows(static_cast<const float*>(data_) + first * stride_, stride_, count, cols_, centre,
              out, as_is);
  } else {
    copy_rows(static_cast<const double*>(data_) + first * stride_, stride_, count, cols_, centre,
              out, as_is);
  }
}

void EmbeddingView::copy(std::size_t first, std::size_t count, const double* centre, double scale,
                         float* out) const {
  const auto scaled = [scale](double x) { return static_cast<float>(x * scale); };
  if (type_ == ElementType::float32) {
    copy_rows(static_cast<const float*>(data_) + first * stride_, stride_, count, cols_, centre,
              out, scaled);
  } else {
    copy_rows(static_cast<const double*>(data_) + first * stride_, stride_, count, cols_, centre,
              out, scaled);
  }
}

std::optional<EmbeddingPlace> first_unusable(const EmbeddingView& view, unsigned threads) {
  constexpr std::size_t block = 4096;
  const std::size_t blocks = (view.rows() + block - 1) / block;
  std::vector<std::optional<EmbeddingPlace>> found(blocks);
  parallel_for(blocks, threads, [&](std::size_t b) {
    const std::size_t end = std::min(view.rows(), (b + 1) * block);
    std::vector<double> row(view.cols());
    for (std::size_t i = b * block; i < end; ++i) {
      view.copy(i, 1, nullptr, row.data());
      if (all_usable(row.data(), row.size())) {
        continue;
      }
      for (std::size_t j = 0; j < row.size(); ++j) {
        if (!all_usable(&row[j], 1)) {
          found[b] = EmbeddingPlace{i, j};
          return;
        }
      }
    }
  });
  for (const auto& place : found) {
    if (place) {
      return place;
    }
  }
  return std::nullopt;
}

}  // namespace foley
