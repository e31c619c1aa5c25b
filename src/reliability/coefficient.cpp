#include "foley/reliability/coefficient.hpp"

#include "foley/reliability/band.hpp"

namespace foley::reliability {

std::string_view to_string(Reason reason) {
  switch (reason) {
    case Reason::none:
      return "";
    case Reason::no_pairs:
      return "no unit has two ratings";
    case Reason::one_value:
      return "all compared ratings are the same value";
    case Reason::constant_rater:
      return "a rater gave one value throughout";
    case Reason::no_unit_spread:
      return "units do not differ beyond what raters do";
    case Reason::too_few_units:
      return "too few units";
    case Reason::too_few_raters:
      return "too few raters";
    case Reason::too_many_ratings:
      return "too many ratings";
    case Reason::one_sided_replicates:
      return "all replicates on one side of the value";
    case Reason::undefined_replicates:
      return "not defined on some replicates";
    case Reason::unreachable:
      return "out of reach";
  }
  return "";
}

std::string_view reason_of_units(stats::Reason reason) {
  switch (reason) {
    case stats::Reason::no_data:
      return "no units";
    case stats::Reason::too_few:
      return "too few units";
    case stats::Reason::constant:
      return "no spread between the units";
    case stats::Reason::identical:
      return "the same on every unit";
    case stats::Reason::none:
    case stats::Reason::one_sided_replicates:
    case stats::Reason::undefined_replicates:
    case stats::Reason::unreachable:
      break;
  }
  return stats::to_string(reason);
}

std::string_view reliability_band(double alpha) {
  if (alpha >= kAlphaReliable) {
    return "reliable";
  }
  return alpha >= kAlphaTentative ? "tentative" : "revise-rubric";
}

}  // namespace foley::reliability
