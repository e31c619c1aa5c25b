// Times the randomisation tests of all pairs of systems: 1,000 topics x 5 systems. Prints the
// seconds of each of some repetitions, one a line. comparison.py builds and runs it.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "foley/core/random.hpp"
#include "foley/stats/sign_flip.hpp"

int main(int count, char** words) {
  const std::size_t permutations = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1000;
  constexpr std::size_t kSystems = 5;
  constexpr std::size_t kTopics = 1000;
  foley::RandomStream stream(3, 0);
  std::vector<double> values(kSystems * kTopics);
  for (double& value : values) {
    value = stream.u01();
  }
  const foley::stats::TopicMatrix matrix(values, kSystems, kTopics);
  constexpr int kRepetitions = 20;
  for (int i = 0; i < kRepetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const auto pairs = foley::stats::sign_flip_tests(matrix, {.permutations = permutations});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (pairs.size() != kSystems * (kSystems - 1) / 2) {
      return EXIT_FAILURE;
    }
    std::printf("%.9f\n", taken.count());
  }
  return EXIT_SUCCESS;
}
