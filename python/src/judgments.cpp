#include "judgments.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "dict_rows.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

constexpr double kLeastGrade = std::numeric_limits<std::int32_t>::min();
constexpr double kGreatestGrade = std::numeric_limits<std::int32_t>::max();

std::string shown(PyObject* value) {
  const nb::object text = nb::steal(PyObject_Repr(value));
  if (!text.is_valid()) {
    throw nb::python_error();
  }
  return nb::cast<std::string>(text);
}

// The items as they are now: reading them may run Python code that changes the dict.
nb::object items_of(nb::handle dict) {
  nb::object items = nb::steal(PyDict_Items(dict.ptr()));
  if (!items.is_valid()) {
    throw nb::python_error();
  }
  return items;
}

// Adds the judgments of a query; returns their ids as they are.
std::vector<nb::object> add_row(Qrels& qrels, nb::handle row) {
  const nb::object items = items_of(row);
  std::vector<nb::object> ids;
  ids.reserve(static_cast<std::size_t>(PyList_GET_SIZE(items.ptr())));
  for (const nb::handle item : items) {
    PyObject* const id = PyTuple_GET_ITEM(item.ptr(), 0);
    const double grade = grade_of(PyTuple_GET_ITEM(item.ptr(), 1));
    qrels.add(id_text(id, "document"), grade);
    ids.push_back(nb::borrow(id));
  }
  return ids;
}

}  // namespace

std::string_view id_text(PyObject* id, const char* what) {
  if (!PyUnicode_Check(id)) {
    const std::string problem = std::string("the ") + what + " id " + shown(id) + " is " +
                                Py_TYPE(id)->tp_name + "; ids are text";
    throw nb::type_error(problem.c_str());
  }
  Py_ssize_t length = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(id, &length);
  if (bytes == nullptr) {
    throw nb::python_error();
  }
  return {bytes, static_cast<std::size_t>(length)};
}

double grade_of(PyObject* value) {
  const double grade = number_of(value);
  if (!(std::floor(grade) == grade)) {
    const std::string problem = "the grade " + shown(value) + " is not a whole number";
    throw nb::type_error(problem.c_str());
  }
  if (grade < kLeastGrade || grade > kGreatestGrade) {
    const std::string problem =
        "the grade " + shown(value) + " is off the scale of -2147483648 to 2147483647";
    throw nb::value_error(problem.c_str());
  }
  return grade;
}

std::span<const nb::object> Judgments::keys(std::size_t topic) {
  keys_.resize(topics_.size());
  std::vector<nb::object>& keys = keys_[topic];
  if (keys.empty()) {
    std::vector<nb::object> made;
    for (const GradedDoc& doc : topics_.judged(topic)) {
      made.push_back(nb::steal(
          PyUnicode_DecodeUTF8(doc.id.data(), static_cast<Py_ssize_t>(doc.id.size()), nullptr)));
      if (!made.back().is_valid()) {
        throw nb::python_error();
      }
    }
    keys = std::move(made);
  }
  return keys;
}

std::unique_ptr<Judgments> judgments_from_dict(nb::handle table, bool skip_empty) {
  Qrels qrels;
  std::vector<std::vector<nb::object>> ids;
  const nb::object items = items_of(table);
  for (const nb::handle item : items) {
    PyObject* const id = PyTuple_GET_ITEM(item.ptr(), 0);
    PyObject* const row = PyTuple_GET_ITEM(item.ptr(), 1);
    const std::string_view query = id_text(id, "query");
    if (!PyDict_Check(row)) {
      const std::string problem = "the judgments of query " + shown(id) + " are " +
                                  Py_TYPE(row)->tp_name + "; write a dict {document: grade}";
      throw nb::type_error(problem.c_str());
    }
    if (skip_empty && PyDict_Size(row) == 0) {
      continue;
    }
    if (!qrels.add_query(query)) {
      throw nb::value_error(("query " + shown(id) + " is there twice").c_str());
    }
    ids.push_back(add_row(qrels, row));
  }
  return std::make_unique<Judgments>(std::move(qrels), std::move(ids));
}

}  // namespace foley::python
