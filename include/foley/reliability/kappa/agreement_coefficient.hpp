#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/kappa/weights.hpp"
#include "foley/reliability/ratings.hpp"
#include "foley/stats/bootstrap.hpp"
#include "foley/stats/interval.hpp"

namespace foley::reliability {

/// Coefficients `1 - D_o / D_e` that differ in what chance would give.
enum class CoefficientKind : std::uint8_t {
  cohen_kappa,        ///< Two raters, each with shares of their own.
  scott_pi,           ///< Two raters with shares in common.
  fleiss_kappa,       ///< Any number of raters with shares in common.
  conger_kappa,       ///< Any number of raters, each with shares of their own.
  brennan_prediger,   ///< All categories alike.
  gwet_ac,            ///< AC1, with weights AC2: chance strikes units that are hard to rate.
  percent_agreement,  ///< Not corrected for chance.
};

/// All of them, in the order of the enumeration.
inline constexpr std::array kCoefficientKinds{
    CoefficientKind::cohen_kappa,       CoefficientKind::scott_pi,
    CoefficientKind::fleiss_kappa,      CoefficientKind::conger_kappa,
    CoefficientKind::brennan_prediger,  CoefficientKind::gwet_ac,
    CoefficientKind::percent_agreement,
};

/// `cohen_kappa`, `scott_pi`, …
[[nodiscard]] std::string_view to_string(CoefficientKind kind);
/// The kind of that name; nothing for any other text.
[[nodiscard]] std::optional<CoefficientKind> coefficient_kind_named(std::string_view name);
/// True for Cohen's kappa and Scott's pi, which exist for two raters only.
[[nodiscard]] bool needs_two_raters(CoefficientKind kind);

// For all of these, `observed` and `expected` are agreements (p_a and p_e), `units` are those with
// two or more ratings and `ratings` the ratings of these. p_a is the mean over those units of the
// mean weight of two ratings of the unit, so that a unit counts the same however many rated it.
//
// Without a unit with two ratings the value is 0 with Reason::no_pairs. Where chance explains all
// (p_e = 1: one category in use, or for Brennan & Prediger and Gwet one category at all), it is 1
// with Reason::one_value. All throw what CategoryWeights throws.

/// Cohen's kappa over the units that both rated: `p_e = Σ w_kl p_k q_l` with the shares p, q of
/// either rater. Throws std::invalid_argument for more than two raters.
///
/// Source: Cohen, *A coefficient of agreement for nominal scales*, 1960; *Weighted kappa*, 1968.
[[nodiscard]] Coefficient cohen_kappa(const Ratings& ratings, const Weighting& weighting = {});

/// Scott's pi over the units that both rated: as Cohen's kappa, with the mean of both raters'
/// shares for both. Throws std::invalid_argument for more than two raters.
///
/// Source: Scott, *Reliability of content analysis*, Public Opinion Quarterly 1955.
[[nodiscard]] Coefficient scott_pi(const Ratings& ratings, const Weighting& weighting = {});

/// Fleiss' kappa for any number of ratings a unit: `p_e = Σ w_kl π_k π_l` with the mean π over all
/// rated units, also those with one rating, of a unit's shares.
///
/// Source: Fleiss, *Measuring nominal scale agreement among many raters*, 1971; for missing ratings
/// and weights Gwet, *Handbook of Inter-Rater Reliability*, 2014.
[[nodiscard]] Coefficient fleiss_kappa(const Ratings& ratings, const Weighting& weighting = {});

/// Conger's kappa: p_e is the mean over all pairs of raters of Cohen's, with each rater's shares
/// over all that they rated. Raters without a rating are no raters.
///
/// Source: Conger, *Integration and generalization of kappas for multiple raters*, 1980.
[[nodiscard]] Coefficient conger_kappa(const Ratings& ratings, const Weighting& weighting = {});

/// Brennan & Prediger's coefficient: `p_e = Σ w_kl / q²` over all q categories of the domain.
///
/// Source: Brennan & Prediger, *Coefficient kappa: some uses, misuses, and alternatives*, 1981.
[[nodiscard]] Coefficient brennan_prediger(const Ratings& ratings, const Weighting& weighting = {});

/// Gwet's AC1, with weights AC2: `p_e = Σ w_kl / (q (q - 1)) Σ π_k (1 - π_k)` over all q categories
/// of the domain, π as for Fleiss.
///
/// Source: Gwet, *Computing inter-rater reliability and its variance in the presence of high
/// agreement*, 2008.
[[nodiscard]] Coefficient gwet_ac(const Ratings& ratings, const Weighting& weighting = {});

/// p_a itself; `expected` is 0. It differs from percent_agreement of counts, which is over pairs of
/// ratings and not over units, where units have different numbers of ratings.
[[nodiscard]] Coefficient weighted_percent_agreement(const Ratings& ratings,
                                                     const Weighting& weighting = {});

/// The coefficient of that kind.
[[nodiscard]] Coefficient agreement_coefficient(CoefficientKind kind, const Ratings& ratings,
                                                const Weighting& weighting = {});

/// A coefficient with its analytic standard error.
struct CoefficientInterval {
  Coefficient coefficient;
  double standard_error = 0.0;  ///< 0 where the interval has a reason.
  stats::Interval interval;     ///< value ± t · standard error, at most 1.
};

/// The coefficient with the standard error of its linear part (delta method) and the interval of
/// Student's t with n - 1 degrees of freedom, n the rated units. The variance is divided by n - 1,
/// for Cohen and Scott, whose formulas are older, by n units that both rated. Units with one rating
/// widen the interval: Gwet's formula takes the share of units with two ratings for known. An
/// interval of one point carries a reason: no_data (no pair of ratings), too_few (one unit),
/// constant (value by decree, or all units the same). Throws also for a confidence outside (0, 1).
///
/// Source: Gwet, *Handbook of Inter-Rater Reliability*, 2014, chapter 5; for two raters, Fleiss,
/// Cohen & Everitt, *Large sample standard errors of kappa and weighted kappa*, 1969.
[[nodiscard]] CoefficientInterval linearised_interval(CoefficientKind kind, const Ratings& ratings,
                                                      const Weighting& weighting = {},
                                                      double confidence = 0.95);

/// Bootstrap over units: rated units (for Cohen and Scott units that both rated) are drawn with
/// repetition, the categories stay. options.families, if any, names a family for every unit of the
/// ratings. Replicates whose value is one by decree are left out and counted. The acceleration of
/// BCa is made from the linear parts of the units, which stand for the jackknife at a fraction of
/// its cost. Intervals of one point as of linearised_interval. Throws also for options out of
/// range, see stats::bootstrap_statistic.
///
/// Source: Efron, *Better bootstrap confidence intervals*, JASA 1987.
[[nodiscard]] stats::Bootstrap bootstrap_coefficient(CoefficientKind kind, const Ratings& ratings,
                                                     const Weighting& weighting = {},
                                                     const stats::BootstrapOptions& options = {});

}  // namespace foley::reliability
