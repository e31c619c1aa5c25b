// Times the distances of two embedding sets in C++ beside the plain BLAS products that bound them,
// on the same library and one thread: FAD beside the two covariance products, KAD beside the
// products of the same size. Prints `name seconds seconds …`, one case a line, and what memory the
// process took at most. fidelity.py builds and runs it.
//
//   fidelity_bounds fad N D | kad N D
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/linear_algebra.hpp"
#include "foley/core/random.hpp"
#include "foley/fidelity/frechet.hpp"
#include "foley/fidelity/gaussian_fit.hpp"
#include "foley/fidelity/kernel.hpp"
#include "foley/fidelity/kernel_distance.hpp"

namespace {

constexpr int kRepetitions = 5;

// Sums of twelve: near enough to a normal distribution to time with.
std::vector<float> embeddings(std::size_t n, std::size_t d, std::uint64_t seed, float shift) {
  std::vector<float> result(n * d);
  foley::RandomStream random(seed, 0);
  for (float& x : result) {
    std::uint64_t sum = 0;
    for (int i = 0; i < 6; ++i) {
      const std::uint64_t bits = random.bits64();
      sum += (bits & 0xFFFFFFFF) + (bits >> 32);
    }
    x = static_cast<float>(static_cast<double>(sum) * 0x1p-32 - 6.0) + shift;
  }
  return result;
}

template <class Work>
void time(const char* name, const Work& work) {
  std::printf("%s", name);
  for (int i = 0; i < kRepetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    std::printf(" %.6f", taken.count());
  }
  std::printf("\n");
  std::fflush(stdout);
}

void peak() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) {
      std::printf("peak_kb %ld\n", std::strtol(line.c_str() + 6, nullptr, 10));
    }
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) {
    return EXIT_FAILURE;
  }
  const std::string metric = words[1];
  const std::size_t n = std::strtoull(words[2], nullptr, 10);
  const std::size_t d = std::strtoull(words[3], nullptr, 10);
  const std::vector<float> x = embeddings(n, d, 1, 0.0F);
  const std::vector<float> y = embeddings(n, d, 2, 0.05F);
  const foley::EmbeddingView reference(x.data(), n, d);
  const foley::EmbeddingView generated(y.data(), n, d);
  if (metric == "fad") {
    time("ours",
         [&] { static_cast<void>(foley::fidelity::frechet_distance(reference, generated)); });
    // The same numbers in float64, as a covariance needs them, ready made.
    std::vector<double> wide(n * d);
    std::vector<double> gram(d * d);
    reference.copy(0, n, nullptr, wide.data());
    time("bound", [&] {
      foley::add_gram(wide.data(), n, d, gram.data());
      foley::add_gram(wide.data(), n, d, gram.data());
    });
  } else {
    const foley::fidelity::Kernel kernel{.bandwidth = 32.0};
    time("ours", [&] {
      static_cast<void>(foley::fidelity::kernel_distance(reference, generated, kernel));
    });
    peak();
    // 4 n^2 d operations in tiles: x x^T and y y^T by halves, x y^T whole.
    constexpr std::size_t tile = 1024;
    std::vector<float> product(tile * tile);
    time("bound", [&] {
      for (std::size_t i = 0; i + tile <= n; i += tile) {
        for (std::size_t j = 0; j + tile <= n; j += tile) {
          foley::multiply_by_transpose(&x[i * d], tile, &y[j * d], tile, d, product.data());
          if (j >= i) {
            foley::multiply_by_transpose(&x[i * d], tile, &x[j * d], tile, d, product.data());
            foley::multiply_by_transpose(&y[i * d], tile, &y[j * d], tile, d, product.data());
          }
        }
      }
    });
    return EXIT_SUCCESS;
  }
  peak();
  return EXIT_SUCCESS;
}
