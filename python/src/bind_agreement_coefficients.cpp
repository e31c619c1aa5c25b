#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <stdexcept>

#include "bindings.hpp"
#include "foley/reliability/kappa/agreement_coefficient.hpp"
#include "foley/reliability/scores/concordance.hpp"
#include "foley/reliability/scores/icc.hpp"
#include "foley/reliability/scores/rank_association.hpp"
#include "rating_arrays.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using reliability::Association;
using reliability::CoefficientKind;
using reliability::Ratings;
using reliability::Weighting;

void init_weighting(Weighting* self, const std::string& kind,
                    const std::optional<std::vector<double>>& domain,
                    const std::vector<double>& table) {
  const auto known = reliability::weight_kind_named(kind);
  if (!known) {
    throw std::invalid_argument("there are no weights '" + kind +
                                "'; known: identity, linear, quadratic, ordinal, radical, ratio, "
                                "circular, bipolar, custom");
  }
  new (self) Weighting{*known, domain, table};
}

CoefficientKind kind_named(const std::string& name) {
  const auto known = reliability::coefficient_kind_named(name);
  if (!known) {
    throw std::invalid_argument("there is no coefficient '" + name + "'");
  }
  return *known;
}

// `ci` is `analytic`, `bca`, `percentile` or empty for no interval.
Fields agreement_coefficient(const Ratings& ratings, const std::string& name,
                             const Weighting& weights, const std::string& ci, double confidence,
                             std::size_t replicates, std::uint64_t seed, unsigned threads) {
  const CoefficientKind kind = kind_named(name);
  reliability::CoefficientInterval found;
  {
    const nb::gil_scoped_release release;
    if (ci == "analytic") {
      found = linearised_interval(kind, ratings, weights, confidence);
    } else {
      found.coefficient = reliability::agreement_coefficient(kind, ratings, weights);
    }
    if (ci == "bca" || ci == "percentile") {
      const stats::Bootstrap drawn = bootstrap_coefficient(
          kind, ratings, weights,
          {.replicates = replicates, .confidence = confidence, .seed = seed, .threads = threads});
      found.interval = ci == "bca" ? drawn.bca : drawn.percentile;
      found.standard_error = drawn.standard_error;
    }
  }
  const nb::dict to = coefficient_dict(found.coefficient);
  if (!ci.empty()) {
    to["standard_error"] = found.standard_error;
    to["interval"] = interval_dict(found.interval);
  }
  return fields(to);
}

FieldRows icc(const Ratings& ratings, double confidence) {
  std::array<reliability::Icc, 6> all{};
  {
    const nb::gil_scoped_release release;
    all = intraclass_correlations(ratings, confidence);
  }
  nb::list to;
  for (const reliability::Icc& from : all) {
    nb::dict each;
    each["form"] = word(to_string(from.form));
    each["mcgraw_wong"] = word(mcgraw_wong_name(from.form));
    each["value"] = from.value;
    each["interval"] = interval_dict(from.interval);
    each["f"] = from.f;
    each["df1"] = from.df1;
    each["df2"] = from.df2;
    each["p"] = from.p;
    each["units"] = from.units;
    each["raters"] = from.raters;
    each["left_out"] = from.left_out;
    each["reason"] = word(to_string(from.reason));
    to.append(each);
  }
  return field_rows(to);
}

Fields concordance(const Ratings& ratings, double confidence) {
  const reliability::Concordance from = lin_concordance(ratings, confidence);
  const nb::dict to;
  to["value"] = from.value;
  to["precision"] = from.precision;
  to["accuracy"] = from.accuracy;
  to["interval"] = interval_dict(from.interval);
  to["units"] = from.units;
  to["left_out"] = from.left_out;
  to["reason"] = word(to_string(from.reason));
  return fields(to);
}

template <Association (*coefficient)(const Ratings&)>
Fields association(const Ratings& ratings) {
  Association from;
  {
    const nb::gil_scoped_release release;
    from = coefficient(ratings);
  }
  const nb::dict to;
  to["value"] = from.value;
  to["statistic"] = from.statistic;
  to["p"] = from.p;
  to["units"] = from.units;
  to["left_out"] = from.left_out;
  to["reason"] = word(to_string(from.reason));
  return fields(to);
}

}  // namespace

void bind_agreement_coefficients(nb::module_& m) {
  nb::class_<Weighting>(m, "Weighting", "How much two different categories agree.")
      .def("__init__", &init_weighting, nb::arg("kind"), nb::arg("domain").none() = nb::none(),
           nb::arg("table") = std::vector<double>());
  m.def("agreement_coefficient", &agreement_coefficient, nb::arg("ratings"), nb::arg("kind"),
        nb::arg("weights"), nb::arg("ci"), nb::arg("confidence"), nb::arg("replicates"),
        nb::arg("seed"), nb::arg("threads"));
  m.def("intraclass_correlations", &icc, nb::arg("ratings"), nb::arg("confidence"));
  m.def("lin_concordance", &concordance, nb::arg("ratings"), nb::arg("confidence"));
  m.def(
      "overall_concordance",
      [](const Ratings& ratings) {
        return fields(coefficient_dict(reliability::overall_concordance(ratings)));
      },
      nb::arg("ratings"));
  m.def("spearman_rho", &association<reliability::spearman_rho>, nb::arg("ratings"));
  m.def("kendall_tau_b", &association<reliability::kendall_tau_b>, nb::arg("ratings"));
  m.def("kendall_w", &association<reliability::kendall_w>, nb::arg("ratings"));
}

}  // namespace foley::python
