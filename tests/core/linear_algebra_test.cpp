#include "foley/core/linear_algebra.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "foley/core/random.hpp"

namespace foley {
namespace {

std::vector<double> numbers(std::size_t n, std::uint64_t stream) {
  RandomStream random(5, stream);
  std::vector<double> result(n);
  for (double& x : result) {
    x = random.u01() - 0.5;
  }
  return result;
}

TEST(LinearAlgebra, ProductsAreThoseOfPlainLoops) {
  const std::size_t n = 5;
  const std::size_t m = 7;
  const std::size_t k = 3;
  const std::vector<double> a = numbers(n * k, 0);
  const std::vector<double> b = numbers(m * k, 1);
  std::vector<double> transposed(k * m);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < k; ++j) {
      transposed[j * m + i] = b[i * k + j];
    }
  }
  std::vector<double> by_transpose(n * m, 9.0);
  std::vector<double> plain(n * m, 9.0);
  multiply_by_transpose(a.data(), n, b.data(), m, k, by_transpose.data());
  multiply(a.data(), n, transposed.data(), m, k, plain.data());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      double sum = 0.0;
      for (std::size_t l = 0; l < k; ++l) {
        sum += a[i * k + l] * b[j * k + l];
      }
      EXPECT_NEAR(by_transpose[i * m + j], sum, 1e-15);
      EXPECT_NEAR(plain[i * m + j], sum, 1e-15);
    }
  }
}

TEST(LinearAlgebra, AnInnerLengthOfZeroGivesZeros) {
  std::vector<double> c(4, 7.0);
  multiply_by_transpose(static_cast<const double*>(nullptr), 2, nullptr, 2, 0, c.data());
  EXPECT_EQ(c, std::vector<double>(4, 0.0));
}

TEST(LinearAlgebra, GramAddsToTheLowerTriangle) {
  const std::size_t n = 4;
  const std::size_t d = 300;
  const std::vector<double> x = numbers(n * d, 2);
  std::vector<double> c(d * d, 1.0);
  add_gram(x.data(), n, d, c.data());
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 1.0;
      for (std::size_t row = 0; row < n; ++row) {
        sum += x[row * d + i] * x[row * d + j];
      }
      ASSERT_NEAR(c[i * d + j], sum, 1e-14) << i << ' ' << j;
    }
    for (std::size_t j = i + 1; j < d; ++j) {
      ASSERT_EQ(c[i * d + j], 1.0) << "the upper triangle is left alone";
    }
  }
}

TEST(LinearAlgebra, EigenvaluesOfAKnownMatrix) {
  // Only the lower triangle counts: [[2, 1], [1, 2]] has 1 and 3.
  const std::vector<double> values = symmetric_eigenvalues({2.0, -99.0, 1.0, 2.0}, 2);
  EXPECT_NEAR(values[0], 1.0, 1e-14);
  EXPECT_NEAR(values[1], 3.0, 1e-14);
}

TEST(LinearAlgebra, EigenvectorsAreRows) {
  const SymmetricEigen eigen = symmetric_eigen({2.0, 0.0, 1.0, 2.0}, 2);
  EXPECT_NEAR(eigen.vectors[0], -eigen.vectors[1], 1e-14);
  EXPECT_NEAR(eigen.vectors[2], eigen.vectors[3], 1e-14);
}

TEST(LinearAlgebra, SingularVectorsRebuildTheGram) {
  for (const auto& [rows, cols] : {std::pair<std::size_t, std::size_t>{4, 9}, {9, 4}, {1, 1}}) {
    const std::vector<double> x = numbers(rows * cols, 3);
    const LeftSingular svd = left_singular(x, rows, cols);
    EXPECT_EQ(singular_values(x, rows, cols).size(), svd.values.size());
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < rows; ++j) {
        double gram = 0.0;
        for (std::size_t l = 0; l < cols; ++l) {
          gram += x[i * cols + l] * x[j * cols + l];
        }
        double rebuilt = 0.0;
        for (std::size_t v = 0; v < svd.values.size(); ++v) {
          rebuilt +=
              svd.values[v] * svd.values[v] * svd.vectors[v * rows + i] * svd.vectors[v * rows + j];
        }
        EXPECT_NEAR(rebuilt, gram, 1e-14);
      }
    }
  }
}

TEST(LinearAlgebra, FactorOfARankDeficientMatrix) {
  const std::size_t n = 6;
  const std::vector<double> x = numbers(2 * n, 4);
  std::vector<double> matrix(n * n);
  add_gram(x.data(), 2, n, matrix.data());
  const SemidefiniteFactor factor = semidefinite_factor(matrix, n);
  ASSERT_EQ(factor.rank, 2U);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0.0;
      for (std::size_t row = 0; row < factor.rank; ++row) {
        sum += factor.factor[row * n + i] * factor.factor[row * n + j];
      }
      EXPECT_NEAR(sum, matrix[i * n + j], 1e-15);
    }
  }
  EXPECT_EQ(semidefinite_factor(std::vector<double>(9, 0.0), 3).rank, 0U);
}

TEST(LinearAlgebra, TheLinkedLibraryIsRight) {
  EXPECT_EQ(linear_algebra_fault(), std::nullopt);
  EXPECT_FALSE(linear_algebra_name().empty());
}

}  // namespace
}  // namespace foley
