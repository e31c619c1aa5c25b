#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <stdexcept>
#include <span>
#include <vector>

#include "foley/core/tables.hpp"

namespace foley::python {

/// Thrown when ids are not all text; the Python layer then renames them in their own order.
struct NonTextIds : std::runtime_error {
  NonTextIds() : std::runtime_error("ids are not all text") {}
};

/// The number in a Python object, as `float()` would read it; TypeError for None, text and so on.
[[nodiscard]] double number_of(nanobind::handle value);

/// Rows of a dict {id: number} as views into the dict's own strings: valid while the dict is not
/// changed. Objects with a `__float__` of their own are read from a copy of the items, since they may
/// run any code.
template <class Entry>
class DictRow {
 public:
  void assign(nanobind::handle dict);
  [[nodiscard]] std::span<const Entry> entries() const { return entries_; }

 private:
  bool assign_plain(nanobind::handle dict);
  void assign_from_copy(nanobind::handle dict);

  std::vector<Entry> entries_;
  nanobind::object keep_alive_;
};

/// Looks the judged ids up in the run row.
class FoundRow {
 public:
  void assign(nanobind::handle judged, nanobind::handle row,
              std::span<const GradedDoc> judged_entries);
  [[nodiscard]] std::span<const std::size_t> index() const { return index_; }
  [[nodiscard]] std::span<const ScoredDoc> docs() const { return docs_; }

 private:
  std::vector<std::size_t> index_;
  std::vector<ScoredDoc> docs_;
};

}  // namespace foley::python
