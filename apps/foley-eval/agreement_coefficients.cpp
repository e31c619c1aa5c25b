#include "agreement_coefficients.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "foley/core/number_text.hpp"
#include "foley/reliability/alpha.hpp"
#include "foley/reliability/kappa/agreement_coefficient.hpp"
#include "foley/reliability/scores/concordance.hpp"
#include "foley/reliability/scores/icc.hpp"
#include "foley/reliability/scores/rank_association.hpp"

namespace foley::app {
namespace {

using reliability::CoefficientKind;
using reliability::Level;
using reliability::Ratings;
using reliability::Reason;
using reliability::Scale;
using reliability::Weighting;
using reliability::WeightKind;
using report::NamedCoefficient;

// The squared distance that a circle or poles of the user's own give, any scale.
double own_distance(double a, double b, const Scale& scale) {
  if (scale.circumference) {
    const double sine = std::sin(std::numbers::pi * (a - b) / *scale.circumference);
    return sine * sine;
  }
  const auto [low, high] = scale.poles.value_or(std::pair{0.0, 1.0});
  const double below = (a - low) + (b - low);
  const double above = (high - a) + (high - b);
  return below > 0.0 && above > 0.0 ? (a - b) * (a - b) / (below * above) : 0.0;
}

// Weights 1 - distance, the greatest distance being 1.
std::vector<double> weights_from(std::vector<double> distances) {
  const double greatest = distances.empty() ? 0.0 : std::ranges::max(distances);
  for (double& each : distances) {
    each = greatest > 0.0 ? 1.0 - each / greatest : 1.0;
  }
  return distances;
}

WeightKind kind_for(Level level) {
  switch (level) {
    case Level::nominal:
      return WeightKind::identity;
    case Level::ordinal:
      return WeightKind::ordinal;
    case Level::interval:
      return WeightKind::quadratic;
    case Level::ratio:
      return WeightKind::ratio;
    case Level::circular:
      return WeightKind::circular;
    case Level::bipolar:
      return WeightKind::bipolar;
    case Level::custom:
      break;
  }
  return WeightKind::custom;
}

// The weights that fit a scale; nothing where their table would be too large.
std::optional<Weighting> weighting_for(const Ratings& ratings, const Scale& scale) {
  Weighting weighting{.kind = kind_for(scale.level), .domain = scale.domain};
  const bool is_simple = weighting.kind == WeightKind::identity ||
                         weighting.kind == WeightKind::ordinal ||
                         weighting.kind == WeightKind::quadratic;
  std::vector<double> values;
  if (!is_simple) {
    values = scale.domain ? *scale.domain : distinct_values(ratings);
  }
  if (values.size() > reliability::CategoryWeights::kMaxTable) {
    return std::nullopt;
  }
  if (scale.level == Level::custom) {
    weighting.table = weights_from(scale.distances);
  } else if (scale.circumference || scale.poles) {
    weighting.kind = WeightKind::custom;
    weighting.domain = values;
    std::vector<double> distances;
    for (const double a : values) {
      for (const double b : values) {
        distances.push_back(own_distance(a, b, scale));
      }
    }
    weighting.table = weights_from(std::move(distances));
  }
  if (weighting.domain && scale.level != Level::custom && weighting.table.empty()) {
    std::ranges::sort(*weighting.domain);  // categories must not repeat
    weighting.domain->erase(std::ranges::unique(*weighting.domain).begin(),
                            weighting.domain->end());
  }
  return weighting;
}

std::string kind_name(CoefficientKind kind, bool weighted) {
  switch (kind) {
    case CoefficientKind::cohen_kappa:
      return "Cohen's kappa";
    case CoefficientKind::scott_pi:
      return "Scott's pi";
    case CoefficientKind::fleiss_kappa:
      return "Fleiss' kappa";
    case CoefficientKind::conger_kappa:
      return "Conger's kappa";
    case CoefficientKind::brennan_prediger:
      return "Brennan-Prediger";
    case CoefficientKind::gwet_ac:
      return weighted ? "Gwet's AC2" : "Gwet's AC1";
    case CoefficientKind::percent_agreement:
      break;
  }
  return "weighted agreement";
}

// Collects coefficients; those that are no finite number are none.
class Collector {
 public:
  Collector(const Ratings& ratings, std::optional<double> confidence)
      : ratings_(ratings), confidence_(confidence) {}

  void add(NamedCoefficient each) {
    if (!confidence_) {
      each.interval.reset();
    }
    if (std::isfinite(each.value) && (!each.interval || (std::isfinite(each.interval->low) &&
                                                         std::isfinite(each.interval->high)))) {
      found_.push_back(std::move(each));
    }
  }

  void add(CoefficientKind kind, const Weighting& weighting, const std::string& weights) {
    NamedCoefficient each{.key = std::string(reliability::to_string(kind)),
                          .name = kind_name(kind, weighting.kind != WeightKind::identity),
                          .remark = weights};
    if (kind == CoefficientKind::percent_agreement) {
      each.key = "weighted_percent_agreement";
    }
    const reliability::Coefficient value =
        confidence_ ? take_interval(each, kind, weighting, *confidence_)
                    : reliability::agreement_coefficient(kind, ratings_, weighting);
    each.value = value.value;
    each.units = value.units;
    each.reason = value.reason;
    add(std::move(each));
  }

