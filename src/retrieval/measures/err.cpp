#include "foley/retrieval/measures/err.hpp"

#include <algorithm>
#include <cmath>

namespace foley::retrieval {

double err_stop(double grade, double max_rel) {
  if (!(grade > 0.0)) {
    return 0.0;
  }
  return (std::exp2(std::min(grade, max_rel)) - 1.0) / std::exp2(max_rel);
}

double err(const JudgedRanking& ranking, Cutoff cutoff, double max_rel) {
  const auto kept = static_cast<std::int64_t>(cutoff.kept(ranking.retrieved()));
  double sum = 0.0;
  double still_looking = 1.0;
  for (const Hit& hit : ranking.hits()) {
    if (hit.rank > kept) {
      break;
    }
    const double stop = err_stop(hit.grade, max_rel);
    sum += still_looking * stop / static_cast<double>(hit.rank);
    still_looking *= 1.0 - stop;
  }
  return sum;
}

double ideal_err(const JudgedRanking& ranking, Cutoff cutoff, double max_rel) {
  const std::size_t kept = cutoff.kept(ranking.ideal().size());
  double sum = 0.0;
  double still_looking = 1.0;
  for (std::size_t i = 0; i < kept; ++i) {
    const double stop = err_stop(ranking.ideal()[i], max_rel);
    sum += still_looking * stop / (static_cast<double>(i) + 1.0);
    still_looking *= 1.0 - stop;
  }
  return sum;
}

double nerr(const JudgedRanking& ranking, Cutoff cutoff, double max_rel) {
  const double ideal = ideal_err(ranking, cutoff, max_rel);
  return ideal == 0.0 ? 0.0 : err(ranking, cutoff, max_rel) / ideal;
}

}  // namespace foley::retrieval
