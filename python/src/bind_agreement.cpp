#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <tuple>

#include "bindings.hpp"
#include "failure.hpp"
#include "foley/io/ratings.hpp"
#include "foley/reliability/agreement_counts.hpp"
#include "rating_arrays.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using reliability::AgreementCounts;
using reliability::Rating;
using reliability::Ratings;
using Codes = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Ratings of_matrix(const RatingArray& ratings) {
  const nb::gil_scoped_release release;
  return Ratings::of(matrix_of(ratings));
}

// Row i is a rating; rows stand in the order of their units.
Ratings of_rows(const Codes& unit, const Codes& rater, const Numbers& value, const Codes& order,
                std::size_t units, std::size_t raters) {
  const std::size_t rows = unit.shape(0);
  if (rater.shape(0) != rows || value.shape(0) != rows || order.shape(0) != rows) {
    throw std::invalid_argument("the columns of the ratings differ in length");
  }
  const nb::gil_scoped_release release;
  Ratings all(raters);
  std::vector<Rating> of_unit;
  std::size_t row = 0;
  for (std::size_t u = 0; u < units; ++u) {
    of_unit.clear();
    for (; row < rows && unit.data()[row] == u; ++row) {
      of_unit.push_back({value.data()[row], rater.data()[row], order.data()[row]});
    }
    all.add_unit(of_unit);
  }
  if (row != rows) {
    throw std::invalid_argument("the rows of the ratings are not in the order of their units");
  }
  return all;
}

// The numbers as an array of NumPy that owns them.
template <class Number>
nb::ndarray<nb::numpy, Number, nb::ndim<1>> array_of(std::vector<Number> numbers) {
  auto owned = std::make_unique<std::vector<Number>>(std::move(numbers));
  const nb::capsule owner(owned.get(), [](void* at) noexcept {
    delete static_cast<std::vector<Number>*>(at);  // NOLINT(cppcoreguidelines-owning-memory)
  });
  std::vector<Number>* const held = owned.release();
  return nb::ndarray<nb::numpy, Number, nb::ndim<1>>(held->data(), {held->size()}, owner);
}

auto rows_of(const Ratings& ratings) {
  std::vector<std::uint32_t> unit;
  std::vector<std::uint32_t> rater;
  std::vector<double> value;
  std::vector<std::uint32_t> order;
  for (std::size_t u = 0; u < ratings.units(); ++u) {
    for (const Rating& each : ratings.of(u)) {
      unit.push_back(static_cast<std::uint32_t>(u));
      rater.push_back(each.rater);
      value.push_back(each.value);
      order.push_back(each.order);
    }
  }
  return std::make_tuple(array_of(std::move(unit)), array_of(std::move(rater)),
                         array_of(std::move(value)), array_of(std::move(order)));
}

io::Repeat repeat_named(const std::string& name) {
  if (name == "refuse") {
    return io::Repeat::refuse;
  }
  if (name == "last") {
    return io::Repeat::last;
  }
  if (name == "mean") {
    return io::Repeat::mean;
  }
  throw std::invalid_argument("there is no repeat '" + name + "'; known: refuse, last, mean");
}

struct FileRequest {
  io::RatingsRequest request;
};

void init_request(FileRequest* self, const std::string& format, const std::string& unit,
                  const std::string& rater, const std::string& value, const std::string& stratum,
                  const std::string& order, const std::vector<std::string>& rater_columns,
                  const std::string& question, bool predictions, bool text_values,
                  const std::vector<std::string>& label_order,
                  const std::optional<std::vector<double>>& domain, const std::string& repeat) {
  new (self) FileRequest{{.format = format,
                          .unit = unit,
                          .rater = rater,
                          .value = value,
                          .stratum = stratum,
                          .order = order,
                          .rater_columns = rater_columns,
                          .question = question,
                          .predictions = predictions,
                          .text_values = text_values,
                          .label_order = label_order,
                          .domain = domain,
                          .repeat = repeat_named(repeat)}};
}

using Names = std::vector<std::string>;

// Ratings, units, raters, labels, strata, repeats.
std::tuple<Ratings, Names, Names, Names, Names, std::size_t> read_ratings(
    const nb::bytes& path, const FileRequest& request) {
  Result<reliability::RatingTable> read = [&] {
    const std::string name(path.c_str(), path.size());
    const nb::gil_scoped_release release;
    return io::load_ratings(name, request.request);
  }();
  reliability::RatingTable table = value_or_throw(std::move(read));
  return {std::move(table.ratings), std::move(table.units),  std::move(table.raters),
          std::move(table.labels),  std::move(table.strata), table.repeats};
}

nb::typed<nb::dict, std::string, nb::any> usual_columns() {
  const io::UsualColumns usual = io::usual_rating_columns();
  const auto names = [](std::span<const std::string_view> from) {
    nb::list to;
    for (const std::string_view each : from) {
      to.append(word(each));
    }
    return nb::tuple(to);
  };
  nb::dict to;
  to["unit"] = names(usual.unit);
  to["rater"] = names(usual.rater);
  to["value"] = names(usual.value);
  return nb::borrow<nb::typed<nb::dict, std::string, nb::any>>(to);
}

}  // namespace

void bind_agreement(nb::module_& m) {
  nb::class_<Ratings>(m, "Ratings", "Ratings by unit, without the missing ones.")
      .def_static("of_matrix", &of_matrix, nb::arg("ratings"))
      .def_static("of_rows", &of_rows, nb::arg("unit"), nb::arg("rater"), nb::arg("value"),
                  nb::arg("order"), nb::arg("units"), nb::arg("raters"))
      .def("rows", &rows_of, "Unit, rater, value and order of all ratings, unit by unit.")
      .def(
          "counts", [](const Ratings& self) { return AgreementCounts::of(self); },
          nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("raters", &Ratings::raters)
      .def_prop_ro("units", &Ratings::units)
      .def_prop_ro("size", &Ratings::size);
  nb::class_<FileRequest>(m, "RatingsRequest", "How a file of ratings is to be read.")
      .def("__init__", &init_request, nb::arg("format"), nb::arg("unit"), nb::arg("rater"),
           nb::arg("value"), nb::arg("stratum"), nb::arg("order"), nb::arg("rater_columns"),
           nb::arg("question"), nb::arg("predictions"), nb::arg("text_values"),
           nb::arg("label_order"), nb::arg("domain").none(), nb::arg("repeat"));
  m.def("usual_rating_columns", &usual_columns);
  m.def("read_ratings", &read_ratings, nb::arg("path"), nb::arg("request"),
        "Ratings, units, raters, labels, strata and number of repeats of a file.");
}

}  // namespace foley::python
