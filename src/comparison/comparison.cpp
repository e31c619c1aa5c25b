#include "foley/comparison/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_map>

#include "foley/stats/multiple_testing.hpp"
#include "foley/stats/paired_t.hpp"
#include "foley/stats/randomised_tukey.hpp"
#include "foley/stats/sign_flip.hpp"
#include "foley/stats/sign_test.hpp"
#include "foley/stats/t_interval.hpp"
#include "foley/stats/two_way_anova.hpp"
#include "foley/stats/wilcoxon.hpp"

namespace foley::comparison {
namespace {

using retrieval::Evaluation;

// A shuffle of all systems costs far more than a flip of signs.
constexpr std::size_t kMostShuffles = 10'000;

// Work of a default bootstrap or randomisation test: topics times samples.
std::size_t samples_for(std::size_t topics, std::size_t wanted, std::size_t least) {
  constexpr std::size_t kSteadyTopics = 10'000;
  return topics <= kSteadyTopics ? wanted : std::max(least, wanted * kSteadyTopics / topics);
}

// For each topic of the first run that all hold, its place in each run.
std::vector<std::vector<std::size_t>> shared_topics(std::span<const Evaluation> runs,
                                                    std::vector<std::string>& topics) {
  std::vector<std::unordered_map<std::string_view, std::size_t>> index(runs.size());
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (std::size_t t = 0; t < runs[r].topics.size(); ++t) {
      index[r].emplace(runs[r].topics[t], t);
    }
  }
  std::vector<std::vector<std::size_t>> places;
  for (const std::string& topic : runs.front().topics) {
    std::vector<std::size_t> place;
    for (const auto& each : index) {
      if (const auto at = each.find(topic); at != each.end()) {
        place.push_back(at->second);
      }
    }
    if (place.size() == runs.size()) {
      topics.push_back(topic);
      places.push_back(std::move(place));
    }
  }
  return places;
}

double mean(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) {
    sum += value;
  }
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

// Standard deviation of the per-topic differences, for the difference that can be shown.
double deviation_of_difference(std::span<const double> a, std::span<const double> b) {
  const std::size_t n = a.size();
  if (n < 2) {
    return 0.0;
  }
  std::vector<double> differences(n);
  for (std::size_t i = 0; i < n; ++i) {
    differences[i] = a[i] - b[i];
  }
  const double middle = mean(differences);
  double squares = 0.0;
  for (const double each : differences) {
    squares += (each - middle) * (each - middle);
  }
  return std::sqrt(squares / static_cast<double>(n - 1));
}

MeasureComparison compare_measure(const std::string& measure,
                                  const std::vector<std::vector<double>>& values,
                                  const Options& options) {
  MeasureComparison out;
  out.measure = measure;
  const stats::BootstrapOptions bootstrap{.replicates = options.replicates,
                                          .confidence = options.confidence,
                                          .seed = options.seed,
                                          .threads = options.threads};
  const stats::SignFlipOptions flips{
      .permutations = options.permutations, .seed = options.seed, .threads = options.threads};
  std::vector<double> flat;
  for (const std::vector<double>& run : values) {
    out.means.push_back(mean(run));
    out.bootstraps.push_back(stats::bootstrap_mean(run, bootstrap));
    flat.insert(flat.end(), run.begin(), run.end());
  }
  const stats::TopicMatrix matrix(flat, values.size(), values.front().size());
  out.tukey = stats::tukey_hsd(matrix, options.confidence);
  const std::vector<double>& base = values.front();
  for (std::size_t r = 1; r < values.size(); ++r) {
    const std::vector<double>& run = values[r];
    Difference each;
    each.run = r;
    each.difference = out.means[r] - out.means[0];
    each.bootstrap = stats::bootstrap_mean_difference(run, base, bootstrap);
    each.t_interval = stats::t_interval_of_difference(run, base, options.confidence);
    each.randomisation.test = stats::sign_flip_test(run, base, flips);
    each.t.test = stats::paired_t_test(run, base);
    each.wilcoxon.test = stats::wilcoxon_test(run, base);
    each.sign.test = stats::sign_test(run, base);
    each.effect = stats::paired_effect(run, base);
    each.standardised = stats::standardised_difference(each.difference, out.tukey.anova);
    each.topics = stats::win_tie_loss(run, base, options.tolerance);
    each.detectable =
        stats::smallest_detectable_difference(run.size(), deviation_of_difference(run, base),
                                              {.alpha = options.alpha, .power = options.power});
    out.differences.push_back(std::move(each));
  }
  if (values.size() == 2) {
    // Shuffling two systems is flipping signs: the same test.
    const stats::TestResult& test = out.differences.front().randomisation.test;
    out.randomised_tukey = {
        {0, 1, -out.differences.front().difference, test.p, test.method, test.reason}};
  } else {
    out.randomised_tukey = stats::randomised_tukey_hsd(
        matrix, {.permutations = std::min(options.permutations, kMostShuffles),
                 .seed = options.seed,
                 .threads = options.threads});
  }
  return out;
}

// All p-values of one test are one family.
void correct(std::vector<MeasureComparison>& measures, Corrected Difference::* test) {
  std::vector<double> p;
  for (const MeasureComparison& measure : measures) {
    for (const Difference& each : measure.differences) {
      p.push_back((each.*test).test.p);
    }
  }
  const std::vector<double> holm = stats::holm(p);
  const std::vector<double> rate = stats::benjamini_hochberg(p);
  std::size_t i = 0;
  for (MeasureComparison& measure : measures) {
    for (Difference& each : measure.differences) {
      (each.*test).holm = holm[i];
      (each.*test).benjamini_hochberg = rate[i];
      i += 1;
    }
  }
}

}  // namespace

