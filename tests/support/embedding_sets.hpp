#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/random.hpp"
#include "support/oracle.hpp"

namespace foley::testing {

/// An embedding set with its numbers.
template <class T = double>
struct Embeddings {
  std::vector<T> values;
  std::size_t rows = 0;
  std::size_t cols = 0;

  [[nodiscard]] EmbeddingView view() const { return {values.data(), rows, cols}; }
  [[nodiscard]] EmbeddingView slice(std::size_t first, std::size_t count) const {
    return view().slice(first, count);
  }
};

/// Independent standard normal numbers (Box & Muller), times `scale` plus `shift`.
template <class T = double>
Embeddings<T> normal_embeddings(std::size_t rows, std::size_t cols, std::uint64_t seed,
                                double scale = 1.0, double shift = 0.0) {
  Embeddings<T> result{std::vector<T>(rows * cols), rows, cols};
  RandomStream random(seed, 17);
  for (T& x : result.values) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - random.u01()));
    x = static_cast<T>(radius * std::cos(2.0 * std::numbers::pi * random.u01()) * scale + shift);
  }
  return result;
}

/// Rows given in an oracle; a list of numbers is one row.
inline Embeddings<> oracle_rows(const Json& rows) {
  Embeddings<> result;
  if (!rows.empty() && !rows.front().is_array()) {
    result.rows = 1;
    result.cols = rows.size();
    for (const auto& value : rows) {
      result.values.push_back(value.get<double>());
    }
    return result;
  }
  result.rows = rows.size();
  for (const auto& row : rows) {
    result.cols = row.size();
    for (const auto& value : row) {
      result.values.push_back(value.get<double>());
    }
  }
  return result;
}

/// The two sets of a case of the fidelity oracle: written out, or from the generator it describes.
struct OracleSets {
  Embeddings<> reference;
  Embeddings<> generated;
};
inline OracleSets oracle_sets(const Json& test) {
  if (!test.contains("lcg")) {
    return {oracle_rows(test["x_ref"]), oracle_rows(test["x_gen"])};
  }
  const Json& lcg = test["lcg"];
  auto state = lcg["seed"].get<std::uint64_t>();
  const auto draw = [&](std::size_t rows, std::size_t cols, double scale, double shift) {
    Embeddings<> result{std::vector<double>(rows * cols), rows, cols};
    for (double& x : result.values) {
      state = 6364136223846793005U * state + 1442695040888963407U;
      x = (2.0 * (static_cast<double>(state >> 11U) * 0x1p-53) - 1.0) * scale + shift;
    }
    return result;
  };
  const auto d = lcg["d"].get<std::size_t>();
  OracleSets sets;
  sets.reference = draw(lcg["n_ref"].get<std::size_t>(), d, 1.0, 0.0);
  sets.generated = draw(lcg["n_gen"].get<std::size_t>(), d, lcg["scale_gen"].get<double>(),
                        lcg["shift_gen"].get<double>());
  return sets;
}

}  // namespace foley::testing
