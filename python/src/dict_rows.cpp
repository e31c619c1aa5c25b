#include "dict_rows.hpp"

#include <Python.h>

namespace nb = nanobind;

namespace foley::python {
namespace {

void require_dict(nb::handle row) {
  if (!PyDict_Check(row.ptr())) {
    throw nb::type_error("a row must be a dict of id and number");
  }
}

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

void prefetch_dict(PyObject* object) {
  if (!PyDict_CheckExact(object)) {
    return;
  }
  constexpr std::size_t kCacheLine = 64;
  constexpr std::size_t kLines = 24;  // header, index and first entries; the rest follows in order
  const auto* keys =
      reinterpret_cast<const char*>(reinterpret_cast<PyDictObject*>(object)->ma_keys);
  for (std::size_t line = 0; line < kLines; ++line) {
    __builtin_prefetch(keys + line * kCacheLine);
  }
}

std::string_view DictRow::id(std::size_t i) const { return text_of(keys_[i]); }

void DictRow::walk(nb::handle dict) {
  keys_.clear();
  objects_.clear();
  PyObject* key = nullptr;
  PyObject* object = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict.ptr(), &at, &key, &object) != 0) {
    // The number objects of a large run lie all over the memory: they are asked for here and read
    // in a second pass, so that many are under way at once.
    __builtin_prefetch(object);
    keys_.push_back(key);
    objects_.push_back(object);
  }
}

bool DictRow::read_plain_numbers() {
  values_.resize(objects_.size());
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    if (PyFloat_CheckExact(objects_[i])) {
      values_[i] = PyFloat_AS_DOUBLE(objects_[i]);
    } else if (PyLong_CheckExact(objects_[i])) {
      values_[i] = number_of(objects_[i]);
    } else {
      return false;
    }
  }
  return true;
}

void DictRow::read_from_copy(nb::handle dict) {
  const nb::object items = nb::steal(PyDict_Items(dict.ptr()));
  keys_.clear();
  values_.clear();
  for (const nb::handle item : items) {
    keys_.push_back(PyTuple_GET_ITEM(item.ptr(), 0));
    values_.push_back(number_of(PyTuple_GET_ITEM(item.ptr(), 1)));
  }
  keep_alive_ = items;
}

void DictRow::assign(nb::handle dict) {
  require_dict(dict);
  keep_alive_ = nb::object();
  walk(dict);
  if (!read_plain_numbers()) {
    read_from_copy(dict);
  }
}

void JudgedRow::assign(nb::handle judged, nb::handle row) {
  require_dict(row);
  judged_.assign(judged);
  keys_.clear();
  docs_.clear();
  found_index_.clear();
  found_.clear();
  for (std::size_t j = 0; j < judged_.values().size(); ++j) {
    keys_.push_back(nb::borrow(judged_.key(j)));
    docs_.push_back({judged_.id(j), judged_.values()[j]});
  }
  for (std::size_t j = 0; j < keys_.size(); ++j) {
    const nb::object score = nb::borrow(PyDict_GetItemWithError(row.ptr(), keys_[j].ptr()));
    if (score.is_valid()) {
      found_index_.push_back(j);
      found_.push_back({docs_[j].id, number_of(score)});
    } else if (PyErr_Occurred() != nullptr) {
      throw nb::python_error();
    }
  }
}

}  // namespace foley::python
