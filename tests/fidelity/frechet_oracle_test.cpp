#include <gtest/gtest.h>

#include <string>

#include "foley/fidelity/frechet.hpp"
#include "support/embedding_sets.hpp"

namespace foley::fidelity {
namespace {

using testing::Embeddings;

// What make_frechet_oracle.py does to the generated numbers.
testing::OracleSets sets_of(const testing::Json& test) {
  testing::OracleSets sets = testing::oracle_sets(test);
  Embeddings<>& y = sets.generated;
  for (std::size_t i = 0; i < y.rows; ++i) {
    double* const row = y.values.data() + i * y.cols;
    for (std::size_t j = y.cols; j-- > 1;) {
      row[j] += 0.5 * row[j - 1];
    }
  }
  for (Embeddings<>* set : {&sets.reference, &sets.generated}) {
    for (std::size_t i = 0; i < set->rows && test["copy"].get<bool>(); ++i) {
      set->values[i * set->cols + set->cols - 1] = set->values[i * set->cols];
    }
    for (double& x : set->values) {
      x += test["base"].get<double>();
    }
  }
  return sets;
}

TEST(FrechetOracle, EqualsOtherWaysToCompute) {
  const auto oracle = testing::Json::parse(testing::file_text(FOLEY_FRECHET_ORACLE));
  ASSERT_EQ(oracle["cases"].size(), 8U);
  for (const auto& test : oracle["cases"]) {
    SCOPED_TRACE(test["note"].get<std::string>());
    const testing::OracleSets sets = sets_of(test);
    const double value = frechet_distance(sets.reference.view(), sets.generated.view()).value;
    const double recorded = test["fad"].get<double>();
    EXPECT_NEAR(value, recorded, test["relative"].get<double>() * recorded);
  }
}

}  // namespace
}  // namespace foley::fidelity
