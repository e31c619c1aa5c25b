#include "foley/fidelity/coverage.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "foley/fidelity/duplicates.hpp"
#include "foley/stats/bootstrap.hpp"
#include "neighbours/balls.hpp"
#include "neighbours/nearest.hpp"

namespace foley::fidelity {

namespace {

void check_options(const EmbeddingView& reference, const EmbeddingView& generated,
                   const CoverageOptions& options) {
  const auto& ks = options.k;
  if (ks.empty() || ks.front() == 0 ||
      std::ranges::adjacent_find(ks, std::ranges::greater_equal{}) != ks.end()) {
    throw std::invalid_argument("coverage: k must rise from 1 or more");
  }
  if (options.replicates == 1) {
    throw std::invalid_argument("coverage: one replicate makes no interval");
  }
  const auto fits = [](std::span<const std::uint32_t> clips, const EmbeddingView& set) {
    return clips.empty() || clips.size() == set.rows();
  };
  if (!fits(options.reference_clips, reference) || !fits(options.generated_clips, generated)) {
    throw std::invalid_argument("coverage: clip ids of another length than the set");
  }
}

// Means over the rows of a set of numbers that its families have.
class RowMeans {
 public:
  RowMeans(const DuplicateFamilies& families, std::span<const std::uint32_t> clips,
           const CoverageOptions& options)
      : families_(families), options_(options), clips_(clips.begin(), clips.end()) {
    if (clips.empty()) {
      for (const std::size_t family : families.family_of) {
        clips_.push_back(static_cast<std::uint32_t>(family));
      }
    }
  }

  [[nodiscard]] CoverageMeasure of(const std::vector<double>& family_values) const {
    CoverageMeasure measure;
    double sum = 0.0;
    for (std::size_t f = 0; f < family_values.size(); ++f) {
      sum += family_values[f] * static_cast<double>(families_.size[f]);
    }
    measure.value = sum / static_cast<double>(families_.family_of.size());
    if (options_.replicates > 0) {
      std::vector<double> rows;
      rows.reserve(families_.family_of.size());
      for (const std::size_t family : families_.family_of) {
        rows.push_back(family_values[family]);
      }
      measure.interval = stats::bootstrap_mean(rows, {.replicates = options_.replicates,
                                                      .confidence = options_.confidence,
                                                      .seed = options_.seed,
                                                      .threads = options_.threads,
                                                      .families = clips_})
                             .percentile;
    }
    return measure;
  }

 private:
  const DuplicateFamilies& families_;
  const CoverageOptions& options_;
  std::vector<std::uint32_t> clips_;
};

CoverageMeasure without(CoverageReason reason) {
  CoverageMeasure measure;
  measure.reason = reason;
  return measure;
}

// 1 for families that are in from place p of the list of k on.
std::vector<double> are_in(const std::vector<std::size_t>& from, std::size_t p) {
  std::vector<double> values(from.size());
  std::ranges::transform(from, values.begin(), [p](std::size_t f) { return f <= p ? 1.0 : 0.0; });
  return values;
}

std::vector<std::size_t> rows_not_in(const std::vector<double>& in,
                                     const DuplicateFamilies& families) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < families.family_of.size(); ++row) {
    if (in[families.family_of[row]] == 0.0) {
      rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace

Coverage coverage(const EmbeddingView& reference, const EmbeddingView& generated,
                  const CoverageOptions& options) {
  check_options(reference, generated, options);
  check_pair(reference, generated, options.threads);
  const unsigned threads = options.threads;
  const DuplicateFamilies references = duplicate_families(reference, threads);
  const DuplicateFamilies generations = duplicate_families(generated, threads);
  const ScanFrame frame = frame_of(reference, generated);
  const Balls reference_balls = balls_of(reference, references, options.k, frame, threads,
                                         part_of(options.progress, 0.0, 0.33));
  const Balls generated_balls = balls_of(generated, generations, options.k, frame, threads,
                                         part_of(options.progress, 0.33, 0.66));
  const Membership found = membership(reference_balls, generated_balls, frame, threads,
                                      part_of(options.progress, 0.66, 1.0));

  const RowMeans over_reference(references, options.reference_clips, options);
  const RowMeans over_generated(generations, options.generated_clips, options);
  Coverage result;
  result.reference_rows = reference.rows();
  result.generated_rows = generated.rows();
  result.reference_families = references.count();
  result.generated_families = generations.count();
  for (std::size_t p = 0; p < options.k.size(); ++p) {
    CoverageAtK at;
    at.k = options.k[p];
    if (p < reference_balls.count) {
      const std::vector<double> in = are_in(found.generated_in, p);
      const std::vector<double> covered = are_in(found.covered_from, p);
      std::vector<double> density(generations.count());
      for (std::size_t f = 0; f < density.size(); ++f) {
        density[f] = found.density[f * reference_balls.count + p];
      }
      at.precision = over_generated.of(in);
      at.density = over_generated.of(density);
      at.coverage = over_reference.of(covered);
      at.outside = rows_not_in(in, generations);
      at.uncovered = rows_not_in(covered, references);
    } else {
      at.precision = at.density = at.coverage = without(CoverageReason::few_reference);
    }
    at.recall = p < generated_balls.count ? over_reference.of(are_in(found.reference_in, p))
                                          : without(CoverageReason::few_generated);
    result.at.push_back(std::move(at));
  }
  return result;
}

std::string to_sentence(CoverageReason reason, const Coverage& coverage, std::size_t k) {
  if (reason == CoverageReason::none) {
    return "";
  }
  const bool reference = reason == CoverageReason::few_reference;
  const std::size_t families =
      reference ? coverage.reference_families : coverage.generated_families;
  return std::string(reference ? "the reference" : "the generated set") + " has " +
         std::to_string(families) + (families == 1 ? " different row" : " different rows") +
         ", and k = " + std::to_string(k) + " needs at least " + std::to_string(k + 1);
}

}  // namespace foley::fidelity
