#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <string_view>

#include "foley/reliability/coefficient.hpp"
#include "foley/reliability/ratings.hpp"
#include "foley/stats/interval.hpp"

namespace foley::python {

/// A table of ratings, raters x units, in doubles with any steps.
using RatingArray = nanobind::ndarray<const double, nanobind::ndim<2>, nanobind::device::cpu>;

/// A dict of fields by name.
using Fields = nanobind::typed<nanobind::dict, std::string, nanobind::any>;
/// A dict a thing.
using FieldRows = nanobind::typed<nanobind::list, Fields>;

/// The table in place; the array must outlive it.
inline reliability::RatingMatrix matrix_of(const RatingArray& array) {
  return {array.data(), array.shape(0), array.shape(1),
          static_cast<std::ptrdiff_t>(array.stride(0)),
          static_cast<std::ptrdiff_t>(array.stride(1))};
}

/// ASCII text as a Python string.
inline nanobind::str word(std::string_view text) { return nanobind::str(text.data(), text.size()); }

/// Dicts with the type that says so in the stub.
inline Fields fields(const nanobind::dict& from) { return nanobind::borrow<Fields>(from); }
inline FieldRows field_rows(const nanobind::list& from) {
  return nanobind::borrow<FieldRows>(from);
}

/// A coefficient as a dict of its fields; the reason in words, empty without one.
nanobind::dict coefficient_dict(const reliability::Coefficient& from);
/// An interval likewise, without its value.
nanobind::dict interval_dict(const stats::Interval& from);

}  // namespace foley::python