  void add(std::string key, std::string name, const reliability::Association& found) {
    std::string remark = found.p < 0.0001 ? "p <0.0001" : "p " + report_p(found.p);
    add({.key = std::move(key),
         .name = std::move(name),
         .value = found.value,
         .units = found.units,
         .remark = with_left_out(std::move(remark), found.left_out),
         .reason = found.reason == Reason::too_few_units && found.units >= 2 ? Reason::none
                                                                             : found.reason});
  }

  void add(const reliability::Icc& icc) {
    std::string key(reliability::to_string(icc.form));
    std::erase_if(key, [](char c) { return c == '(' || c == ')' || c == ','; });
    std::ranges::transform(key, key.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    add({
        .key = key,
        .name = std::string(reliability::to_string(icc.form)),
        .value = icc.value,
        .interval = icc.interval,
        .units = icc.units,
        .remark = with_left_out(std::string(reliability::mcgraw_wong_name(icc.form)), icc.left_out),
        .reason = icc.reason,
    });
  }

  [[nodiscard]] const Ratings& ratings() const { return ratings_; }
  [[nodiscard]] std::optional<double> confidence() const { return confidence_; }
  [[nodiscard]] std::vector<NamedCoefficient> take() { return std::move(found_); }

  static std::string with_left_out(std::string remark, std::size_t left_out) {
    if (left_out == 0) {
      return remark;
    }
    return (remark.empty() ? "" : remark + "; ") + std::to_string(left_out) + " units incomplete";
  }

 private:
  reliability::Coefficient take_interval(NamedCoefficient& each, CoefficientKind kind,
                                         const Weighting& weighting, double confidence) {
    const auto found = reliability::linearised_interval(kind, ratings_, weighting, confidence);
    each.interval = found.interval;
    return found.coefficient;
  }
  static std::string report_p(double p) { return fixed_text(p, 4); }

  const Ratings& ratings_;
  std::optional<double> confidence_;
  std::vector<NamedCoefficient> found_;
};

void add_percent(Collector& out, const reliability::AgreementCounts& counts) {
  const auto percent = reliability::percent_agreement(counts);
  out.add({.key = "percent_agreement",
           .name = "percent agreement",
           .value = percent.value,
           .units = percent.units,
           .remark = "pairs of equal ratings",
           .reason = percent.reason});
}

void add_kappas(Collector& out, const Scale& scale, bool every) {
  const auto weighting = weighting_for(out.ratings(), scale);
  if (!weighting) {
    return;
  }
  const bool two = out.ratings().raters() == 2;
  const bool weighted = weighting->kind != WeightKind::identity;
  const std::string words = weighted ? std::string(weighting->kind == WeightKind::custom
                                                       ? reliability::to_string(scale.level)
                                                       : reliability::to_string(weighting->kind)) +
                                           " weights"
                                     : std::string();
  for (const CoefficientKind kind : reliability::kCoefficientKinds) {
    const bool usual = kind == CoefficientKind::gwet_ac ||
                       kind == (two ? CoefficientKind::cohen_kappa : CoefficientKind::fleiss_kappa);
    const bool says_more = kind != CoefficientKind::percent_agreement || weighted;
    if ((every || usual) && (two || !reliability::needs_two_raters(kind)) && says_more) {
      out.add(kind, *weighting, words);
    }
  }
}

void add_concordance(Collector& out) {
  if (out.ratings().raters() == 2) {
    const auto lin = reliability::lin_concordance(out.ratings(), out.confidence().value_or(0.95));
    out.add({.key = "lin_concordance",
             .name = "Lin's concordance",
             .value = lin.value,
             .interval = lin.interval,
             .units = lin.units,
             .remark = Collector::with_left_out("", lin.left_out),
             .reason = lin.reason});
    return;
  }
  const auto all = reliability::overall_concordance(out.ratings());
  out.add({.key = "overall_concordance",
           .name = "overall concordance",
           .value = all.value,
           .units = all.units,
           .remark = "units that all rated",
           .reason = all.reason});
}

void add_ranks(Collector& out, bool every) {
  if (out.ratings().raters() != 2) {
    out.add("kendall_w", "Kendall's W", reliability::kendall_w(out.ratings()));
    return;
  }
  out.add("spearman_rho", "Spearman's rho", reliability::spearman_rho(out.ratings()));
  if (every) {
    out.add("kendall_tau_b", "Kendall's tau-b", reliability::kendall_tau_b(out.ratings()));
    out.add("kendall_w", "Kendall's W", reliability::kendall_w(out.ratings()));
  }
}

}  // namespace

std::vector<double> distinct_values(const Ratings& ratings) {
  std::vector<double> values;
  values.reserve(ratings.size());
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    for (const reliability::Rating& each : ratings.of(u)) {
      values.push_back(each.value);
    }
  }
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
  return values;
}

std::vector<NamedCoefficient> coefficients_of(const Ratings& ratings,
                                              const reliability::AgreementCounts& counts,
                                              const Scale& scale, bool every,
                                              std::optional<double> confidence) {
  Collector out(ratings, confidence);
  add_percent(out, counts);
  add_kappas(out, scale, every);
  if (reliability::values_rise(scale.level)) {
    const bool sizes = scale.level != Level::ordinal;
    if (every) {
      for (const auto& icc :
           reliability::intraclass_correlations(ratings, confidence.value_or(0.95))) {
        out.add(icc);
      }
    } else if (sizes) {
      out.add(reliability::intraclass_correlation(reliability::IccForm::two_1, ratings,
                                                  confidence.value_or(0.95)));
    }
    if (every || sizes) {
      add_concordance(out);
    }
    if (every || !sizes) {
      add_ranks(out, every);
    }
  }
  return out.take();
}

}  // namespace foley::app
