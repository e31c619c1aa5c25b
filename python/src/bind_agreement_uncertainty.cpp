#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>

#include "bindings.hpp"
#include "foley/reliability/alpha_interval.hpp"
#include "foley/reliability/calibration.hpp"
#include "foley/reliability/planning.hpp"
#include "rating_arrays.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using reliability::AgreementCounts;
using reliability::AlphaInterval;
using reliability::AlphaIntervalOptions;
using reliability::IntervalMethod;
using reliability::Scale;

IntervalMethod method_named(const std::string& name) {
  if (name == "bca") {
    return IntervalMethod::bca;
  }
  if (name == "percentile") {
    return IntervalMethod::percentile;
  }
  if (name == "jackknife") {
    return IntervalMethod::jackknife;
  }
  if (name == "krippendorff") {
    return IntervalMethod::krippendorff;
  }
  throw std::invalid_argument("there is no interval '" + name +
                              "'; known: bca, percentile, jackknife, krippendorff");
}

nb::dict interval_fields(const AlphaInterval& from) {
  nb::dict to;
  to["value"] = from.value;
  to["units"] = from.units;
  to["interval"] = interval_dict(from.interval);
  to["bca"] = interval_dict(from.bca);
  to["percentile"] = interval_dict(from.percentile);
  to["jackknife"] = interval_dict(from.jackknife);
  to["krippendorff"] = interval_dict(from.krippendorff);
  to["bias"] = from.bias;
  to["standard_error"] = from.standard_error;
  to["jackknife_error"] = from.jackknife_error;
  to["krippendorff_error"] = from.krippendorff_error;
  to["below_reliable"] = from.below_reliable;
  to["below_tentative"] = from.below_tentative;
  to["without_meaning"] = from.without_meaning;
  to["reason"] = word(to_string(from.reason));
  return to;
}

Fields interval(const AgreementCounts& counts, const Scale& scale, const std::string& method,
                std::size_t replicates, double confidence, std::size_t raters, std::uint64_t seed,
                unsigned threads) {
  const AlphaIntervalOptions options{.method = method_named(method),
                                     .replicates = replicates,
                                     .confidence = confidence,
                                     .raters = raters,
                                     .seed = seed,
                                     .threads = threads};
  AlphaInterval found;
  {
    const nb::gil_scoped_release release;
    found = alpha_interval(counts, scale, options);
  }
  return fields(interval_fields(found));
}

// The judge is the last row; `ci` is empty for no interval.
Fields calibration(const RatingArray& ratings, const Scale& scale, const std::string& ci,
                   std::size_t replicates, double confidence, std::uint64_t seed,
                   unsigned threads) {
  std::optional<AlphaIntervalOptions> options;
  if (!ci.empty()) {
    options = AlphaIntervalOptions{.method = method_named(ci),
                                   .replicates = replicates,
                                   .confidence = confidence,
                                   .raters = 0,
                                   .seed = seed,
                                   .threads = threads};
  }
  reliability::Calibration from;
  {
    const nb::gil_scoped_release release;
    const reliability::RatingMatrix all = matrix_of(ratings);
    const std::size_t humans = all.raters() - 1;
    std::vector<double> judge;
    for (std::size_t u = 0; u < all.units(); ++u) {
      judge.push_back(all.at(humans, u));
    }
    from = reliability::calibrate_judge_vs_human(
        {ratings.data(), humans, all.units(), static_cast<std::ptrdiff_t>(ratings.stride(0)),
         all.unit_step()},
        judge, scale, options);
  }
  const nb::dict to;
  to["alpha"] = from.alpha;
  to["n_units"] = from.n_units;
  to["n_raters"] = from.n_raters;
  to["percent_agreement"] = from.percent_agreement;
  to["band"] = word(from.band);
  to["promoted"] = from.promoted;
  to["reason"] = word(to_string(from.reason));
  to["evidence"] = from.evidence;
  to["interval"] =
      from.interval ? nb::object(interval_fields(*from.interval)) : nb::object(nb::none());
  to["lower_band"] = word(from.lower_band);
  to["judge_units"] = from.judge_units;
  to["with_humans"] = from.with_humans;
  return fields(to);
}

Fields plan_dict(const reliability::AgreementPlan& from) {
  const nb::dict to;
  to["units"] = from.units;
  to["ratings"] = from.ratings;
  to["half_width"] = from.half_width;
  to["alpha"] = from.alpha;
  to["simulated"] = from.simulated;
  to["reason"] = word(to_string(from.reason));
  return fields(to);
}

Fields plan_from_pilot(const AgreementCounts& pilot, const Scale& scale, double half_width,
                       double confidence, std::size_t replicates, std::uint64_t seed,
                       unsigned threads) {
  reliability::AgreementPlan plan;
  {
    const nb::gil_scoped_release release;
    plan = reliability::plan_from_pilot(pilot, scale,
                                        {half_width, confidence, replicates, seed, threads});
  }
  return plan_dict(plan);
}

Fields plan_from_shares(const std::vector<double>& values, const std::vector<double>& shares,
                        double alpha, std::size_t raters, const Scale& scale, double half_width,
                        double confidence, std::size_t replicates, std::uint64_t seed,
                        unsigned threads) {
  reliability::AgreementPlan plan;
  {
    const nb::gil_scoped_release release;
    plan = reliability::plan_from_shares({values, shares, alpha, raters}, scale,
                                         {half_width, confidence, replicates, seed, threads});
  }
  return plan_dict(plan);
}

}  // namespace

void bind_agreement_uncertainty(nb::module_& m) {
  m.def("alpha_interval", &interval, nb::arg("counts"), nb::arg("scale"), nb::arg("method"),
        nb::arg("replicates"), nb::arg("confidence"), nb::arg("raters"), nb::arg("seed"),
        nb::arg("threads"));
  m.def("calibration", &calibration, nb::arg("ratings"), nb::arg("scale"), nb::arg("ci"),
        nb::arg("replicates"), nb::arg("confidence"), nb::arg("seed"), nb::arg("threads"));
  m.def("plan_from_pilot", &plan_from_pilot, nb::arg("pilot"), nb::arg("scale"),
        nb::arg("half_width"), nb::arg("confidence"), nb::arg("replicates"), nb::arg("seed"),
        nb::arg("threads"));
  m.def("plan_from_shares", &plan_from_shares, nb::arg("values"), nb::arg("shares"),
        nb::arg("alpha"), nb::arg("raters"), nb::arg("scale"), nb::arg("half_width"),
        nb::arg("confidence"), nb::arg("replicates"), nb::arg("seed"), nb::arg("threads"));
}

}  // namespace foley::python
