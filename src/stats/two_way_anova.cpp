#include "foley/stats/two_way_anova.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "foley/stats/distributions.hpp"
#include "topic_values.hpp"

namespace foley::stats {
namespace {

double square(double x) { return x * x; }

// Fills in the sums of squares; returns the largest size of a residual.
double decompose(const TopicMatrix& matrix, TwoWayAnova& result) {
  const auto k = static_cast<double>(matrix.systems());
  const auto n = static_cast<double>(matrix.topics());
  std::vector<double> system_means;
  std::vector<double> topic_means(matrix.topics(), 0.0);
  double mean = 0.0;
  for (std::size_t system = 0; system < matrix.systems(); ++system) {
    double sum = 0.0;
    for (std::size_t topic = 0; topic < matrix.topics(); ++topic) {
      sum += matrix.system(system)[topic];
      topic_means[topic] += matrix.system(system)[topic] / k;
    }
    system_means.push_back(sum / n);
    mean += sum / n / k;
  }
  double largest = 0.0;
  for (std::size_t system = 0; system < matrix.systems(); ++system) {
    result.system_squares += n * square(system_means[system] - mean);
    for (std::size_t topic = 0; topic < matrix.topics(); ++topic) {
      const double residual =
          matrix.system(system)[topic] - system_means[system] - topic_means[topic] + mean;
      result.residual_squares += square(residual);
      largest = std::max(largest, std::fabs(residual));
    }
  }
  for (const double topic_mean : topic_means) {
    result.topic_squares += k * square(topic_mean - mean);
  }
  return largest;
}

}  // namespace

TwoWayAnova two_way_anova(const TopicMatrix& matrix) {
  TwoWayAnova result;
  if (matrix.systems() < 2 || matrix.topics() < 2) {
    const bool empty = matrix.systems() == 0 || matrix.topics() == 0;
    result.reason = empty ? Reason::no_data : Reason::too_few;
    return result;
  }
  const double largest_residual = decompose(matrix, result);
  result.system_df = static_cast<double>(matrix.systems()) - 1.0;
  result.residual_df = result.system_df * (static_cast<double>(matrix.topics()) - 1.0);
  double largest = 0.0;
  bool all_same = true;
  for (std::size_t system = 0; system < matrix.systems(); ++system) {
    const Differences d = differences(matrix.system(0), matrix.system(system));
    largest = std::max(largest, d.scale);
    all_same = all_same && d.nonzero == 0;
  }
  if (all_same || largest_residual <= kRounding * largest) {
    result.reason = all_same ? Reason::identical : Reason::constant;
    return result;
  }
  result.residual_variance = result.residual_squares / result.residual_df;
  result.f = result.system_squares / result.system_df / result.residual_variance;
  result.p = fisher_f_sf(result.f, result.system_df, result.residual_df);
  return result;
}

double standardised_difference(double difference, const TwoWayAnova& anova) {
  return anova.residual_variance > 0.0 ? difference / std::sqrt(anova.residual_variance) : 0.0;
}

}  // namespace foley::stats
