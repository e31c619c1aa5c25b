#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "blas.hpp"
#include "foley/core/linear_algebra.hpp"
#include "foley/core/random.hpp"

namespace foley {

namespace {

// Odd and beyond the sizes of a library's inner blocks, so that its edge code runs too.
constexpr std::size_t rows = 67;
constexpr std::size_t cols = 83;
constexpr std::size_t inner = 301;

template <class T>
std::vector<T> numbers(std::size_t n, std::uint64_t stream) {
  RandomStream random(1, stream);
  std::vector<T> result(n);
  for (T& x : result) {
    x = static_cast<T>(2.0 * random.u01() - 1.0);
  }
  return result;
}

template <class T>
bool product_is_right(double tolerance) {
  const std::vector<T> a = numbers<T>(rows * inner, 0);
  const std::vector<T> b = numbers<T>(cols * inner, 1);
  std::vector<T> c(rows * cols);
  multiply_by_transpose(a.data(), rows, b.data(), cols, inner, c.data());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k < inner; ++k) {
        sum += double{a[i * inner + k]} * double{b[j * inner + k]};
      }
      if (!(std::abs(double{c[i * cols + j]} - sum) <= tolerance)) {
        return false;
      }
    }
  }
  return true;
}

std::vector<double> gram(const std::vector<double>& x) {
  std::vector<double> result(rows * rows);
  multiply_by_transpose(x.data(), rows, x.data(), rows, inner, result.data());
  return result;
}

// A v = lambda v for each pair, by plain loops.
bool eigenproblem_is_right() {
  const std::vector<double> matrix = gram(numbers<double>(rows * inner, 2));
  const SymmetricEigen eigen = symmetric_eigen(matrix, rows);
  for (std::size_t v = 0; v < rows; ++v) {
    for (std::size_t i = 0; i < rows; ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < rows; ++j) {
        sum += matrix[i * rows + j] * eigen.vectors[v * rows + j];
      }
      if (!(std::abs(sum - eigen.values[v] * eigen.vectors[v * rows + i]) <= 1e-9)) {
        return false;
      }
    }
  }
  return true;
}

// The squares of the singular values of X are the eigenvalues of X X^T.
bool singular_values_are_right() {
  const std::vector<double> x = numbers<double>(rows * inner, 3);
  const std::vector<double> values = singular_values(x, rows, inner);
  const std::vector<double> squares = symmetric_eigenvalues(gram(x), rows);
  for (std::size_t i = 0; i < rows; ++i) {
    if (!(std::abs(values[i] * values[i] - squares[rows - 1 - i]) <= 1e-9)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string linear_algebra_name() {
  if (openblas_get_config != nullptr) {
    return openblas_get_config();
  }
  return "BLAS";
}

std::optional<std::string> linear_algebra_fault() {
  if (!product_is_right<double>(1e-11)) {
    return "a product of float64 matrices is wrong";
  }
  if (!product_is_right<float>(1e-3)) {
    return "a product of float32 matrices is wrong";
  }
  if (!eigenproblem_is_right()) {
    return "a symmetric eigenproblem is solved wrongly";
  }
  if (!singular_values_are_right()) {
    return "singular values are wrong";
  }
  return std::nullopt;
}

}  // namespace foley
