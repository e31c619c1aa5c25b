#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace foley {

// Dense products and decompositions, by the BLAS and LAPACK the project is linked with. All
// matrices are row-major. Each call runs on the calling thread alone, so that a result does not
// depend on a number of threads; parallel callers share out blocks (parallel_for).
// Sides and inner lengths of 2^31 and more throw std::invalid_argument; a decomposition that does
// not converge throws std::runtime_error.

/// c = a b^T, with a: n x k, b: m x k, c: n x m.
void multiply_by_transpose(const double* a, std::size_t n, const double* b, std::size_t m,
                           std::size_t k, double* c);
/// The same in float32.
void multiply_by_transpose(const float* a, std::size_t n, const float* b, std::size_t m,
                           std::size_t k, float* c);

/// c = a b, with a: n x k, b: k x m, c: n x m.
void multiply(const double* a, std::size_t n, const double* b, std::size_t m, std::size_t k,
              double* c);
/// The same in float32.
void multiply(const float* a, std::size_t n, const float* b, std::size_t m, std::size_t k,
              float* c);

/// Adds x^T x of x: n x d to c: d x d, of which only the lower triangle (column <= row) is touched.
void add_gram(const double* x, std::size_t n, std::size_t d, double* c);

/// Eigenvalues, ascending, of a symmetric n x n matrix, of which only the lower triangle is read.
[[nodiscard]] std::vector<double> symmetric_eigenvalues(std::vector<double> matrix, std::size_t n);

/// Eigenvalues and eigenvectors of a symmetric matrix.
struct SymmetricEigen {
  std::vector<double> values;   ///< Ascending.
  std::vector<double> vectors;  ///< n x n; row i is the unit vector of values[i].
};
/// Both, of a symmetric n x n matrix, of which only the lower triangle is read.
[[nodiscard]] SymmetricEigen symmetric_eigen(std::vector<double> matrix, std::size_t n);

/// Singular values, descending, of a rows x cols matrix.
[[nodiscard]] std::vector<double> singular_values(std::vector<double> matrix, std::size_t rows,
                                                  std::size_t cols);

/// A singular value decomposition without its right vectors.
struct LeftSingular {
  std::vector<double> values;   ///< Descending, min(rows, cols).
  std::vector<double> vectors;  ///< values.size() x rows; row i is the left vector of values[i].
};
/// Singular values and left vectors of a rows x cols matrix.
[[nodiscard]] LeftSingular left_singular(std::vector<double> matrix, std::size_t rows,
                                         std::size_t cols);

/// A matrix F with F^T F = A for a positive semi-definite A, to the rounding of A.
struct SemidefiniteFactor {
  std::size_t rank = 0;        ///< Rows of F: pivots above n eps times the largest diagonal.
  std::vector<double> factor;  ///< rank x n.
};
/// F by Cholesky's method with complete pivoting; only the lower triangle of the n x n matrix is
/// read. Rows whose pivot is rounding noise are dropped.
[[nodiscard]] SemidefiniteFactor semidefinite_factor(std::vector<double> matrix, std::size_t n);

/// What does the linear algebra, e.g. "OpenBLAS 0.3.21 ... Haswell"; "BLAS" where it cannot tell.
[[nodiscard]] std::string linear_algebra_name();

/// Small products, an eigenproblem and singular values against plain loops: what is wrong with the
/// linked library on this processor, none if nothing was found.
[[nodiscard]] std::optional<std::string> linear_algebra_fault();

}  // namespace foley
