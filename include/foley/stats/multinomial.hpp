#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "foley/core/random.hpp"

namespace foley::stats {

/// The number of successes of `trials` draws with chance `p` each; takes as many words from the
/// stream as it happens to need. Throws std::invalid_argument for p outside [0, 1] and for over
/// 2^53 trials.
///
/// Source: Hörmann, *The generation of binomial random variates*, JSCS 1993 (BTRD), and inversion
/// where the expected number is small.
[[nodiscard]] std::uint64_t draw_binomial(std::uint64_t trials, double p, RandomStream& random);

/// Draws how often each category comes up in n draws with repetition, the chance of a category
/// being its share of the weights. Draws that can be told apart only by category need no loop over
/// them: where categories are few beside n, one binomial a category, each conditional on those
/// before it; else one draw after the other from Walker's table. Immutable; safe to share between
/// threads that have streams of their own.
///
/// Source: Davis, *The computer generation of multinomial random variates*, CSDA 1993; Walker, *An
/// efficient method for generating discrete random variables with general distributions*, TOMS
/// 1977; Vose, *A linear algorithm for generating random numbers with a given distribution*, IEEE
/// TSE 1991.
class Multinomial {
 public:
  /// Throws std::invalid_argument for a weight that is negative or not finite, for no weight above
  /// 0, and for over 2^32 - 1 categories.
  explicit Multinomial(std::span<const double> weights);

  /// Number of categories.
  [[nodiscard]] std::size_t categories() const { return keeps_.size(); }

  /// Writes the counts of n draws. The numbers depend on nothing but the weights, n and the stream.
  /// Throws std::invalid_argument unless there is one count a category, and for n over 2^53.
  void draw(std::uint64_t n, RandomStream& random, std::span<std::uint64_t> counts) const;

 private:
  void draw_by_category(std::uint64_t n, RandomStream& random,
                        std::span<std::uint64_t> counts) const;
  void draw_one_by_one(std::uint64_t n, RandomStream& random,
                       std::span<std::uint64_t> counts) const;

  std::vector<std::uint32_t> order_;  // categories by falling weight: the last ones are often empty
  std::vector<double> shares_;        // of each in `order_` among itself and those after it
  std::vector<double> keeps_;         // Walker: chance that a column means its own category …
  std::vector<std::uint32_t> other_;  // … and the category that it means otherwise
};

}  // namespace foley::stats
