#include "foley/stats/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "families.hpp"
#include "foley/core/parallel.hpp"
#include "foley/core/random.hpp"
#include "topic_values.hpp"

namespace foley::stats {
namespace {

constexpr std::size_t kReplicatesAtATime = 64;

void require_options(const BootstrapOptions& options) {
  require_open_share(options.confidence, "confidence");
  if (options.replicates < 2) {
    throw std::invalid_argument("the bootstrap needs at least two replicates");
  }
}

// What differs between a mean and any other statistic; called from several threads.
class Resampled {
 public:
  Resampled() = default;
  Resampled(const Resampled&) = delete;
  Resampled& operator=(const Resampled&) = delete;
  virtual ~Resampled() = default;

  // Writes the statistic of replicates begin, begin + 1, … to `out`.
  virtual void draw(std::uint64_t seed, std::size_t begin, std::span<double> out) const = 0;
  // The statistic without one family.
  [[nodiscard]] virtual double without(std::size_t family) const = 0;
};

class ResampledMean final : public Resampled {
 public:
  ResampledMean(std::span<const double> values, const Families& families) {
    for (std::size_t family = 0; family < families.size(); ++family) {
      Part part;
      for (const std::size_t topic : families.topics_of(family)) {
        part.sum += values[topic];
        part.topics += 1.0;
      }
      parts_.push_back(part);
      all_.sum += part.sum;
      all_.topics += part.topics;
    }
  }

  void draw(std::uint64_t seed, std::size_t begin, std::span<double> out) const override {
    const auto n = static_cast<std::uint32_t>(parts_.size());
    for (std::size_t r = 0; r < out.size(); ++r) {
      RandomStream random(seed, begin + r);
      Part drawn;
      for (std::uint32_t i = 0; i < n; ++i) {
        const Part& part = parts_[random.below(n)];
        drawn.sum += part.sum;
        drawn.topics += part.topics;
      }
      out[r] = drawn.sum / drawn.topics;
    }
  }

  [[nodiscard]] double without(std::size_t family) const override {
    return (all_.sum - parts_[family].sum) / (all_.topics - parts_[family].topics);
  }

  [[nodiscard]] double mean() const { return all_.topics > 0.0 ? all_.sum / all_.topics : 0.0; }

 private:
  struct Part {
    double sum = 0.0;
    double topics = 0.0;
  };
  std::vector<Part> parts_;
  Part all_;
};

class ResampledStatistic final : public Resampled {
 public:
  ResampledStatistic(const TopicStatistic& statistic, const Families& families)
      : statistic_(statistic), families_(families) {}

  void draw(std::uint64_t seed, std::size_t begin, std::span<double> out) const override {
    const auto n = static_cast<std::uint32_t>(families_.size());
    std::vector<std::size_t> sample;
    for (std::size_t r = 0; r < out.size(); ++r) {
      RandomStream random(seed, begin + r);
      sample.clear();
      for (std::uint32_t i = 0; i < n; ++i) {
        const auto drawn = families_.topics_of(random.below(n));
        sample.insert(sample.end(), drawn.begin(), drawn.end());
      }
      out[r] = statistic_(sample);
    }
  }

  [[nodiscard]] double without(std::size_t family) const override {
    std::vector<std::size_t> sample;
    for (std::size_t other = 0; other < families_.size(); ++other) {
      if (other != family) {
        const auto kept = families_.topics_of(other);
        sample.insert(sample.end(), kept.begin(), kept.end());
      }
    }
    return statistic_(sample);
  }

