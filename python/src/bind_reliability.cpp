#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bindings.hpp"
#include "failure.hpp"
#include "foley/reliability/alpha.hpp"
#include "foley/reliability/band.hpp"
#include "rating_arrays.hpp"

namespace nb = nanobind;

namespace foley::python {

nb::dict coefficient_dict(const reliability::Coefficient& from) {
  nb::dict to;
  to["value"] = from.value;
  to["observed"] = from.observed;
  to["expected"] = from.expected;
  to["units"] = from.units;
  to["ratings"] = from.ratings;
  to["reason"] = word(to_string(from.reason));
  return to;
}

nb::dict interval_dict(const stats::Interval& from) {
  nb::dict to;
  to["low"] = from.low;
  to["high"] = from.high;
  to["confidence"] = from.confidence;
  to["reason"] = word(reliability::reason_of_units(from.reason));
  return to;
}

namespace {

using reliability::AgreementCounts;
using reliability::Scale;

Fields coefficient(const reliability::Coefficient& from) { return fields(coefficient_dict(from)); }

void init_scale(Scale* self, const std::string& level, std::optional<std::vector<double>> domain,
                std::optional<double> circumference, std::optional<std::pair<double, double>> poles,
                std::vector<double> distances) {
  const std::optional<reliability::Level> known = reliability::level_named(level);
  if (!known) {
    throw std::invalid_argument("there is no level '" + level +
                                "'; known: nominal, ordinal, interval, ratio, circular, bipolar, "
                                "custom");
  }
  new (self) Scale{*known, std::move(domain), circumference, poles, std::move(distances)};
}

AgreementCounts counts_of(const RatingArray& ratings) {
  const nb::gil_scoped_release release;
  return AgreementCounts::of(matrix_of(ratings));
}

AgreementCounts counts_from(const nb::bytes& bytes) {
  return value_or_throw(AgreementCounts::from_bytes({bytes.c_str(), bytes.size()}, "counts"));
}

std::vector<double> values_of(const AgreementCounts& counts) {
  return {counts.values().begin(), counts.values().end()};
}

}  // namespace

void bind_reliability(nb::module_& m) {
  nb::class_<Scale>(m, "Scale", "How far two values are apart.")
      .def("__init__", &init_scale, nb::arg("level"), nb::arg("domain").none() = nb::none(),
           nb::arg("circumference").none() = nb::none(), nb::arg("poles").none() = nb::none(),
           nb::arg("distances") = std::vector<double>());
  nb::class_<AgreementCounts>(m, "AgreementCounts", "How many units received which ratings.")
      .def(nb::init<>())
      .def_static("of", &counts_of, nb::arg("ratings"))
      .def_static("from_bytes", &counts_from, nb::arg("bytes"))
      .def("to_bytes",
           [](const AgreementCounts& self) {
             const std::string bytes = self.to_bytes();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("merge", &AgreementCounts::merge, nb::arg("other"))
      .def_prop_ro("values", &values_of)
      .def_prop_ro("patterns", &AgreementCounts::patterns)
      .def_prop_ro("units", &AgreementCounts::units)
      .def_prop_ro("ratings", &AgreementCounts::ratings)
      .def_prop_ro("lone_ratings", &AgreementCounts::lone_ratings)
      .def("same_as",
           [](const AgreementCounts& self, const AgreementCounts& other) { return self == other; })
      .def(
          "alpha",
          [](const AgreementCounts& self, const Scale& scale) {
            return coefficient(krippendorff_alpha(self, scale));
          },
          nb::arg("scale"))
      .def("percent_agreement",
           [](const AgreementCounts& self) { return coefficient(percent_agreement(self)); });
  m.def(
      "values_rise",
      [](const std::string& level) {
        const auto known = reliability::level_named(level);
        return known && reliability::values_rise(*known);
      },
      nb::arg("level"));
  m.def(
      "reliability_band", [](double alpha) { return word(reliability::reliability_band(alpha)); },
      nb::arg("alpha"));
}

}  // namespace foley::python
