#include "flipped_sums.hpp"

#include <algorithm>

#include "foley/core/random.hpp"

namespace foley::stats {
namespace {

constexpr std::size_t kTopicsOfTable = 8;
constexpr std::size_t kTopicsOfBlock = 128;  // bits of one Philox block
constexpr std::size_t kTablesOfBlock = kTopicsOfBlock / kTopicsOfTable;

}  // namespace

FlippedSums::FlippedSums(const TopicMatrix& matrix)
    : matrix_(matrix), chunks_((matrix.systems() + 3) / 4), sums_(chunks_ * kBatch) {}

void FlippedSums::fill_table(std::size_t chunk, std::size_t topic) {
  table_[0] = {};
  for (std::size_t bit = 0; bit < kTopicsOfTable; ++bit) {
    Four values{};
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const std::size_t system = 4 * chunk + lane;
      if (system < matrix_.systems() && topic + bit < matrix_.topics()) {
        values[lane] = matrix_.system(system)[topic + bit];
      }
    }
    const std::size_t half = std::size_t{1} << bit;
    for (std::size_t pattern = 0; pattern < half; ++pattern) {
      for (std::size_t lane = 0; lane < 4; ++lane) {
        table_[pattern + half][lane] = table_[pattern][lane] - values[lane];
        table_[pattern][lane] += values[lane];
      }
    }
  }
}

void FlippedSums::add_topics(std::size_t topic, std::span<const std::uint8_t> patterns) {
  for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
    fill_table(chunk, topic);
    Four* const sums = sums_.data() + chunk * kBatch;
    for (std::size_t r = 0; r < patterns.size(); ++r) {
      const Four& part = table_[patterns[r]];
      for (std::size_t lane = 0; lane < 4; ++lane) {
        sums[r][lane] += part[lane];
      }
    }
  }
}

void FlippedSums::draw(std::uint64_t seed, std::size_t begin, std::size_t count) {
  std::ranges::fill(sums_, Four{});
  std::vector<std::uint8_t> patterns(kTablesOfBlock * count);
  for (std::size_t first = 0; first < matrix_.topics(); first += kTopicsOfBlock) {
    for (std::size_t r = 0; r < count; ++r) {
      const PhiloxBlock block = philox_block(seed, begin + r, first / kTopicsOfBlock);
      for (std::size_t table = 0; table < kTablesOfBlock; ++table) {
        patterns[table * count + r] =
            static_cast<std::uint8_t>(block[table / 4] >> (table % 4 * 8) & 0xFF);
      }
    }
    for (std::size_t table = 0; table < kTablesOfBlock; ++table) {
      const std::size_t topic = first + table * kTopicsOfTable;
      if (topic < matrix_.topics()) {
        add_topics(topic, std::span(patterns).subspan(table * count, count));
      }
    }
  }
}

void FlippedSums::take_plain() {
  std::ranges::fill(sums_, Four{});
  constexpr std::array<std::uint8_t, 1> no_flip{0};
  for (std::size_t topic = 0; topic < matrix_.topics(); topic += kTopicsOfTable) {
    add_topics(topic, no_flip);
  }
}

}  // namespace foley::stats
