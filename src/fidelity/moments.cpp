#include "foley/fidelity/moments.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "checks.hpp"
#include "foley/core/linear_algebra.hpp"
#include "foley/core/packed_bytes.hpp"
#include "foley/core/parallel.hpp"

namespace foley::fidelity {

namespace {

constexpr std::size_t block_rows = 4096;
constexpr std::string_view format_name = "foley-moments-1";

struct BlockSums {
  std::vector<double> mean;
  std::vector<double> comoment;
  std::vector<double> rows;  // room for the centred copy
};

void sum_block(const EmbeddingView& rows, std::size_t first, std::size_t count, BlockSums& out) {
  const std::size_t d = rows.cols();
  out.rows.resize(count * d);
  out.mean.assign(d, 0.0);
  out.comoment.assign(d * d, 0.0);
  double* const mean = out.mean.data();
  // Differences from the first row: their sum is small where the numbers are large.
  std::vector<double> pilot(d);
  rows.copy(first, 1, nullptr, pilot.data());
  for (std::size_t i = 0; i < count; ++i) {
    double* const row = out.rows.data();
    rows.copy(first + i, 1, pilot.data(), row);
    for (std::size_t j = 0; j < d; ++j) {
      mean[j] += row[j];
    }
  }
  for (std::size_t j = 0; j < d; ++j) {
    mean[j] /= static_cast<double>(count);
  }
  for (std::size_t i = 0; i < count; ++i) {
    double* const row = out.rows.data() + i * d;
    rows.copy(first + i, 1, pilot.data(), row);
    for (std::size_t j = 0; j < d; ++j) {
      row[j] -= mean[j];
    }
  }
  for (std::size_t j = 0; j < d; ++j) {
    mean[j] += pilot[j];
  }
  add_gram(out.rows.data(), count, d, out.comoment.data());
}

}  // namespace

void Moments::add(const EmbeddingView& rows, unsigned threads, std::string_view what) {
  if (rows.rows() == 0) {
    return;
  }
  check_usable(rows, what, threads);
  const std::size_t d = rows.cols();
  if (count_ == 0 && mean_.empty()) {
    *this = Moments(d);
  }
  if (d != dimension()) {
    throw std::invalid_argument("Moments: rows of " + std::to_string(d) + " numbers added to " +
                                std::to_string(dimension()) + " dimensions");
  }
  const std::size_t blocks = (rows.rows() + block_rows - 1) / block_rows;
  const std::size_t wave = std::min<std::size_t>(std::max(threads, 1U), blocks);
  std::vector<BlockSums> sums(wave);
  for (std::size_t first = 0; first < blocks; first += wave) {
    const std::size_t together = std::min(wave, blocks - first);
    const auto size_of = [&](std::size_t i) {
      return std::min(block_rows, rows.rows() - (first + i) * block_rows);
    };
    parallel_for(together, threads, [&](std::size_t i) {
      sum_block(rows, (first + i) * block_rows, size_of(i), sums[i]);
    });
    for (std::size_t i = 0; i < together; ++i) {
      Moments block;
      block.count_ = size_of(i);
      block.mean_.swap(sums[i].mean);
      block.comoment_.swap(sums[i].comoment);
      merge(block);
      block.mean_.swap(sums[i].mean);
      block.comoment_.swap(sums[i].comoment);
    }
  }
}

void Moments::merge(const Moments& other) {
  if (other.count_ == 0) {
    return;
  }
  if (count_ == 0 && (mean_.empty() || dimension() == other.dimension())) {
    *this = other;
    return;
  }
  const std::size_t d = dimension();
  if (d != other.dimension()) {
    throw std::invalid_argument("Moments: " + std::to_string(other.dimension()) +
                                " dimensions merged into " + std::to_string(d));
  }
  const double mine = static_cast<double>(count_);
  const double theirs = static_cast<double>(other.count_);
  const double all = mine + theirs;
  std::vector<double> gap(d);
  for (std::size_t j = 0; j < d; ++j) {
    gap[j] = other.mean_[j] - mean_[j];
  }
  const double weight = mine / all * theirs;
  for (std::size_t i = 0; i < d; ++i) {
    const double scaled = gap[i] * weight;
    for (std::size_t j = 0; j <= i; ++j) {
      comoment_[i * d + j] += other.comoment_[i * d + j] + scaled * gap[j];
    }
  }
  for (std::size_t j = 0; j < d; ++j) {
    mean_[j] += gap[j] * (theirs / all);
  }
  count_ += other.count_;
}

std::vector<double> Moments::covariance() const {
  if (count_ < 2) {
    throw std::invalid_argument("Moments: a covariance needs at least two rows");
  }
  const std::size_t d = dimension();
  const double divisor = static_cast<double>(count_ - 1);
  std::vector<double> result(d * d);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      result[i * d + j] = result[j * d + i] = comoment_[i * d + j] / divisor;
    }
  }
  return result;
}

std::string Moments::to_bytes() const {
  PackedWriter writer(format_name);
  writer.put(count_);
  writer.put(std::uint64_t{dimension()});
  writer.put(mean_);
  for (std::size_t i = 0; i < dimension(); ++i) {
    writer.put(comoment().subspan(i * dimension(), i + 1));
  }
  return std::move(writer).finish();
}

Result<Moments> Moments::from_bytes(std::string_view bytes, const std::string& source) {
  auto reader = PackedReader::open(bytes, format_name, "moments", source);
  if (!reader) {
    return fail(reader.error());
  }
  const std::uint64_t count = reader->word64();
  const std::uint64_t d = reader->word64();
  constexpr std::uint64_t most_dimensions = std::uint64_t{1} << 24U;
  if (d > most_dimensions || reader->left() != 8 * (d + d * (d + 1) / 2)) {
    return fail(reader->broken("the moments have another size than they say"));
  }
  Moments result(d);
  result.count_ = count;
  reader->numbers(result.mean_);
  for (std::size_t i = 0; i < d; ++i) {
    reader->numbers(std::span<double>(result.comoment_).subspan(i * d, i + 1));
  }
  const auto finite = [](double x) { return x - x == 0.0; };
  if (!std::all_of(result.mean_.begin(), result.mean_.end(), finite) ||
      !std::all_of(result.comoment_.begin(), result.comoment_.end(), finite)) {
    return fail(reader->broken("the moments hold a number that is not finite"));
  }
  return result;
}

}  // namespace foley::fidelity
