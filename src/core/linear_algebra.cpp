#include "foley/core/linear_algebra.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

#include "blas.hpp"

namespace foley {

namespace {

int length(std::size_t n) {
  if (n > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw std::invalid_argument("linear algebra: a side of 2^31 and more");
  }
  return static_cast<int>(n);
}

// Leading dimensions must be at least 1, also of empty matrices.
int leading(std::size_t n) { return length(std::max<std::size_t>(n, 1)); }

void converged(int info, const char* what) {
  if (info != 0) {
    throw std::runtime_error(std::string("linear algebra: ") + what + " did not converge");
  }
}

// A row-major matrix is its transpose to BLAS, whose matrices are column-major: c^T = b a^T.
template <class T>
void product(void (*gemm)(const char*, const char*, const int*, const int*, const int*, const T*,
                          const T*, const int*, const T*, const int*, const T*, T*, const int*,
                          std::size_t, std::size_t),
             const T* a, std::size_t n, const T* b, std::size_t m, std::size_t k, T* c,
             bool b_transposed) {
  if (n == 0 || m == 0) {
    return;
  }
  if (k == 0) {
    std::fill_n(c, n * m, T{0});
    return;
  }
  blas::use_one_thread();
  const T one = 1;
  const T zero = 0;
  const int rows = length(m);
  const int cols = length(n);
  const int inner = length(k);
  const int leading_b = b_transposed ? inner : rows;
  gemm(b_transposed ? "T" : "N", "N", &rows, &cols, &inner, &one, b, &leading_b, a, &inner, &zero,
       c, &rows, 1, 1);
}

// LAPACK's workspace: asks for the best size, then runs.
template <class Run>
void with_workspace(const Run& run, const char* what) {
  double best = 0.0;
  int best_whole = 0;
  converged(run(&best, -1, &best_whole, -1), what);
  std::vector<double> work(static_cast<std::size_t>(std::max(best, 1.0)));
  std::vector<int> whole(static_cast<std::size_t>(std::max(best_whole, 1)));
  converged(run(work.data(), length(work.size()), whole.data(), length(whole.size())), what);
}

std::vector<double> eigen(std::vector<double>& matrix, std::size_t n, const char* job) {
  std::vector<double> values(n);
  if (n == 0) {
    return values;
  }
  blas::use_one_thread();
  const int order = length(n);
  with_workspace(
      [&](double* work, int work_size, int* whole, int whole_size) {
        int info = 0;
        // The lower triangle of a row-major matrix is the upper one of a column-major matrix.
        dsyevd_(job, "U", &order, matrix.data(), &order, values.data(), work, &work_size, whole,
                &whole_size, &info, 1, 1);
        return info;
      },
      "an eigenproblem");
  return values;
}

}  // namespace

void multiply_by_transpose(const double* a, std::size_t n, const double* b, std::size_t m,
                           std::size_t k, double* c) {
  product(dgemm_, a, n, b, m, k, c, true);
}

void multiply_by_transpose(const float* a, std::size_t n, const float* b, std::size_t m,
                           std::size_t k, float* c) {
  product(sgemm_, a, n, b, m, k, c, true);
}

void multiply(const double* a, std::size_t n, const double* b, std::size_t m, std::size_t k,
              double* c) {
  product(dgemm_, a, n, b, m, k, c, false);
}

void multiply(const float* a, std::size_t n, const float* b, std::size_t m, std::size_t k,
              float* c) {
  product(sgemm_, a, n, b, m, k, c, false);
}

void add_gram(const double* x, std::size_t n, std::size_t d, double* c) {
  if (n == 0 || d == 0) {
    return;
  }
  blas::use_one_thread();
  const double one = 1.0;
  const int order = length(d);
  const int inner = length(n);
  // The upper triangle of a column-major matrix is the lower one of a row-major matrix.
  dsyrk_("U", "N", &order, &inner, &one, x, &order, &one, c, &order, 1, 1);
}

std::vector<double> symmetric_eigenvalues(std::vector<double> matrix, std::size_t n) {
  return eigen(matrix, n, "N");
}

SymmetricEigen symmetric_eigen(std::vector<double> matrix, std::size_t n) {
  std::vector<double> values = eigen(matrix, n, "V");
  return {std::move(values), std::move(matrix)};
}

std::vector<double> singular_values(std::vector<double> matrix, std::size_t rows,
                                    std::size_t cols) {
  std::vector<double> values(std::min(rows, cols));
  if (values.empty()) {
    return values;
  }
  blas::use_one_thread();
  const int m = length(cols);
  const int n = length(rows);
  const int one = 1;
  double nothing = 0.0;
  // dgesdd needs its whole-number workspace from the start.
  std::vector<int> whole(8 * values.size());
  with_workspace(
      [&](double* work, int work_size, int*, int) {
        int info = 0;
        dgesdd_("N", &m, &n, matrix.data(), &m, values.data(), &nothing, &one, &nothing, &one, work,
                &work_size, whole.data(), &info, 1);
        return info;
      },
      "singular values");
  return values;
}

LeftSingular left_singular(std::vector<double> matrix, std::size_t rows, std::size_t cols) {
  LeftSingular result;
  const std::size_t k = std::min(rows, cols);
  result.values.resize(k);
  if (k == 0) {
    return result;
  }
  blas::use_one_thread();
  // To LAPACK the matrix is its transpose, so that our left vectors are its right ones: vt is
  // k x rows column-major, and `vectors` wants it row by row.
  const int m = length(cols);
  const int n = length(rows);
  const int small = length(k);
  std::vector<double> left(cols * k);
  std::vector<double> right(k * rows);
  std::vector<int> whole(8 * k);
  with_workspace(
      [&](double* work, int work_size, int*, int) {
        int info = 0;
        dgesdd_("S", &m, &n, matrix.data(), &m, result.values.data(), left.data(), &m, right.data(),
                &small, work, &work_size, whole.data(), &info, 1);
        return info;
      },
      "singular vectors");
  result.vectors.resize(k * rows);
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < rows; ++j) {
      result.vectors[i * rows + j] = right[j * k + i];
    }
  }
  return result;
}

SemidefiniteFactor semidefinite_factor(std::vector<double> matrix, std::size_t n) {
  SemidefiniteFactor result;
  if (n == 0) {
    return result;
  }
  blas::use_one_thread();
  const int order = leading(n);
  const double tolerance = -1.0;  // LAPACK's own: n eps times the largest diagonal
  std::vector<int> pivots(n);
  std::vector<double> work(2 * n);
  int rank = 0;
  int info = 0;
  // A = P U^T U P^T in the upper triangle of the column-major matrix.
  dpstrf_("U", &order, matrix.data(), &order, pivots.data(), &rank, &tolerance, work.data(), &info,
          1);
  if (info < 0) {
    throw std::runtime_error("linear algebra: Cholesky's method was called wrongly");
  }
  // A largest diagonal of zero leaves nothing to factor.
  bool any = false;
  for (std::size_t i = 0; i < n; ++i) {
    any = any || matrix[i * n + i] != 0.0;
  }
  result.rank = any ? static_cast<std::size_t>(std::max(rank, 0)) : 0;
  result.factor.assign(result.rank * n, 0.0);
  for (std::size_t col = 0; col < n; ++col) {
    const auto place = static_cast<std::size_t>(pivots[col] - 1);
    for (std::size_t row = 0; row < std::min(result.rank, col + 1); ++row) {
      result.factor[row * n + place] = matrix[col * n + row];
    }
  }
  return result;
}

}  // namespace foley
