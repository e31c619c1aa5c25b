#include "dict_rows.hpp"

#include <Python.h>

namespace nb = nanobind;

namespace foley::python {
namespace {

std::string_view text_of(PyObject* key) {
  if (!PyUnicode_CheckExact(key)) {
    throw NonTextIds{};
  }
  Py_ssize_t length = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(key, &length);
  if (bytes == nullptr) {
    // A lone surrogate has no UTF-8; its order by code point is found on the other way.
    PyErr_Clear();
    throw NonTextIds{};
  }
  return {bytes, static_cast<std::size_t>(length)};
}

}  // namespace

double number_of(nb::handle value) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1.0 && PyErr_Occurred() != nullptr) {
    throw nb::python_error();
  }
  return number;
}

template <class Entry>
bool DictRow<Entry>::assign_plain(nb::handle dict) {
  entries_.clear();
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict.ptr(), &at, &key, &value) != 0) {
    double number = 0.0;
    if (PyFloat_Check(value)) {
      number = PyFloat_AS_DOUBLE(value);
    } else if (PyLong_CheckExact(value) || PyBool_Check(value)) {
      number = number_of(value);
    } else {
      return false;
    }
    entries_.push_back({text_of(key), number});
  }
  return true;
}

template <class Entry>
void DictRow<Entry>::assign_from_copy(nb::handle dict) {
  entries_.clear();
  nb::object items = nb::steal(PyDict_Items(dict.ptr()));
  for (nb::handle item : items) {
    entries_.push_back({text_of(nb::object(item[0]).ptr()), number_of(nb::object(item[1]))});
  }
  keep_alive_ = std::move(items);
}

template <class Entry>
void DictRow<Entry>::assign(nb::handle dict) {
  keep_alive_ = nb::object();
  if (!PyDict_Check(dict.ptr())) {
    throw nb::type_error("a row must be a dict of id and number");
  }
  if (!assign_plain(dict)) {
    assign_from_copy(dict);
  }
}

template class DictRow<ScoredDoc>;
template class DictRow<GradedDoc>;

void FoundRow::assign(nb::handle judged, nb::handle row, std::span<const GradedDoc> judged_entries) {
  index_.clear();
  docs_.clear();
  PyObject* key = nullptr;
  PyObject* grade = nullptr;
  Py_ssize_t at = 0;
  for (std::size_t j = 0; PyDict_Next(judged.ptr(), &at, &key, &grade) != 0; ++j) {
    PyObject* score = PyDict_GetItemWithError(row.ptr(), key);
    if (score != nullptr) {
      index_.push_back(j);
      docs_.push_back({judged_entries[j].id, number_of(score)});
    } else if (PyErr_Occurred() != nullptr) {
      throw nb::python_error();
    }
  }
}

}  // namespace foley::python