std::size_t default_replicates(std::size_t topics) { return samples_for(topics, 10'000, 1'000); }

std::size_t default_permutations(std::size_t topics) {
  return samples_for(topics, 100'000, 10'000);
}

Comparison compare(std::span<const Evaluation> runs, const Options& options) {
  if (runs.size() < 2) {
    throw std::invalid_argument("compare: there must be a baseline and at least one other run");
  }
  Comparison out;
  out.options = options;
  for (const Evaluation& run : runs) {
    if (run.columns != runs.front().columns) {
      throw std::invalid_argument("compare: the runs were scored with different measures");
    }
    for (const retrieval::Aggregate how : run.aggregates) {
      if (how != retrieval::Aggregate::mean) {
        throw std::invalid_argument("compare: a measure is no mean over topics");
      }
    }
    out.runs.push_back(run.run);
  }
  const auto places = shared_topics(runs, out.topics);
  if (out.options.replicates == 0) {
    out.options.replicates = default_replicates(places.size());
  }
  if (out.options.permutations == 0) {
    out.options.permutations = default_permutations(places.size());
  }
  for (std::size_t m = 0; m < runs.front().columns.size(); ++m) {
    std::vector<std::vector<double>> values(runs.size());
    for (std::size_t r = 0; r < runs.size(); ++r) {
      for (const auto& place : places) {
        values[r].push_back(runs[r].values[m][place[r]]);
      }
    }
    out.measures.push_back(compare_measure(runs.front().columns[m], values, out.options));
    out.values.push_back(std::move(values));
  }
  for (Corrected Difference::* test :
       {&Difference::randomisation, &Difference::t, &Difference::wilcoxon, &Difference::sign}) {
    correct(out.measures, test);
  }
  return out;
}

std::vector<Move> largest_moves(const Comparison& comparison, std::size_t measure, std::size_t run,
                                std::size_t count) {
  const auto& values = comparison.values.at(measure);
  std::vector<Move> moves;
  for (std::size_t t = 0; t < comparison.topics.size(); ++t) {
    const Move move{t, values[0][t], values.at(run)[t]};
    if (move.from != move.to) {
      moves.push_back(move);
    }
  }
  std::stable_sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
    return std::abs(a.change()) > std::abs(b.change());
  });
  moves.resize(std::min(moves.size(), count));
  return moves;
}

}  // namespace foley::comparison
