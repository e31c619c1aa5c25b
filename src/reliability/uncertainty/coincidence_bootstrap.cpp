#include "uncertainty/coincidence_bootstrap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "disagreement.hpp"
#include "foley/core/parallel.hpp"
#include "foley/core/random.hpp"
#include "foley/stats/multinomial.hpp"
#include "ratings_by_code.hpp"

namespace foley::reliability {
namespace {

constexpr std::size_t kReplicatesAtATime = 32;
constexpr std::size_t kCoincidencesHeld = std::size_t{1} << 20;
// Streams below belong to the bootstrap over units.
constexpr std::uint64_t kFirstStream = std::uint64_t{1} << 63;

// Two values of a unit, the lower code first, with its share of the ratings in either order.
struct Coincidence {
  std::uint64_t codes = 0;
  double weight = 0.0;

  [[nodiscard]] std::uint32_t low() const { return static_cast<std::uint32_t>(codes >> 32); }
  [[nodiscard]] std::uint32_t high() const { return static_cast<std::uint32_t>(codes); }
  [[nodiscard]] bool of_one_value() const { return low() == high(); }
};

// A value of a unit and how many gave it: all pairs of a million ratings would fill the memory.
struct Run {
  std::uint32_t code = 0;
  double ratings = 0.0;
};

// Sorts by values and adds up what has the same.
void merge_equal(std::vector<Coincidence>& list) {
  std::ranges::sort(list, [](const Coincidence& a, const Coincidence& b) {
    return std::pair(a.codes, a.weight) < std::pair(b.codes, b.weight);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (kept > 0 && list[kept - 1].codes == list[i].codes) {
      list[kept - 1].weight += list[i].weight;
    } else {
      list[kept++] = list[i];
    }
  }
  list.resize(kept);
}

std::vector<Coincidence> coincidences(const AgreementCounts& counts) {
  std::vector<Coincidence> list;
  std::vector<Run> runs;
  std::size_t limit = kCoincidencesHeld;
  for (std::size_t i = 0; i < counts.patterns(); ++i) {
    const auto pattern = counts.pattern(i);
    const double weight =
        2.0 * static_cast<double>(counts.units_of()[i]) / static_cast<double>(pattern.size() - 1);
    runs.clear();
    for (const std::uint32_t code : pattern) {
      if (runs.empty() || runs.back().code != code) {
        runs.push_back({code, 0.0});
      }
      runs.back().ratings += 1.0;
    }
    for (std::size_t a = 0; a < runs.size(); ++a) {
      const std::uint64_t low = std::uint64_t{runs[a].code} << 32;
      const double same = runs[a].ratings * (runs[a].ratings - 1.0) / 2.0;
      if (same > 0.0) {
        list.push_back({low | runs[a].code, weight * same});
      }
      for (std::size_t b = a + 1; b < runs.size(); ++b) {
        list.push_back({low | runs[b].code, weight * (runs[a].ratings * runs[b].ratings)});
      }
    }
    if (list.size() > limit) {
      merge_equal(list);
      limit = std::max(limit, 2 * list.size());
    }
  }
  merge_equal(list);
  return list;
}

// Squared distances that can be drawn, ascending, each once; in shares of the expected one.
struct Deviations {
  std::vector<double> sizes;
  std::vector<double> weights;
};

Deviations deviations(const std::vector<Coincidence>& list, const AgreementCounts& counts,
                      const Scale& scale) {
  const auto disagreement = disagreement_of(counts.values(), scale);
  const std::vector<double> by_code = ratings_by_code(counts);
  const auto positions = disagreement->positions(by_code);
  const auto n = static_cast<double>(counts.ratings());
  const double expected = disagreement->between(by_code, positions) / (n * (n - 1.0));
  std::vector<std::pair<double, double>> sizes;
  for (const Coincidence& pair : list) {
    const std::array<std::uint32_t, 2> codes{pair.low(), pair.high()};
    const double size =
        pair.of_one_value() ? 0.0 : disagreement->within(codes, positions) / 2.0 / expected;
    sizes.emplace_back(size, pair.weight);
  }
  std::ranges::sort(sizes);
  Deviations result;
  for (const auto& [size, weight] : sizes) {
    if (!result.sizes.empty() && result.sizes.back() == size) {
      result.weights.back() += weight;
    } else {
      result.sizes.push_back(size);
      result.weights.push_back(weight);
    }
  }
  return result;
}

std::uint64_t draws_for(const std::vector<Coincidence>& list, const AgreementCounts& counts,
                        std::size_t raters) {
  std::uint64_t cells = 0;
  for (const Coincidence& pair : list) {
    cells += pair.of_one_value() ? 1 : 2;
  }
  std::uint64_t pairs = (std::max<std::uint64_t>(raters, 2) - 1) * counts.ratings() / 2;
  if (raters == 0) {
    pairs = 0;
    for (std::size_t i = 0; i < counts.patterns(); ++i) {
      const std::uint64_t m = counts.pattern(i).size();
      pairs += counts.units_of()[i] * (m * (m - 1) / 2);
    }
  }
  return std::max<std::uint64_t>(1, std::min(25 * cells, pairs));
}

// Replicates of 1 that have drawn a single value say nothing; Krippendorff makes them 0.
void take_back_ones(std::vector<double>& ascending, const std::vector<Coincidence>& list,
                    const AgreementCounts& counts, std::uint64_t draws) {
  double one_value = 0.0;
  std::size_t diagonal = 0;
  for (const Coincidence& pair : list) {
    if (pair.of_one_value()) {
      one_value +=
          std::pow(pair.weight / static_cast<double>(counts.ratings()), static_cast<double>(draws));
      diagonal += 1;
    }
  }
  const auto ones =
      static_cast<std::size_t>(ascending.end() - std::ranges::lower_bound(ascending, 1.0));
  std::size_t undone = diagonal == 1 ? ones : 0;
  if (diagonal > 1) {
    const double expected = std::round(one_value * static_cast<double>(ascending.size()));
    undone = std::min(ones, static_cast<std::size_t>(expected));
  }
  std::fill(ascending.end() - static_cast<std::ptrdiff_t>(undone), ascending.end(), 0.0);
  std::ranges::sort(ascending);
}

}  // namespace

CoincidenceBootstrap coincidence_bootstrap(const AgreementCounts& counts, const Scale& scale,
                                           const AlphaIntervalOptions& options) {
  const std::vector<Coincidence> list = coincidences(counts);
  const Deviations drawn = deviations(list, counts, scale);
  const stats::Multinomial law(drawn.weights);
  CoincidenceBootstrap result;
  result.draws = draws_for(list, counts, options.raters);
  result.ascending.resize(options.replicates);
  const std::size_t chunks = (options.replicates + kReplicatesAtATime - 1) / kReplicatesAtATime;
  parallel_for(chunks, options.threads, [&](std::size_t chunk) {
    std::vector<std::uint64_t> times(law.categories());
    const std::size_t begin = chunk * kReplicatesAtATime;
    const std::size_t end = std::min(begin + kReplicatesAtATime, options.replicates);
    for (std::size_t r = begin; r < end; ++r) {
      RandomStream random(options.seed, kFirstStream + r);
      law.draw(result.draws, random, times);
      double sum = 0.0;
      for (std::size_t i = 0; i < times.size(); ++i) {
        sum += static_cast<double>(times[i]) * drawn.sizes[i];
      }
      result.ascending[r] = std::max(-1.0, 1.0 - sum / static_cast<double>(result.draws));
    }
  });
  std::ranges::sort(result.ascending);
  take_back_ones(result.ascending, list, counts, result.draws);
  return result;
}

}  // namespace foley::reliability
