#include "foley/fidelity/duplicates.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <unordered_map>

#include "foley/core/parallel.hpp"

namespace foley::fidelity {

namespace {

constexpr std::size_t block_rows = 1024;

// Mixes each number in by a multiplication whose high half folds back (Vigna's splitmix constants);
// equal rows must have equal hashes, nothing more is asked of it.
std::uint64_t hash_of(const std::vector<double>& row) {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (const double x : row) {
    hash ^= std::bit_cast<std::uint64_t>(x + 0.0);  // -0 + 0 is 0
    hash *= 0xBF58476D1CE4E5B9U;
    hash ^= hash >> 31U;
  }
  return hash;
}

std::vector<std::uint64_t> hashes_of(const EmbeddingView& rows, unsigned threads) {
  std::vector<std::uint64_t> hashes(rows.rows());
  parallel_for((rows.rows() + block_rows - 1) / block_rows, threads, [&](std::size_t b) {
    std::vector<double> row(rows.cols());
    const std::size_t end = std::min(rows.rows(), (b + 1) * block_rows);
    for (std::size_t i = b * block_rows; i < end; ++i) {
      rows.copy(i, 1, nullptr, row.data());
      hashes[i] = hash_of(row);
    }
  });
  return hashes;
}

}  // namespace

std::vector<std::vector<std::size_t>> DuplicateFamilies::repeated() const {
  std::vector<std::size_t> place(count(), count());
  std::vector<std::vector<std::size_t>> families;
  for (std::size_t row = 0; row < family_of.size(); ++row) {
    const std::size_t family = family_of[row];
    if (size[family] < 2) {
      continue;
    }
    if (place[family] == count()) {
      place[family] = families.size();
      families.emplace_back();
    }
    families[place[family]].push_back(row);
  }
  std::ranges::sort(families, [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
  });
  return families;
}

DuplicateFamilies duplicate_families(const EmbeddingView& rows, unsigned threads) {
  const std::vector<std::uint64_t> hashes = hashes_of(rows, threads);
  DuplicateFamilies result;
  result.family_of.resize(rows.rows());
  std::unordered_multimap<std::uint64_t, std::size_t> families;
  families.reserve(rows.rows());
  std::vector<double> row(rows.cols());
  std::vector<double> other(rows.cols());
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto [begin, end] = families.equal_range(hashes[i]);
    std::size_t family = result.count();
    if (begin != end) {
      rows.copy(i, 1, nullptr, row.data());
    }
    for (auto it = begin; it != end; ++it) {
      rows.copy(result.first[it->second], 1, nullptr, other.data());
      if (row == other) {
        family = it->second;
        break;
      }
    }
    if (family == result.count()) {
      families.emplace(hashes[i], family);
      result.first.push_back(i);
      result.size.push_back(0);
    }
    result.family_of[i] = family;
    ++result.size[family];
  }
  return result;
}

std::vector<std::string> RowFaults::warnings(const std::string& what) const {
  const auto of_all = [&](std::size_t count) {
    return std::to_string(count) + " of " + std::to_string(rows);
  };
  std::vector<std::string> sentences;
  if (all_identical()) {
    return {what + ": all " + std::to_string(rows) +
            " embeddings are identical; is the sound silent, or does the embedder fail?"};
  }
  if (families.repeats() > 0) {
    sentences.push_back(what + ": " + of_all(families.repeats()) + " embeddings repeat " +
                        "another one exactly; " + std::to_string(families.count()) +
                        " different ones remain");
  }
  if (!constant_columns.empty()) {
    sentences.push_back(what + ": " + std::to_string(constant_columns.size()) + " of " +
                        std::to_string(dimension) + " dimensions never change");
  }
  return sentences;
}

RowFaults row_faults(const EmbeddingView& rows, unsigned threads) {
  RowFaults health;
  health.rows = rows.rows();
  health.dimension = rows.cols();
  health.families = duplicate_families(rows, threads);
  if (rows.rows() < 2) {
    return health;
  }
  const std::size_t d = rows.cols();
  std::vector<double> first(d);
  rows.copy(0, 1, nullptr, first.data());
  const std::size_t blocks = (rows.rows() + block_rows - 1) / block_rows;
  std::vector<std::vector<bool>> changes(blocks, std::vector<bool>(d, false));
  parallel_for(blocks, threads, [&](std::size_t b) {
    std::vector<double> row(d);
    const std::size_t end = std::min(rows.rows(), (b + 1) * block_rows);
    for (std::size_t i = b * block_rows; i < end; ++i) {
      rows.copy(i, 1, nullptr, row.data());
      for (std::size_t j = 0; j < d; ++j) {
        if (row[j] != first[j]) {
          changes[b][j] = true;
        }
      }
    }
  });
  for (std::size_t j = 0; j < d; ++j) {
    if (std::ranges::none_of(changes, [j](const auto& block) { return block[j]; })) {
      health.constant_columns.push_back(j);
    }
  }
  return health;
}

}  // namespace foley::fidelity
