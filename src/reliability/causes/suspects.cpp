#include "foley/reliability/causes/suspects.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "disagreement.hpp"
#include "foley/reliability/agreement_counts.hpp"
#include "foley/stats/distributions.hpp"
#include "rater_evidence.hpp"
#include "ratings_by_code.hpp"

namespace foley::reliability {
namespace {

// A relation that chance gives once in 30,000 times is one.
constexpr double kRelated = 4.0;
// Within this many standard deviations a mirrored rater is one of the others, also where too few
// units tell values apart for a relation to show.
constexpr double kAlike = 1.28;
// With fewer trusted raters nobody can say who of them is odd.
constexpr std::size_t kFewestRaters = 3;

double probability(double log_p) {
  return std::max(std::numeric_limits<double>::min(), std::exp(std::min(0.0, log_p)));
}

// What is known of one trusted rater; out of date once a partner is left out.
struct Finding {
  bool fresh = false;
  std::size_t units = 0;
  bool constant = false;
  TailSum::Tail tail;
  double distance = 0.0;
  double usual = 0.0;
};

class Search {
 public:
  Search(const Ratings& ratings, const ValueDistance& distance, const SuspectOptions& options)
      : trusted_(ratings, distance),
        distance_(distance),
        options_(options),
        active_(ratings.raters(), true),
        findings_(ratings.raters()) {}

  Suspects run() {
    Suspects result;
    refresh();
    result.tested = raters().size();
    if (result.tested < kFewestRaters) {
      result.reason = result.tested < 2 ? Reason::no_pairs : Reason::too_few_raters;
    }
    for (auto found = worst(); found; found = worst()) {
      name(*found, result);
    }
    while (distance_.rises() && raters().size() >= kFewestRaters) {
      const auto found = worst_drift();
      if (!found) {
        break;
      }
      name(*found, result);
    }
    return result;
  }

 private:
  void name(const Suspect& found, Suspects& result) {
    result.ranked.push_back(found);
    active_[found.rater] = false;
    for (const std::uint32_t partner : trusted_.leave_out(found.rater)) {
      findings_[partner].fresh = false;
    }
    refresh();
  }

  void refresh() {
    for (std::uint32_t r = 0; r < findings_.size(); ++r) {
      Finding& finding = findings_[r];
      if (!active_[r] || finding.fresh) {
        continue;
      }
      finding = Finding{};
      finding.fresh = true;
      finding.units = trusted_.shared(r);
      if (finding.units == 0) {
        continue;
      }
      const TailSum sum = trusted_.exchange(r, {});
      const auto n = static_cast<double>(finding.units);
      finding.distance = sum.observed() / n;
      finding.usual = sum.mean() / n;
      finding.constant = trusted_.constant(r);
      finding.tail = sum.tail();
      if (finding.constant) {
        finding.tail.log_p = trusted_.log_chance_constant(r);
        finding.tail.deviate = std::sqrt(-2.0 * finding.tail.log_p);
      }
    }
  }

  // Those who can still be compared.
  [[nodiscard]] std::vector<std::uint32_t> raters() const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t r = 0; r < findings_.size(); ++r) {
      if (active_[r] && findings_[r].units > 0) {
        result.push_back(r);
      }
    }
    return result;
  }

