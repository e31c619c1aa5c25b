#include "foley/search/hashing_embedder.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "foley/core/digest.hpp"
#include "foley/search/tokenizer.hpp"
#include "support/oracle.hpp"

namespace foley::search {
namespace {

using testing::Json;
// Entries that are not zero, as index and float32 bits.
using Bits = std::vector<std::pair<std::size_t, std::uint32_t>>;

Bits bits_of(const std::vector<float>& vector) {
  Bits bits;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    if (vector[i] != 0.0F) {
      bits.emplace_back(i, std::bit_cast<std::uint32_t>(vector[i]));
    }
  }
  return bits;
}

Bits recorded_bits(const Json& entries) {
  Bits bits;
  for (const Json& entry : entries) {
    bits.emplace_back(entry.at(0).get<std::size_t>(), entry.at(1).get<std::uint32_t>());
  }
  return bits;
}

std::vector<float> embed(const std::string& text,
                         std::size_t dim = HashingBowEmbedder::kDefaultDim) {
  return HashingBowEmbedder(dim).embed_text(text).value();
}

TEST(HashingEmbedder, StampsItself) {
  const HashingBowEmbedder embedder;
  EXPECT_EQ(embedder.model_id(), "foley-eval/hashing-bow-v1");
  EXPECT_EQ(embedder.dim(), 64U);
  EXPECT_EQ(HashingBowEmbedder(7).dim(), 7U);
}

TEST(HashingEmbedder, RefusesNoDimensions) {
  EXPECT_THROW(HashingBowEmbedder(0), std::invalid_argument);
}

TEST(HashingEmbedder, ATextWithoutTokensIsZero) {
  EXPECT_EQ(embed("é!", 5), std::vector<float>(5, 0.0F));
}

TEST(HashingEmbedder, CountsWordsAndNormalises) {
  // "rain" twice and "window" once, in two dimensions
  const std::vector<float> vector = embed("rain window Rain");
  const Bits bits = bits_of(vector);
  ASSERT_EQ(bits.size(), 2U);
  const float root = std::sqrt(5.0F);
  EXPECT_EQ(vector[bits_of(embed("rain")).front().first], 2.0F / root);
  EXPECT_EQ(vector[bits_of(embed("window")).front().first], 1.0F / root);
}

TEST(HashingEmbedderOracle, TokenHashes) {
  FOLEY_LOAD_ORACLE(oracle, "hashing_embedder");
  ASSERT_EQ(oracle.at("token_hash").size(), 60U);
  for (const auto& [token, hash] : oracle.at("token_hash").items()) {
    const auto digest = md5(token);
    std::uint32_t first = 0;
    for (std::size_t i = 4; i > 0; --i) {
      first = first << 8U | digest.at(i - 1);
    }
    EXPECT_EQ(first, hash.get<std::uint32_t>()) << token;
  }
}

TEST(HashingEmbedderOracle, FloatBitsAtSixtyFourDimensions) {
  FOLEY_LOAD_ORACLE(oracle, "hashing_embedder");
  EXPECT_EQ(oracle.at("model_id"), std::string(HashingBowEmbedder::kModelId));
  EXPECT_EQ(oracle.at("default_dim"), HashingBowEmbedder::kDefaultDim);
  ASSERT_EQ(oracle.at("dim64").size(), 34U);
  for (const Json& recorded : oracle.at("dim64")) {
    const auto text = recorded.at("text").get<std::string>();
    EXPECT_EQ(tokenize(text), recorded.at("tokens").get<std::vector<std::string>>()) << text;
    EXPECT_EQ(bits_of(embed(text)), recorded_bits(recorded.at("dim64"))) << text;
  }
}

TEST(HashingEmbedderOracle, FloatBitsAtOtherDimensions) {
  FOLEY_LOAD_ORACLE(oracle, "hashing_embedder");
  ASSERT_EQ(oracle.at("other_dims").size(), 24U);
  for (const Json& recorded : oracle.at("other_dims")) {
    const auto text = recorded.at("text").get<std::string>();
    const auto dim = recorded.at("dim").get<std::size_t>();
    const auto vector = embed(text, dim);
    EXPECT_EQ(vector.size(), dim);
    EXPECT_EQ(bits_of(vector), recorded_bits(recorded.at("vec"))) << text << ", dim " << dim;
  }
}

RC_GTEST_PROP(HashingEmbedderProperty, HasUnitLengthOrIsZero, (const std::string& text)) {
  double squares = 0.0;
  for (const float value : embed(text, 16)) {
    RC_ASSERT(value >= 0.0F);
    squares += static_cast<double>(value) * static_cast<double>(value);
  }
  const double expected = tokenize(text).empty() ? 0.0 : 1.0;
  RC_ASSERT(std::fabs(squares - expected) < 1e-6);
}

}  // namespace
}  // namespace foley::search
