#include "nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "checks.hpp"

namespace foley::fidelity {

namespace {

class NearestVisitor final : public PairVisitor {
 public:
  NearestVisitor(const RowSet& others, Nearest& out, std::size_t first, std::size_t count)
      : others_(others), out_(out), first_(first), found_(count, 0) {}

  [[nodiscard]] double limit(std::size_t row) const override {
    return found_[row - first_] < out_.k ? std::numeric_limits<double>::infinity()
                                         : out_.squared[row * out_.k + out_.k - 1];
  }

  void visit(std::size_t row, std::vector<Candidate>& pairs, DirectDistance& direct) override {
    // k pairs are surely no farther than the k-th smallest upper bound.
    double most = limit(row);
    if (pairs.size() > out_.k) {
      highs_.clear();
      for (const Candidate& pair : pairs) {
        highs_.push_back(pair.high);
      }
      const auto kth = highs_.begin() + static_cast<std::ptrdiff_t>(out_.k - 1);
      std::nth_element(highs_.begin(), kth, highs_.end());
      most = std::min(most, *kth);
    }
    for (const Candidate& pair : pairs) {
      if (pair.low <= std::min(most, limit(row))) {
        insert(row, pair.other, direct.to(others_, pair.other));
      }
    }
  }

 private:
  // Others come in order, so that an equal one already there has the lower place.
  void insert(std::size_t row, std::size_t other, double squared) {
    if (squared >= limit(row)) {
      return;
    }
    std::size_t& found = found_[row - first_];
    std::size_t at = found < out_.k ? found++ : out_.k - 1;
    double* const distances = out_.squared.data() + row * out_.k;
    std::size_t* const places = out_.other.data() + row * out_.k;
    for (; at > 0 && distances[at - 1] > squared; --at) {
      distances[at] = distances[at - 1];
      places[at] = places[at - 1];
    }
    distances[at] = squared;
    places[at] = other;
  }

  const RowSet& others_;
  Nearest& out_;
  std::size_t first_;
  std::vector<std::size_t> found_;
  std::vector<double> highs_;
};

}  // namespace

Nearest nearest_in(const PairScan& scan, std::size_t k, const ScanFrame& frame, unsigned threads,
                   const Progress& progress) {
  Nearest nearest;
  nearest.k = k;
  nearest.other.resize(scan.rows.size() * k);
  nearest.squared.resize(scan.rows.size() * k);
  scan_pairs(scan, frame, threads, progress, [&](std::size_t first, std::size_t count) {
    return std::make_unique<NearestVisitor>(scan.others, nearest, first, count);
  });
  return nearest;
}

void check_pair(const EmbeddingView& reference, const EmbeddingView& generated, unsigned threads) {
  check_rows(reference, 1, "reference");
  check_rows(generated, 1, "generated");
  check_dimensions(reference.cols(), generated.cols());
  check_usable(reference, "reference", threads);
  check_usable(generated, "generated", threads);
}

double distance_of(double squared, const ScanFrame& frame) {
  return std::sqrt(squared) / frame.scale;
}

Progress part_of(const Progress& progress, double begin, double end) {
  if (!progress) {
    return {};
  }
  return [&progress, begin, end](double share) { return progress(begin + (end - begin) * share); };
}

double quantile_of(std::vector<double>& values, double share) {
  const double rank = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(values.begin(), at, values.end());
  const double low = *at;
  if (below + 1 == values.size()) {
    return low;
  }
  const double high = *std::min_element(at + 1, values.end());
  return std::lerp(low, high, rank - static_cast<double>(below));
}

}  // namespace foley::fidelity