 private:
  const TopicStatistic& statistic_;
  const Families& families_;
};

Bootstrap one_point(double value, std::size_t families, double confidence, Reason reason) {
  Bootstrap result;
  result.value = value;
  result.families = families;
  result.percentile = {value, value, value, confidence, reason};
  result.bca = result.percentile;
  return result;
}

std::vector<double> finite_ascending(std::vector<double> numbers) {
  std::erase_if(numbers, [](double x) { return !std::isfinite(x); });
  std::ranges::sort(numbers);
  return numbers;
}

Bootstrap run(double value, const Resampled& resampled, std::size_t families,
              const BootstrapOptions& options) {
  std::vector<double> drawn(options.replicates);
  const std::size_t parts = (drawn.size() + kReplicatesAtATime - 1) / kReplicatesAtATime;
  parallel_for(parts, options.threads, [&](std::size_t part) {
    const std::size_t begin = part * kReplicatesAtATime;
    const std::size_t count = std::min(kReplicatesAtATime, drawn.size() - begin);
    resampled.draw(options.seed, begin, std::span(drawn).subspan(begin, count));
  });
  std::vector<double> left_out(families);
  parallel_for(families, families < kReplicatesAtATime ? 1 : options.threads,
               [&](std::size_t family) { left_out[family] = resampled.without(family); });

  const std::vector<double> replicates = finite_ascending(std::move(drawn));
  if (replicates.empty()) {
    Bootstrap result = one_point(value, families, options.confidence, Reason::undefined_replicates);
    result.undefined = options.replicates;
    return result;
  }
  const double scale = std::max(std::fabs(replicates.front()), std::fabs(replicates.back()));
  const Moments m = moments(replicates, scale);
  Bootstrap result;
  result.value = value;
  result.families = families;
  result.undefined = options.replicates - replicates.size();
  result.bias = m.mean - value;
  result.standard_error = m.sd;
  result.percentile = percentile_interval(value, replicates, options.confidence);
  const BcaCorrections corrections =
      bca_corrections(value, replicates, finite_ascending(std::move(left_out)));
  result.bias_correction = corrections.bias;
  result.acceleration = corrections.acceleration;
  result.bca = bca_interval(value, replicates, corrections, options.confidence);
  if (result.undefined > 0) {
    result.percentile.reason = Reason::undefined_replicates;
    result.bca.reason = Reason::undefined_replicates;
  }
  return result;
}

Reason too_little(std::size_t families) {
  return families == 0 ? Reason::no_data : families == 1 ? Reason::too_few : Reason::none;
}

Bootstrap bootstrap_of(std::span<const double> values, double scale,
                       const BootstrapOptions& options) {
  const Families families(values.size(), options.families);
  const ResampledMean resampled(values, families);
  Reason reason = too_little(families.size());
  const Moments m = moments(values, scale);
  if (reason == Reason::none && m.sd == 0.0) {
    reason = Reason::constant;
  }
  if (reason != Reason::none) {
    return one_point(m.mean, families.size(), options.confidence, reason);
  }
  return run(resampled.mean(), resampled, families.size(), options);
}

}  // namespace

Bootstrap bootstrap_mean(std::span<const double> values, const BootstrapOptions& options) {
  require_options(options);
  require_values(values);
  return bootstrap_of(values, largest_size(values), options);
}

Bootstrap bootstrap_mean_difference(std::span<const double> first, std::span<const double> second,
                                    const BootstrapOptions& options) {
  require_options(options);
  const Differences d = differences(first, second);
  Bootstrap result = bootstrap_of(d.values, d.scale, options);
  if (result.bca.reason == Reason::constant && d.nonzero == 0) {
    result.percentile.reason = Reason::identical;
    result.bca.reason = Reason::identical;
  }
  return result;
}

Bootstrap bootstrap_statistic(std::size_t topics, const TopicStatistic& statistic,
                              const BootstrapOptions& options) {
  require_options(options);
  const Families families(topics, options.families);
  if (topics == 0) {
    return one_point(0.0, 0, options.confidence, Reason::no_data);
  }
  const double value = statistic(families.topics());
  if (!std::isfinite(value)) {
    throw std::invalid_argument("bootstrap: the statistic is not finite on the data");
  }
  if (families.size() == 1) {
    return one_point(value, 1, options.confidence, Reason::too_few);
  }
  Bootstrap result = run(value, ResampledStatistic(statistic, families), families.size(), options);
  if (result.standard_error == 0.0 && result.undefined == 0) {
    result.percentile.reason = Reason::constant;
    result.bca = result.percentile;
  }
  return result;
}

}  // namespace foley::stats
