#pragma once

// Boost.Random's binomial draw with this project's stream. Only multinomial.cpp includes this file.

#include <cstdint>

#include "foley/core/random.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <boost/random/binomial_distribution.hpp>
#pragma GCC diagnostic pop

namespace foley::stats {

// The stream with 53 bits a word: from 32 Boost would make doubles of 32 bits.
class WideStream {
 public:
  using result_type = std::uint64_t;

  explicit WideStream(RandomStream& random) : random_(random) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return (result_type{1} << 53) - 1; }
  result_type operator()() { return random_.bits64() >> 11; }

 private:
  RandomStream& random_;
};

}  // namespace foley::stats
