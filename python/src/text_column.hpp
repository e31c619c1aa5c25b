#pragma once

#include <nanobind/nanobind.h>

#include <span>
#include <string_view>
#include <vector>

#include "arrow_abi.hpp"
#include "foley/core/string_pool.hpp"

namespace foley::python {

/// Ids of a column, one a row, as UTF-8. Reads columns of Arrow (text, dictionaries of text, whole
/// numbers) without copying the text; buffers of NumPy (`U`, `S`, whole numbers, objects) and
/// sequences of text into its own memory. Whole numbers become their decimal text. After
/// construction no Python object is touched.
class TextColumn {
 public:
  /// `name` is for messages. TypeError for what is no column of ids, ValueError for a missing id.
  TextColumn(nanobind::handle column, const char* name);

  [[nodiscard]] std::span<const std::string_view> rows() const { return rows_; }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

 private:
  void read_stream(nanobind::handle column);
  void read_chunk(const arrow::Schema& schema, const arrow::Array& chunk);
  void read_buffer(const Py_buffer& buffer);
  void read_sequence(nanobind::handle column);
  void add(std::string_view text);
  void add_object(PyObject* id);
  void add_code_points(const char* at, std::size_t count);
  void add_bytes(const char* at, std::size_t count);

  const char* name_;
  std::vector<std::string_view> rows_;
  StringPool pool_;
  PyObject* last_object_ = nullptr;
  std::vector<arrow::Owned<arrow::Array>> chunks_;
};

}  // namespace foley::python
