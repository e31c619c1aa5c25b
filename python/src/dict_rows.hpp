#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/retrieval/ranking.hpp"

namespace foley::python {

/// Thrown when ids are not all text; the Python layer then renames them in their own order.
struct NonTextIds : std::runtime_error {
  NonTextIds() : std::runtime_error("ids are not all text") {}
};

/// The number in a Python object, as `float()` would read it; TypeError for None, text and so on.
[[nodiscard]] double number_of(nanobind::handle value);

/// Asks for the first keys and values of a dict ahead of their use: they lie apart from it. Does
/// nothing for other objects.
void prefetch_dict(PyObject* object);

/// A dict {id: number} read into flat arrays. Keys are borrowed from the dict: valid until
/// other Python code runs, which may change it. Objects with a `__float__` of their own are such
/// code; they are read from a copy of the items, which is kept.
class DictRow final : public retrieval::RowIds {
 public:
  /// TypeError when it is no dict or a value is no number.
  void assign(nanobind::handle dict);

  /// Values in the order of the dict.
  [[nodiscard]] std::span<const double> values() const { return values_; }

  /// Text of the i-th key; throws NonTextIds when it is none.
  [[nodiscard]] std::string_view id(std::size_t i) const override;

  /// The i-th key itself.
  [[nodiscard]] PyObject* key(std::size_t i) const { return keys_[i]; }

 private:
  void walk(nanobind::handle dict);
  [[nodiscard]] bool read_plain_numbers();
  void read_from_copy(nanobind::handle dict);

  std::vector<PyObject*> keys_;
  std::vector<PyObject*> objects_;
  std::vector<double> values_;
  nanobind::object keep_alive_;
};

/// The judged documents of a query, and those of them that the run row holds. Looking an id up may
/// run Python code (a key's `__eq__`, a score's `__float__`): everything that is used later is
/// owned.
class JudgedRow {
 public:
  void assign(nanobind::handle judged, nanobind::handle row);
  [[nodiscard]] std::span<const GradedDoc> docs() const { return docs_; }
  [[nodiscard]] std::span<const std::size_t> found_index() const { return found_index_; }
  [[nodiscard]] std::span<const ScoredDoc> found() const { return found_; }

 private:
  DictRow judged_;
  std::vector<nanobind::object> keys_;
  std::vector<GradedDoc> docs_;
  std::vector<std::size_t> found_index_;
  std::vector<ScoredDoc> found_;
};

}  // namespace foley::python
