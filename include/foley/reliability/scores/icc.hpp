#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/ratings.hpp"
#include "foley/stats/interval.hpp"

namespace foley::reliability {

/// The six intraclass correlations. First what the raters are: one set a unit, drawn anew (1); the
/// same for all units and drawn from many, whose level counts (2); the only ones of interest, whose
/// level does not count (3). Then of what: one rating, or the mean of the k raters.
enum class IccForm : std::uint8_t { one_1, two_1, three_1, one_k, two_k, three_k };

/// All of them, in the order of the enumeration.
inline constexpr std::array kIccForms{IccForm::one_1, IccForm::two_1, IccForm::three_1,
                                      IccForm::one_k, IccForm::two_k, IccForm::three_k};

/// The name of Shrout & Fleiss: `ICC(1,1)`, `ICC(2,1)`, `ICC(3,1)`, `ICC(1,k)`, …
[[nodiscard]] std::string_view to_string(IccForm form);
/// The name of McGraw & Wong: `ICC(1)`, `ICC(A,1)`, `ICC(C,1)`, `ICC(k)`, `ICC(A,k)`, `ICC(C,k)`.
[[nodiscard]] std::string_view mcgraw_wong_name(IccForm form);

/// An intraclass correlation with its interval and the F test of no correlation.
struct Icc {
  IccForm form = IccForm::one_1;
  double value = 0.0;        ///< At most 1; may be negative, and below -1 for means.
  stats::Interval interval;  ///< By F; one point with a reason where there is none. The lower bound
                             ///< of means is the least double where they have none.
  double f = 0.0;            ///< Mean square of units over that of the rest; infinite without rest.
  double df1 = 0.0;          ///< n - 1
  double df2 = 0.0;          ///< n (k - 1), or (n - 1)(k - 1)
  double p = 1.0;            ///< Chance of such an F without correlation.
  std::size_t units = 0;     ///< Units that all raters rated; n.
  std::size_t raters = 0;    ///< k
  std::size_t left_out = 0;  ///< Units with some but not all ratings.
  Reason reason = Reason::none;  ///< Why the value is one by decree.
};

/// An intraclass correlation over the units that all raters rated, from the analysis of variance of
/// units x raters. By decree: 0 for fewer than two raters (too_few_raters) or units
/// (too_few_units); 1 where all ratings are the same (one_value); 0 where units have the same mean,
/// or differ so little that the variance of what is correlated is not positive (no_unit_spread).
/// Differences within rounding of the largest rating are none. Throws std::invalid_argument for a
/// confidence outside (0, 1).
///
/// Source: Shrout & Fleiss, *Intraclass correlations: uses in assessing rater reliability*, 1979;
/// McGraw & Wong, *Forming inferences about some intraclass correlation coefficients*, 1996, with
/// its correction in the same year.
[[nodiscard]] Icc intraclass_correlation(IccForm form, const Ratings& ratings,
                                         double confidence = 0.95);

/// All six, from one analysis.
[[nodiscard]] std::array<Icc, 6> intraclass_correlations(const Ratings& ratings,
                                                         double confidence = 0.95);

}  // namespace foley::reliability
