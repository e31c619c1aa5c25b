#include "foley/fidelity/kernel_resampling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "foley/stats/bootstrap.hpp"
#include "kernel/forms.hpp"
#include "kernel/weights.hpp"

namespace foley::fidelity {

namespace {

double total(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Of each row of a set with all others of both sets.
std::vector<double> sum_of(std::vector<double> within, const std::vector<double>& across) {
  std::transform(within.begin(), within.end(), across.begin(), within.begin(), std::plus<>());
  return within;
}

// The columns of two matrices of weights side by side: one product serves both.
Weights beside(const Weights& left, const Weights& right) {
  Weights result(left.rows, left.replicates + right.replicates);
  for (std::size_t i = 0; i < left.rows; ++i) {
    float* row = result.values.data() + i * result.replicates;
    std::copy_n(left.values.data() + i * left.replicates, left.replicates, row);
    std::copy_n(right.values.data() + i * right.replicates, right.replicates,
                row + left.replicates);
  }
  return result;
}

// Sum and sum of squares of the weights of a replicate.
struct WeightSums {
  double sum = 0.0;
  double squares = 0.0;
  [[nodiscard]] double pairs() const { return sum * sum - squares; }
};

WeightSums weight_sums(const Weights& weights, std::size_t replicate) {
  WeightSums sums;
  for (std::size_t i = 0; i < weights.rows; ++i) {
    const double w = double{weights.at(i, replicate)};
    sums.sum += w;
    sums.squares += w * w;
  }
  return sums;
}

double weighted(const Weights& weights, std::size_t replicate, std::span<const double> values) {
  double sum = 0.0;
  for (std::size_t i = 0; i < weights.rows; ++i) {
    sum += double{weights.at(i, replicate)} * values[i];
  }
  return sum;
}

struct Batch {
  std::size_t begin_permutation;
  std::size_t permutations;
  std::size_t begin_replicate;
  std::size_t replicates;
};

std::vector<Batch> batches_of(const ResamplingOptions& options, std::size_t rows) {
  const std::size_t most = std::max<std::size_t>(replicates_at_once(rows) / 2, 1);
  std::vector<Batch> batches;
  std::size_t begin = 0;
  do {
    const auto count = [&](std::size_t all) {
      return begin >= all ? std::size_t{0} : std::min(most, all - begin);
    };
    batches.push_back({begin, count(options.permutations), begin, count(options.replicates)});
    begin += most;
  } while (begin < std::max(options.permutations, options.replicates));
  return batches;
}

std::optional<stats::Interval> interval_of(double value, std::vector<double> replicates,
                                           double confidence) {
  if (replicates.empty()) {
    return std::nullopt;
  }
  std::sort(replicates.begin(), replicates.end());
  return stats::percentile_interval(value, replicates, confidence);
}

// Counts permuted values against the one of the sets as they are.
class PermutationCount {
 public:
  PermutationCount() = default;
  // `size` is that of the sums which the values are differences of: what rounding does to them
  // must not tell a permutation that changes nothing from the sets as they are.
  PermutationCount(double value, double size, bool float32)
      : least_(value - (float32 ? 1e-6 : 1e-12) * size) {}
  void add(double permuted) {
    ++count_;
    at_least_ += permuted >= least_ ? 1 : 0;
  }
  [[nodiscard]] double p_value() const {
    return static_cast<double>(at_least_ + 1) / static_cast<double>(count_ + 1);
  }

 private:
  double least_ = 0.0;
  std::size_t at_least_ = 0;
  std::size_t count_ = 0;
};

std::size_t tiles_within(const EmbeddingView& rows) {
  const std::size_t n = tiles_of(rows.rows());
  return n * (n + 1) / 2;
}

std::size_t tiles_between(const EmbeddingView& a, const EmbeddingView& b) {
  return tiles_of(a.rows()) * tiles_of(b.rows());
}

void check(const ResamplingOptions& options) {
  if (!(options.confidence > 0.0 && options.confidence < 1.0)) {
    throw std::invalid_argument("resampling: the confidence must lie between 0 and 1");
  }
}

}  // namespace

ResampledDistance resampled_distance(const EmbeddingView& x, const EmbeddingView& y,
                                     const Kernel& kernel, const ResamplingOptions& options,
                                     ClipIds reference_clips, ClipIds generated_clips) {
  check(options);
  ResampledDistance result;
  const PreparedJob prepared =
      prepare_job(x, y, kernel, {.precision = options.precision, .threads = options.threads});
  const RowClips clips_x(reference_clips, x.rows(), "reference");
  const RowClips clips_y(generated_clips, y.rows(), "generated");
  const std::vector<Batch> batches = batches_of(options, x.rows() + y.rows());
  ProgressCounter progress(
      options.progress, batches.size() * (tiles_within(x) + tiles_within(y) + tiles_between(x, y)));
  std::vector<double> replicates;
  PermutationCount permutations;
  bool known = false;
  for (const Batch& batch : batches) {
    const Labels labels = permutation_labels(clips_x, clips_y, false, batch.begin_permutation,
                                             batch.permutations, options.seed);
    const Weights w = beside(labels.first, bootstrap_weights(clips_x, batch.begin_replicate,
                                                             batch.replicates, options.seed, 0));
    const Weights v = beside(labels.second, bootstrap_weights(clips_y, batch.begin_replicate,
                                                              batch.replicates, options.seed, 1));
    KernelRowSums rows = no_sums(x, y);
    const auto sums = [&](const EmbeddingView& a, const EmbeddingView& b, bool same,
                          const Weights& left, const Weights& right, std::span<double> rows_a,
                          std::span<double> rows_b) {
      return weighted_sums(a, b, same, prepared, left, right, options.threads, rows_a, rows_b,
                           progress);
    };
    const std::vector<double> xx = sums(x, x, true, w, w, rows.reference_reference, {});
    const std::vector<double> yy = sums(y, y, true, v, v, rows.generated_generated, {});
    const std::vector<double> xy =
        sums(x, y, false, w, v, rows.reference_generated, rows.generated_reference);
    const double all = total(rows.reference_reference) + total(rows.generated_generated) +
                       2.0 * total(rows.reference_generated);
    const std::vector<double> pooled_x = sum_of(rows.reference_reference, rows.reference_generated);
    const std::vector<double> pooled_y = sum_of(rows.generated_generated, rows.generated_reference);
    if (!known) {
      result.distance = distance_of(x, y, prepared, std::move(rows));
      const KernelDistance& d = result.distance;
      const double size =
          std::abs(d.within_reference) + std::abs(d.within_generated) + 2.0 * std::abs(d.between);
      permutations = PermutationCount(d.value, size, prepared.float32);
      known = true;
    }
    for (std::size_t r = 0; r < batch.permutations; ++r) {
      const double first = xx[r] + yy[r] + 2.0 * xy[r];
      const double across = weighted(w, r, pooled_x) + weighted(v, r, pooled_y) - first;
      const double n = weight_sums(w, r).sum + weight_sums(v, r).sum;
      const double m = static_cast<double>(x.rows() + y.rows()) - n;
      if (n < 2.0 || m < 2.0) {
        continue;  // clips of many rows can leave a side without a pair: no distance to compare
      }
      const double permuted = first / (n * (n - 1.0)) +
                              (all - first - 2.0 * across) / (m * (m - 1.0)) -
                              2.0 * across / (n * m);
      permutations.add(permuted);
    }
    for (std::size_t r = batch.permutations; r < w.replicates; ++r) {
      const WeightSums n = weight_sums(w, r);
      const WeightSums m = weight_sums(v, r);
      if (n.pairs() > 0.0 && m.pairs() > 0.0) {
        replicates.push_back(xx[r] / n.pairs() + yy[r] / m.pairs() - 2.0 * xy[r] / (n.sum * m.sum));
      }
    }
  }
  if (options.permutations > 0) {
    result.p_value = permutations.p_value();
  }
  result.interval = interval_of(result.distance.value, std::move(replicates), options.confidence);
  return result;
}

DistanceDifference kernel_difference(const EmbeddingView& reference, const EmbeddingView& first,
                                     const EmbeddingView& second, const Kernel& kernel,
                                     const ResamplingOptions& options, bool paired,
                                     ClipIds reference_clips, ClipIds first_clips,
                                     ClipIds second_clips) {
  check(options);
  const KernelOptions plain{.precision = options.precision, .threads = options.threads};
  PreparedJob prepared = prepare_job(reference, first, kernel, plain);
  const PreparedJob other = prepare_job(reference, second, kernel, plain);
  prepared.float32 = prepared.float32 && other.float32;
  prepared.job.scale = std::min(prepared.job.scale, other.job.scale);
  const RowClips clips_r(reference_clips, reference.rows(), "reference");
  const RowClips clips_a(first_clips, first.rows(), "first set");
  const RowClips clips_b(second_clips, second.rows(), "second set");
  if (paired && clips_a.count() != clips_b.count()) {
    throw std::invalid_argument(
        "paired sets need the same clips: " + std::to_string(clips_a.count()) + " and " +
        std::to_string(clips_b.count()));
  }
  const double m = static_cast<double>(reference.rows());
  const std::size_t rows = first.rows() + second.rows();
  const std::vector<Batch> batches = batches_of(options, rows + reference.rows());
  ProgressCounter progress(
      options.progress,
      tiles_within(reference) +
          batches.size() *
              (tiles_within(first) + tiles_within(second) + tiles_between(first, second) +
               tiles_between(reference, first) + tiles_between(reference, second)));
  const auto run = [&](const EmbeddingView& a, const EmbeddingView& b, bool same, const Weights& w,
                       const Weights& v, std::vector<double>& sums_a, std::vector<double>& sums_b) {
    sums_a.assign(a.rows(), 0.0);
    sums_b.assign(b.rows(), 0.0);
    return weighted_sums(a, b, same, prepared, w, v, options.threads, sums_a, sums_b, progress);
  };
  DistanceDifference result;
  std::vector<double> sums_rr;
  std::vector<double> spare;
  const Weights none(reference.rows(), 0);
  static_cast<void>(run(reference, reference, true, none, none, sums_rr, spare));
  const double within_reference = total(sums_rr) / (m * (m - 1.0));
  std::vector<double> replicates;
  PermutationCount permutations;
  bool known = false;
  for (const Batch& batch : batches) {
    const auto drawn = [&](const RowClips& clips, std::uint64_t set) {
      return bootstrap_weights(clips, batch.begin_replicate, batch.replicates, options.seed, set);
    };
    const Labels labels = permutation_labels(clips_a, clips_b, paired, batch.begin_permutation,
                                             batch.permutations, options.seed);
    const Weights w = drawn(clips_r, 0);
    const Weights a = beside(labels.first, drawn(clips_a, 1));
    const Weights b = beside(labels.second, drawn(clips_b, paired ? 1 : 2));
    // The permutations need no weights of the reference.
    const Weights padded(reference.rows(), batch.permutations);
    const Weights r = beside(padded, w);
    std::vector<double> sums_aa;
    std::vector<double> sums_bb;
    std::vector<double> sums_ab;
    std::vector<double> sums_ba;
    std::vector<double> sums_ra;
    std::vector<double> sums_ar;
    std::vector<double> sums_rb;
    std::vector<double> sums_br;
    const std::vector<double> aa = run(first, first, true, a, a, sums_aa, spare);
    const std::vector<double> bb = run(second, second, true, b, b, sums_bb, spare);
    const std::vector<double> ab = run(first, second, false, a, b, sums_ab, sums_ba);
    const std::vector<double> ra = run(reference, first, false, r, a, sums_ra, sums_ar);
    const std::vector<double> rb = run(reference, second, false, r, b, sums_rb, sums_br);
    const auto side = [&](double within, double n, double across) {
      return within / (n * (n - 1.0)) - 2.0 * across / (m * n);
    };
    if (!known) {
      result.first = within_reference +
                     side(total(sums_aa), static_cast<double>(first.rows()), total(sums_ar));
      result.second = within_reference +
                      side(total(sums_bb), static_cast<double>(second.rows()), total(sums_br));
      result.difference = result.first - result.second;
      if (!std::isfinite(result.difference)) {
        throw std::invalid_argument("kernel distance: kernel values beyond the range of float64");
      }
      const double n = static_cast<double>(first.rows());
      const double l = static_cast<double>(second.rows());
      const double size =
          std::abs(side(total(sums_aa), n, 0.0)) + std::abs(side(0.0, n, total(sums_ar))) +
          std::abs(side(total(sums_bb), l, 0.0)) + std::abs(side(0.0, l, total(sums_br)));
      permutations = PermutationCount(std::abs(result.difference), size, prepared.float32);
      known = true;
    }
    const double all = total(sums_aa) + total(sums_bb) + 2.0 * total(sums_ab);
    const double all_across = total(sums_ar) + total(sums_br);
    const std::vector<double> pooled_a = sum_of(sums_aa, sums_ab);
    const std::vector<double> pooled_b = sum_of(sums_bb, sums_ba);
    for (std::size_t i = 0; i < batch.permutations; ++i) {
      const double within = aa[i] + bb[i] + 2.0 * ab[i];
      const double rest =
          all - 2.0 * (weighted(a, i, pooled_a) + weighted(b, i, pooled_b)) + within;
      const double across = weighted(a, i, sums_ar) + weighted(b, i, sums_br);
      const double n = weight_sums(a, i).sum + weight_sums(b, i).sum;
      const double others = static_cast<double>(rows) - n;
      if (n < 2.0 || others < 2.0) {
        continue;
      }
      permutations.add(std::abs(side(within, n, across) - side(rest, others, all_across - across)));
    }
    for (std::size_t i = batch.permutations; i < a.replicates; ++i) {
      const WeightSums na = weight_sums(a, i);
      const WeightSums nb = weight_sums(b, i);
      const double nr = weight_sums(r, i).sum;
      if (na.pairs() > 0.0 && nb.pairs() > 0.0) {
        replicates.push_back(aa[i] / na.pairs() - 2.0 * ra[i] / (nr * na.sum) -
                             (bb[i] / nb.pairs() - 2.0 * rb[i] / (nr * nb.sum)));
      }
    }
  }
  if (options.permutations > 0) {
    result.p_value = permutations.p_value();
  }
  result.interval = interval_of(result.difference, std::move(replicates), options.confidence);
  return result;
}

}  // namespace foley::fidelity
