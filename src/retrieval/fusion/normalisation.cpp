#include "foley/retrieval/fusion/normalisation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "known_names.hpp"

namespace foley::retrieval {
namespace {

using Scores = std::span<double>;

double largest_magnitude(Scores scores) {
  double largest = 0.0;
  for (const double score : scores) {
    largest = std::max(largest, std::fabs(score));
  }
  return largest;
}

// All results are ratios, which a common power of two does not change.
void bring_into_range(Scores scores) {
  const double largest = largest_magnitude(scores);
  if (largest == 0.0) {
    return;
  }
  const int exponent = std::ilogb(largest);
  for (double& score : scores) {
    score = std::scalbn(score, -exponent);
  }
}

// Best first: the greatest stands at the front.
bool all_equal(Scores scores) { return scores.empty() || scores.front() == scores.back(); }

void min_max(Scores scores, std::size_t) {
  bring_into_range(scores);
  if (all_equal(scores)) {
    std::fill(scores.begin(), scores.end(), 1.0);
    return;
  }
  const double least = scores.back();
  const double range = scores.front() - least;
  for (double& score : scores) {
    score = (score - least) / range;
  }
}

void by_max(Scores scores, std::size_t) {
  bring_into_range(scores);
  if (scores.empty()) {
    return;
  }
  double divisor = std::fabs(scores.front());
  divisor = divisor > 0.0 ? divisor : largest_magnitude(scores);
  for (double& score : scores) {
    score = divisor > 0.0 ? score / divisor : 0.0;
  }
}

void by_sum(Scores scores, std::size_t) {
  bring_into_range(scores);
  if (all_equal(scores)) {
    std::fill(scores.begin(), scores.end(), 1.0 / static_cast<double>(scores.size()));
    return;
  }
  const double least = scores.back();
  double sum = 0.0;
  for (double& score : scores) {
    score -= least;
    sum += score;
  }
  for (double& score : scores) {
    score /= sum;
  }
}

void z_score(Scores scores, std::size_t) {
  bring_into_range(scores);
  if (all_equal(scores)) {
    std::fill(scores.begin(), scores.end(), 0.0);
    return;
  }
  const auto count = static_cast<double>(scores.size());
  double sum = 0.0;
  for (const double score : scores) {
    sum += score;
  }
  const double mean = sum / count;
  double squares = 0.0;
  for (double& score : scores) {
    score -= mean;
    squares += score * score;
  }
  const double deviation = std::sqrt(squares / count);
  for (double& score : scores) {
    score /= deviation;
  }
}

void by_place(Scores scores, double places) {
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] = 1.0 - static_cast<double>(i) / places;
  }
}

void by_rank(Scores scores, std::size_t) { by_place(scores, static_cast<double>(scores.size())); }

void by_borda(Scores scores, std::size_t candidates) {
  by_place(scores, static_cast<double>(candidates));
}

double borda_unranked(std::size_t ranked, std::size_t candidates) {
  return 0.5 - (static_cast<double>(ranked) - 1.0) / (2.0 * static_cast<double>(candidates));
}

constexpr std::array kNormalisations{
    Normalisation{"min-max", "Best 1, worst 0; all 1 when they are equal.",
                  "(score - min) / (max - min)", "Lee, SIGIR 1997", min_max, nullptr},
    Normalisation{"max", "Best 1, the others in proportion.", "score / |max|", "Lee, SIGIR 1995",
                  by_max, nullptr},
    Normalisation{"sum", "Shares of a whole, the worst 0.",
                  "(score - min) / sum over the list of (score - min)",
                  "Montague & Aslam, CIKM 2001", by_sum, nullptr},
    Normalisation{"z-score", "Zero mean, unit variance (ZMUV); one outlier moves the others less.",
                  "(score - mean) / standard deviation", "Montague & Aslam, CIKM 2001", z_score,
                  nullptr},
    Normalisation{"rank", "Places instead of scores: best 1, then evenly down.",
                  "1 - (rank - 1) / ranked", "Renda & Straccia, SAC 2003", by_rank, nullptr},
    Normalisation{"borda", "Places among all candidates; unranked ones share the rest.",
                  "1 - (rank - 1) / candidates, unranked: 1/2 - (ranked - 1) / (2 candidates)",
                  "Renda & Straccia, SAC 2003", by_borda, borda_unranked},
    Normalisation{"none", "Scores as they are: for runs on one scale.", "score", "-",
                  [](Scores, std::size_t) {}, nullptr},
};

}  // namespace

std::span<const Normalisation> normalisations() { return kNormalisations; }

Result<const Normalisation*> find_normalisation(std::string_view name) {
  return find_named(normalisations(), name, "normalisation");
}

}  // namespace foley::retrieval
