#include "foley/retrieval/measures/dcg.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "log_discount.hpp"

namespace foley::retrieval {

double dcg_gain(const DcgOptions& options, double grade) {
  double gain = grade;
  if (options.rel && !(grade >= *options.rel)) {
    return 0.0;
  }
  for (const auto& [from, to] : options.gains) {
    if (from == grade) {
      gain = to;
      break;
    }
  }
  gain = gain > 0.0 ? gain : 0.0;
  return options.form == DcgForm::exp_log2 ? std::exp2(gain) - 1.0 : gain;
}

double dcg(const JudgedRanking& ranking, const DcgOptions& options) {
  const auto kept = static_cast<std::int64_t>(options.cutoff.kept(ranking.retrieved()));
  double sum = 0.0;
  for (const Hit& hit : ranking.hits()) {
    if (hit.rank > kept) {
      break;
    }
    sum += dcg_gain(options, hit.grade) / log_discount(hit.rank);
  }
  return sum;
}

double ideal_dcg(const JudgedRanking& ranking, const DcgOptions& options) {
  std::vector<double> gains;
  gains.reserve(ranking.ideal().size());
  for (const double grade : ranking.ideal()) {
    gains.push_back(dcg_gain(options, grade));
  }
  if (!options.gains.empty()) {  // another order than that of the grades
    std::sort(gains.begin(), gains.end(), std::greater<>());
  }
  const std::size_t kept = options.cutoff.kept(gains.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < kept; ++i) {
    sum += gains[i] / log_discount(static_cast<std::int64_t>(i) + 1);
  }
  return sum;
}

double ndcg(const JudgedRanking& ranking, const DcgOptions& options) {
  const double ideal = ideal_dcg(ranking, options);
  return ideal == 0.0 ? 0.0 : dcg(ranking, options) / ideal;
}

}  // namespace foley::retrieval
