#include "foley/retrieval/measures/rbp.hpp"

#include <algorithm>
#include <cmath>

#include "foley/retrieval/measures/gain_scale.hpp"

namespace foley::retrieval {
namespace {

template <class Weighed>
double sum_of(const JudgedRanking& ranking, const RbpOptions& options, Weighed weighed) {
  const auto kept = static_cast<std::int64_t>(options.cutoff.kept(ranking.retrieved()));
  double sum = 0.0;
  for (const Hit& hit : ranking.hits()) {
    if (hit.rank > kept) {
      break;
    }
    sum += rbp_weight(options.p, hit.rank) * weighed(hit.grade);
  }
  return sum;
}

}  // namespace

double rbp_gain(const RbpOptions& options, double grade) {
  if (options.rel) {
    return grade >= *options.rel ? 1.0 : 0.0;
  }
  return GainScale{0.0, options.max_rel}.gain(grade);
}

double rbp_weight(double p, std::int64_t rank) {
  return (1.0 - p) * std::pow(p, static_cast<double>(rank - 1));
}

double rbp(const JudgedRanking& ranking, const RbpOptions& options) {
  return sum_of(ranking, options, [&](double grade) { return rbp_gain(options, grade); });
}

double rbp_residual(const JudgedRanking& ranking, const RbpOptions& options) {
  const double judged =
      sum_of(ranking, options, [](double grade) { return grade >= 0.0 ? 1.0 : 0.0; });
  return std::max(0.0, 1.0 - judged);
}

}  // namespace foley::retrieval
