#include "tile.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "foley/core/linear_algebra.hpp"
#include "vector_exp.hpp"

// The loops below have constant lengths and operate element by element, so the wide clones give
// the same bits. Sanitizers and clang take the plain version.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FOLEY_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FOLEY_WIDE
#endif

namespace foley::fidelity {

namespace {

constexpr std::size_t chunk = 64;
constexpr std::size_t lanes = 16;
constexpr std::size_t rows_between_flushes = 32;

// A squared distance below this share of |a|^2 + |b|^2 has lost too many digits.
template <class T>
constexpr T close_share = std::is_same_v<T, float> ? T(1e-2) : T(1e-4);

template <class T>
FOLEY_WIDE void squared_distances(const T* __restrict products, const T* __restrict squares,
                                  T square, T* __restrict out, T* __restrict nearest) {
  for (std::size_t l = 0; l < lanes; ++l) {
    nearest[l] = T(1);
  }
  for (std::size_t j = 0; j < chunk; j += lanes) {
    for (std::size_t l = 0; l < lanes; ++l) {
      const T sum = square + squares[j + l];
      const T distance = sum - T(2) * products[j + l];
      const T margin = distance - close_share<T> * sum;
      nearest[l] = margin < nearest[l] ? margin : nearest[l];
      out[j + l] = distance < T(0) ? T(0) : distance;
    }
  }
}

// Of a row as it was given and another one, each difference times `scale` in float64.
template <class S>
FOLEY_WIDE double squared_distance(const double* __restrict first, const S* __restrict second,
                                   std::size_t d, double scale) {
  double sums[lanes] = {};
  const std::size_t whole = d / lanes * lanes;
  for (std::size_t j = 0; j < whole; j += lanes) {
    for (std::size_t l = 0; l < lanes; ++l) {
      const double gap = (first[j + l] - double{second[j + l]}) * scale;
      sums[l] += gap * gap;
    }
  }
  double sum = 0.0;
  for (const double lane : sums) {
    sum += lane;
  }
  for (std::size_t j = whole; j < d; ++j) {
    const double gap = (first[j] - double{second[j]}) * scale;
    sum += gap * gap;
  }
  return sum;
}

double squared_distance(const double* first, const EmbeddingView& view, std::size_t row,
                        double scale) {
  const std::size_t place = row * view.row_stride();
  return view.type() == ElementType::float32
             ? squared_distance(first, static_cast<const float*>(view.data()) + place, view.cols(),
                                scale)
             : squared_distance(first, static_cast<const double*>(view.data()) + place, view.cols(),
                                scale);
}

template <class T>
FOLEY_WIDE void gaussian(T* __restrict u) {
  for (std::size_t j = 0; j < chunk; ++j) {
    u[j] = exp_of_negative(-u[j]);
  }
}

template <class T>
FOLEY_WIDE void inverse_quadratic(T* __restrict u) {
  for (std::size_t j = 0; j < chunk; ++j) {
    u[j] = T(1) / (T(1) + u[j]);
  }
}

template <class T>
FOLEY_WIDE void inverse_multiquadric(T* __restrict u) {
  for (std::size_t j = 0; j < chunk; ++j) {
    u[j] = T(1) / std::sqrt(T(1) + u[j]);
  }
}

template <class T>
FOLEY_WIDE void add_to(const T* __restrict values, T* __restrict lane_sums,
                       T* __restrict col_sums) {
  for (std::size_t j = 0; j < chunk; j += lanes) {
    for (std::size_t l = 0; l < lanes; ++l) {
      lane_sums[l] += values[j + l];
      col_sums[j + l] += values[j + l];
    }
  }
}

template <class T>
void polynomial(T* values, const Kernel& kernel, T inverse_dimension) {
  for (std::size_t j = 0; j < chunk; ++j) {
    const T base = values[j] * inverse_dimension + static_cast<T>(kernel.offset);
    T power = base;
    for (int i = 1; i < kernel.degree; ++i) {
      power *= base;
    }
    values[j] = power;
  }
}

template <class T>
void apply(const Kernel& kernel, T* u, T inverse_dimension) {
  switch (kernel.kind) {
    case KernelKind::gaussian:
      gaussian(u);
      break;
    case KernelKind::inverse_quadratic:
      inverse_quadratic(u);
      break;
    case KernelKind::inverse_multiquadric:
      inverse_multiquadric(u);
      break;
    case KernelKind::polynomial:
      polynomial(u, kernel, inverse_dimension);
      break;
  }
}

}  // namespace

template <class T>
void Panel<T>::load(const EmbeddingView& view, std::size_t first, const TileJob& job) {
  rows_ = std::min(tile_rows, view.rows() - first);
  view_ = view.slice(first, rows_);
  const std::size_t d = view.cols();
  values_.resize(rows_ * d);
  if constexpr (std::is_same_v<T, float>) {
    view_.copy(0, rows_, job.centre, job.scale, values_.data());
  } else {
    view_.copy(0, rows_, job.centre, values_.data());
    if (job.scale != 1.0) {
      for (T& x : values_) {
        x *= job.scale;
      }
    }
  }
  // Chunks at the end read on beyond the rows.
  squares_.assign((rows_ + chunk - 1) / chunk * chunk, T(0));
  for (std::size_t i = 0; i < rows_; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < d; ++j) {
      const double x = double{values_[i * d + j]};
      sum += x * x;
    }
    squares_[i] = static_cast<T>(sum);
  }
}