  // The rater with the smallest p-value to whom a fault can be put down.
  [[nodiscard]] std::optional<Suspect> worst() const {
    std::vector<std::uint32_t> order = raters();
    const std::size_t tests = order.size();
    std::ranges::stable_sort(order, {}, [&](std::uint32_t r) { return findings_[r].tail.log_p; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Finding& finding = findings_[order[i]];
      Suspect suspect;
      suspect.rater = order[i];
      suspect.units = finding.units;
      suspect.score = finding.tail.deviate;
      suspect.p = probability(finding.tail.log_p);
      suspect.p_adjusted = std::min(1.0, suspect.p * static_cast<double>(tests - i));
      suspect.distance = finding.distance;
      suspect.usual_distance = finding.usual;
      if (suspect.p_adjusted > options_.level) {
        break;
      }
      if (finding.constant) {
        suspect.fault = Fault::constant;
        describe(suspect);
        return suspect;
      }
      if (tests >= kFewestRaters && has_fault(suspect)) {
        return suspect;
      }
    }
    return std::nullopt;
  }

  // Relation, mirrored distance and shift; how large a shift is beside the others' ratings.
  double describe(Suspect& suspect) const {
    const auto relation = trusted_.relation(suspect.rater);
    suspect.relation = relation.size;
    if (distance_.rises()) {
      const std::vector<Beside> beside = trusted_.beside(suspect.rater);
      suspect.shift = shift_of(beside);
      suspect.mirrored_distance = trusted_.exchange(suspect.rater, {.mirror = true}).observed() /
                                  static_cast<double>(suspect.units);
    }
    return relation.deviate;
  }

  // Puts down the fault that contradicts the ratings least.
  [[nodiscard]] bool has_fault(Suspect& suspect) const {
    const double related = describe(suspect);
    double least = std::numeric_limits<double>::infinity();
    if (related <= std::min(suspect.score, kRelated)) {
      least = std::fabs(related);
      suspect.fault = Fault::random_clicker;
    }
    if (distance_.rises()) {
      const double inverted = trusted_.exchange(suspect.rater, {.mirror = true}).tail().deviate;
      if (related <= 0.0 && inverted < std::max(least, kAlike)) {
        least = inverted;
        suspect.fault = Fault::inverted_scale;
      }
      const double others = spread_of_others(trusted_.beside(suspect.rater));
      const double shifted =
          trusted_.exchange(suspect.rater, {.minus = suspect.shift}).tail().deviate;
      if (related > 0.0 && std::fabs(suspect.shift) >= options_.least_shift * others &&
          shifted < std::min(least, suspect.score / 2.0)) {
        least = shifted;
        suspect.fault = Fault::shifted;
      }
    }
    return std::isfinite(least);
  }

  [[nodiscard]] static double shift_of(std::span<const Beside> beside) {
    double sum = 0.0;
    for (const Beside& each : beside) {
      sum += each.own - each.others;
    }
    return sum / static_cast<double>(beside.size());
  }

  // Standard deviation of all the others' ratings.
  [[nodiscard]] static double spread_of_others(std::span<const Beside> beside) {
    double n = 0.0;
    double sum = 0.0;
    for (const Beside& each : beside) {
      n += each.how_many;
      sum += each.how_many * each.others;
    }
    double squares = 0.0;
    for (const Beside& each : beside) {
      const double away = each.others - sum / n;
      squares += each.others_squares + each.how_many * away * away;
    }
    return n > 1.0 ? std::sqrt(squares / (n - 1.0)) : 0.0;
  }

  [[nodiscard]] std::optional<Suspect> worst_drift() const {
    const std::vector<std::uint32_t> order = raters();
    std::optional<Suspect> worst;
    for (const std::uint32_t r : order) {
      const std::vector<Beside> beside = trusted_.beside(r);
      const Drift drift = drift_of(beside, 0.95);
      if (drift.reason != Reason::none || drift.slope.value == 0.0 ||
          (worst && drift.p >= worst->p) ||
          std::fabs(drift.slope.value) < options_.least_shift * spread_of_others(beside)) {
        continue;
      }
      worst = Suspect{};
      worst->rater = r;
      worst->fault = Fault::drifting;
      worst->units = findings_[r].units;
      worst->p = std::max(std::numeric_limits<double>::min(), drift.p);
      worst->p_adjusted = std::min(1.0, worst->p * static_cast<double>(order.size()));
      worst->score = -stats::normal_quantile(worst->p / 2.0);
      worst->slope = drift.slope.value;
      worst->distance = findings_[r].distance;
      worst->usual_distance = findings_[r].usual;
    }
    if (!worst || worst->p_adjusted > options_.level) {
      return std::nullopt;
    }
    describe(*worst);
    return worst;
  }

  TrustedRatings trusted_;
  const ValueDistance& distance_;
  const SuspectOptions& options_;
  std::vector<bool> active_;
  std::vector<Finding> findings_;
};

double comparisons_of(const Ratings& ratings) {
  double comparisons = 0.0;
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    const auto m = static_cast<double>(ratings.of(u).size());
    comparisons += m * m;
  }
  return comparisons;
}

}  // namespace

std::string_view to_string(Fault fault) {
  switch (fault) {
    case Fault::constant:
      return "constant";
    case Fault::inverted_scale:
      return "inverted_scale";
    case Fault::random_clicker:
      return "random_clicker";
    case Fault::shifted:
      return "shifted";
    case Fault::drifting:
      return "drifting";
  }
  return "";
}

Suspects find_suspects(const Ratings& ratings, const Scale& scale, const SuspectOptions& options) {
  if (!(options.level > 0.0 && options.level < 1.0)) {
    throw std::invalid_argument("suspects: the level is not between 0 and 1");
  }
  if (!(options.most_comparisons >= 0.0)) {
    throw std::invalid_argument("suspects: the most comparisons are negative or not a number");
  }
  if (!(options.least_shift >= 0.0)) {
    throw std::invalid_argument("suspects: the least shift is negative or not a number");
  }
  const AgreementCounts counts = AgreementCounts::of(ratings);
  static_cast<void>(disagreement_of(counts.values(), scale));  // refuses what is no scale
  if (comparisons_of(ratings) > options.most_comparisons) {
    Suspects result;
    result.reason = Reason::too_many_ratings;
    return result;
  }
  const ValueDistance distance(counts.values(), ratings_by_code(counts), scale);
  return Search(ratings, distance, options).run();
}

}  // namespace foley::reliability
