#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.hpp"
#include "foley/reliability/causes/confusion.hpp"
#include "foley/reliability/causes/rater_influence.hpp"
#include "foley/reliability/causes/rater_profile.hpp"
#include "foley/reliability/causes/suspects.hpp"
#include "foley/reliability/causes/unit_influence.hpp"
#include "rating_arrays.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using reliability::Ratings;
using reliability::Scale;

nb::dict number(const reliability::ProfileNumber& from) {
  nb::dict to;
  to["value"] = from.value;
  to["reason"] = word(to_string(from.reason));
  return to;
}

nb::dict estimate(const stats::Interval& from) {
  nb::dict to;
  to["value"] = from.value;
  to["interval"] = interval_dict(from);
  return to;
}

nb::dict numbers(const reliability::NumericProfile& from) {
  nb::dict to;
  to["bias"] = estimate(from.bias);
  to["spread"] = number(from.spread);
  nb::dict drift = estimate(from.drift.slope);
  drift["p"] = from.drift.p;
  drift["reason"] = word(to_string(from.drift.reason));
  to["drift"] = drift;
  to["pearson"] = number(from.pearson);
  to["spearman"] = number(from.spearman);
  to["discrimination"] = number(from.discrimination);
  return to;
}

FieldRows profiles(const Ratings& ratings, const Scale& scale, double confidence,
                   unsigned threads) {
  std::vector<reliability::RaterProfile> all;
  {
    const nb::gil_scoped_release release;
    all = rater_profiles(ratings, scale, confidence, threads);
  }
  nb::list to;
  for (const reliability::RaterProfile& from : all) {
    nb::dict each;
    each["rater"] = from.rater;
    each["ratings"] = from.ratings;
    each["compared"] = from.compared;
    each["most_used"] = from.most_used;
    each["most_used_share"] = from.most_used_share;
    each["with_others"] = coefficient_dict(from.with_others);
    each["pairwise_alpha"] = number(from.pairwise_alpha);
    each["partners"] = from.partners;
    each["numbers"] = from.numbers ? nb::object(numbers(*from.numbers)) : nb::object(nb::none());
    to.append(each);
  }
  return field_rows(to);
}

FieldRows without_raters(const Ratings& ratings, const Scale& scale, std::size_t replicates,
                         double confidence, std::uint64_t seed, unsigned threads) {
  reliability::LeaveOneRaterOut all;
  {
    const nb::gil_scoped_release release;
    all = leave_one_rater_out(ratings, scale, {replicates, confidence, seed, threads});
  }
  nb::list to;
  for (const reliability::RaterInfluence& from : all.raters) {
    nb::dict each;
    each["rater"] = from.rater;
    each["ratings"] = from.ratings;
    each["compared"] = from.compared;
    each["without"] = coefficient_dict(from.without);
    each["delta"] = from.delta;
    each["interval"] = interval_dict(from.interval);
    each["reason"] = word(to_string(from.reason));
    to.append(each);
  }
  return field_rows(to);
}

FieldRows without_units(const Ratings& ratings, const Scale& scale, std::size_t most,
                        unsigned threads) {
  reliability::LeaveOneUnitOut all;
  {
    const nb::gil_scoped_release release;
    all = leave_one_unit_out(ratings, scale, threads);
  }
  nb::list to;
  for (std::size_t i = 0; i < std::min(most, all.units.size()); ++i) {
    const reliability::UnitInfluence& from = all.units[i];
    nb::dict each;
    each["unit"] = from.unit;
    each["ratings"] = from.ratings;
    each["without"] = coefficient_dict(from.without);
    each["delta"] = from.delta;
    each["reason"] = word(to_string(from.reason));
    to.append(each);
  }
  return field_rows(to);
}

Fields suspects(const Ratings& ratings, const Scale& scale, double level, double least_shift,
                double most_comparisons) {
  reliability::Suspects all;
  {
    const nb::gil_scoped_release release;
    all = find_suspects(ratings, scale, {level, least_shift, most_comparisons});
  }
  nb::list ranked;
  for (const reliability::Suspect& from : all.ranked) {
    nb::dict each;
    each["rater"] = from.rater;
    each["fault"] = word(to_string(from.fault));
    each["units"] = from.units;
    each["score"] = from.score;
    each["p"] = from.p;
    each["p_adjusted"] = from.p_adjusted;
    each["relation"] = from.relation;
    each["distance"] = from.distance;
    each["usual_distance"] = from.usual_distance;
    each["mirrored_distance"] = from.mirrored_distance;
    each["shift"] = from.shift;
    each["slope"] = from.slope;
    ranked.append(each);
  }
  const nb::dict to;
  to["ranked"] = ranked;
  to["tested"] = all.tested;
  to["reason"] = word(to_string(all.reason));
  return fields(to);
}

FieldRows disputed(const Ratings& ratings, std::size_t most, const Scale& scale) {
  nb::list to;
  for (const reliability::DisputedUnit& from : most_disputed_units(ratings, most, scale)) {
    nb::list given;
    for (const reliability::Rating& rating : from.ratings) {
      given.append(nb::make_tuple(rating.rater, rating.value));
    }
    nb::dict each;
    each["unit"] = from.unit;
    each["distance"] = from.distance;
    each["relative"] = from.relative;
    each["ratings"] = given;
    to.append(each);
  }
  return field_rows(to);
}

Fields confusion_dict(const reliability::Confusion& from) {
  const nb::dict to;
  to["values"] = from.values;
  to["counts"] = from.counts;
  to["units"] = from.units;
  return fields(to);
}

}  // namespace

void bind_agreement_causes(nb::module_& m) {
  m.def("rater_profiles", &profiles, nb::arg("ratings"), nb::arg("scale"), nb::arg("confidence"),
        nb::arg("threads"));
  m.def("leave_one_rater_out", &without_raters, nb::arg("ratings"), nb::arg("scale"),
        nb::arg("replicates"), nb::arg("confidence"), nb::arg("seed"), nb::arg("threads"));
  m.def("leave_one_unit_out", &without_units, nb::arg("ratings"), nb::arg("scale"), nb::arg("most"),
        nb::arg("threads"));
  m.def("find_suspects", &suspects, nb::arg("ratings"), nb::arg("scale"), nb::arg("level"),
        nb::arg("least_shift"),
        nb::arg("most_comparisons") = reliability::SuspectOptions{}.most_comparisons);
  m.def("most_disputed_units", &disputed, nb::arg("ratings"), nb::arg("most"), nb::arg("scale"));
  m.def(
      "confusion_of",
      [](const Ratings& ratings, std::size_t first, std::size_t second) {
        return confusion_dict(reliability::confusion_of(ratings, first, second));
      },
      nb::arg("ratings"), nb::arg("first"), nb::arg("second"));
  m.def(
      "confusion_with_others",
      [](const Ratings& ratings, std::size_t rater) {
        return confusion_dict(reliability::confusion_with_others(ratings, rater));
      },
      nb::arg("ratings"), nb::arg("rater"));
}

}  // namespace foley::python