template <class T>
void Tile<T>::fill(const Panel<T>& a, const Panel<T>& b, const TileJob& job, bool diagonal) {
  const std::size_t n = a.rows();
  const std::size_t m = b.rows();
  const std::size_t d = a.cols();
  const bool shift_invariant = job.kernel.kind != KernelKind::polynomial;
  values.resize(n * m);
  multiply_by_transpose(a.values(), n, b.values(), m, d, values.data());
  row_sums.assign(n, 0.0);
  col_sums.assign(m, 0.0);
  row_room.resize(d);
  const T inverse_dimension = d == 0 ? T(0) : T(1) / static_cast<T>(d);
  std::size_t row_in_room = n;
  const auto exact = [&](std::size_t i, std::size_t j) {
    if (row_in_room != i) {
      a.view().copy(i, 1, nullptr, row_room.data());
      row_in_room = i;
    }
    return static_cast<T>(squared_distance(row_room.data(), b.view(), j, job.scale));
  };
  std::vector<T> running(b.rows() + chunk, T(0));  // of the columns, between two flushes
  for (std::size_t i = 0; i < n; ++i) {
    T* const row = values.data() + i * m;
    T lane_sums[lanes] = {};
    for (std::size_t begin = 0; begin < m; begin += chunk) {
      const std::size_t valid = std::min(chunk, m - begin);
      T u[chunk] = {};
      T products[chunk] = {};
      std::copy_n(row + begin, valid, products);
      if (shift_invariant) {
        T nearest[lanes];
        squared_distances(products, b.squares() + begin, a.squares()[i], u, nearest);
        if (*std::min_element(nearest, nearest + lanes) < T(0)) {
          for (std::size_t j = 0; j < valid; ++j) {
            const T sum = a.squares()[i] + b.squares()[begin + j];
            if (sum - T(2) * products[j] < close_share<T> * sum && !(diagonal && begin + j == i)) {
              u[j] = exact(i, begin + j);
            }
          }
        }
      } else {
        std::copy_n(products, chunk, u);
      }
      if (!job.distances) {
        apply(job.kernel, u, inverse_dimension);
      }
      std::fill(u + valid, u + chunk, T(0));
      if (diagonal && i >= begin && i < begin + valid) {
        u[i - begin] = T(0);
      }
      add_to(u, lane_sums, running.data() + begin);
      std::copy_n(u, valid, row + begin);
    }
    for (const T lane : lane_sums) {
      row_sums[i] += double{lane};
    }
    if ((i + 1) % rows_between_flushes == 0 || i + 1 == n) {
      for (std::size_t j = 0; j < m; ++j) {
        col_sums[j] += double{running[j]};
      }
      std::fill(running.begin(), running.end(), T(0));
    }
  }
}

template class Panel<float>;
template class Panel<double>;
template struct Tile<float>;
template struct Tile<double>;

}  // namespace foley::fidelity
