#include "text_column.hpp"

#include <cstdint>
#include <cstring>
#include <string>

#include "arrow_text.hpp"
#include "judgments.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

// A buffer that is given back.
class Buffer {
 public:
  explicit Buffer(nb::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_FORMAT | PyBUF_STRIDES) != 0) {
      throw nb::python_error();
    }
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Buffer(Buffer&&) = delete;
  Buffer& operator=(Buffer&&) = delete;
  ~Buffer() { PyBuffer_Release(&view_); }

  [[nodiscard]] const Py_buffer& view() const { return view_; }

 private:
  Py_buffer view_{};
};

template <class Whole>
std::string decimal(const void* at) {
  Whole value{};
  std::memcpy(&value, at, sizeof(Whole));
  return std::to_string(value);
}

// Text of a whole number whose type has this letter in buffers; nullptr for other letters.
std::string (*decimal_of(char letter))(const void*) {
  switch (letter) {
    case 'b':
      return decimal<signed char>;
    case 'B':
      return decimal<unsigned char>;
    case 'h':
      return decimal<short>;
    case 'H':
      return decimal<unsigned short>;
    case 'i':
      return decimal<int>;
    case 'I':
      return decimal<unsigned>;
    case 'l':
      return decimal<long>;
    case 'L':
      return decimal<unsigned long>;
    case 'q':
      return decimal<long long>;
    case 'Q':
      return decimal<unsigned long long>;
    default:
      return nullptr;
  }
}

}  // namespace

TextColumn::TextColumn(nb::handle column, const char* name) : name_(name) {
  if (nb::hasattr(column, "__arrow_c_stream__")) {
    read_stream(column);
  } else if (PyObject_CheckBuffer(column.ptr()) != 0 && !PyBytes_Check(column.ptr())) {
    const Buffer buffer(column);
    read_buffer(buffer.view());
  } else {
    read_sequence(column);
  }
}

void TextColumn::add(std::string_view text) {
  // Query ids stand together in most columns.
  rows_.push_back(!rows_.empty() && rows_.back() == text ? rows_.back() : pool_.keep(text));
}

void TextColumn::add_object(PyObject* id) {
  if (id == last_object_) {
    rows_.push_back(rows_.back());
    return;
  }
  add(id_text(id, name_));
  last_object_ = id;
}

void TextColumn::add_code_points(const char* at, std::size_t count) {
  std::string text;
  bool ascii = true;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t code = 0;
    std::memcpy(&code, at + 4 * i, 4);
    ascii = ascii && code < 0x80;
    text.push_back(static_cast<char>(code));
  }
  if (ascii) {
    text.erase(text.find_last_not_of('\0') + 1);
    add(text);
    return;
  }
  while (count > 0 && std::memcmp(at + 4 * (count - 1), "\0\0\0\0", 4) == 0) {
    count -= 1;
  }
  int order = 0;  // the machine's own
  const nb::object decoded = nb::steal(
      PyUnicode_DecodeUTF32(at, static_cast<Py_ssize_t>(4 * count), "surrogatepass", &order));
  if (!decoded.is_valid()) {
    throw nb::python_error();
  }
  add(id_text(decoded.ptr(), name_));
}

void TextColumn::add_bytes(const char* at, std::size_t count) {
  while (count > 0 && at[count - 1] == '\0') {
    count -= 1;
  }
  const nb::object decoded =
      nb::steal(PyUnicode_DecodeUTF8(at, static_cast<Py_ssize_t>(count), nullptr));
  if (!decoded.is_valid()) {
    throw nb::python_error();
  }
  add({at, count});
}

void TextColumn::read_buffer(const Py_buffer& buffer) {
  if (buffer.ndim != 1) {
    throw nb::value_error((std::string(name_) + " ids: a column has one dimension").c_str());
  }
  const std::string_view format(buffer.format);
  const char letter = format.back();
  const auto width = static_cast<std::size_t>(buffer.itemsize);
  const auto decimal = decimal_of(letter);
  if (decimal == nullptr && letter != 'w' && letter != 's' && letter != 'O') {
    throw nb::type_error(
        (std::string(name_) + " ids are text or whole numbers, not " + buffer.format).c_str());
  }
  const Py_ssize_t size = buffer.shape[0];
  rows_.reserve(static_cast<std::size_t>(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    const char* const at = static_cast<const char*>(buffer.buf) + i * buffer.strides[0];
    if (letter == 'O') {
      std::uintptr_t address = 0;
      std::memcpy(&address, at, sizeof(address));
      // NumPy may leave objects that were never set as null; they stand for None.
      add_object(address == 0 ? Py_None
                              // NOLINTNEXTLINE(performance-no-int-to-ptr)
                              : reinterpret_cast<PyObject*>(address));
    } else if (letter == 'w') {
      add_code_points(at, width / 4);
    } else if (letter == 's') {
      add_bytes(at, width);
    } else {
      add(decimal(at));
    }
  }
}

void TextColumn::read_sequence(nb::handle column) {
  if (!PyList_Check(column.ptr()) && !PyTuple_Check(column.ptr())) {
    throw nb::type_error((std::string(name_) + " ids: " + Py_TYPE(column.ptr())->tp_name +
                          " is no column; give an array, a series or a list")
                             .c_str());
  }
  const Py_ssize_t size = PySequence_Fast_GET_SIZE(column.ptr());
  for (Py_ssize_t i = 0; i < size; ++i) {
    add_object(PySequence_Fast_GET_ITEM(column.ptr(), i));
  }
}

void TextColumn::read_stream(nb::handle column) {
  const nb::object capsule = column.attr("__arrow_c_stream__")();
  auto* const stream =
      static_cast<arrow::Stream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) {
    throw nb::python_error();
  }
  const auto check = [&](int status) {
    if (status != 0) {
      const char* const problem = stream->get_last_error(stream);
      throw nb::value_error(problem == nullptr ? "the column cannot be read" : problem);
    }
  };
  arrow::Owned<arrow::Schema> schema;
  check(stream->get_schema(stream, schema.get()));
  while (true) {
    arrow::Owned<arrow::Array> chunk;
    check(stream->get_next(stream, chunk.get()));
    if (chunk.empty()) {
      break;
    }
    read_chunk(*schema.get(), *chunk.get());
    chunks_.push_back(std::move(chunk));
  }
}

void TextColumn::read_chunk(const arrow::Schema& schema, const arrow::Array& chunk) {
  const arrow::TextReader reader(schema, chunk, name_);
  rows_.reserve(rows_.size() + static_cast<std::size_t>(chunk.length));
  std::string scratch;
  for (std::int64_t i = 0; i < chunk.length; ++i) {
    if (reader.missing(i)) {
      throw nb::value_error(("the " + std::string(name_) + " id of row " +
                             std::to_string(rows_.size()) + " is missing")
                                .c_str());
    }
    if (reader.in_place()) {
      rows_.push_back(reader.text(i, scratch));
    } else {
      add(reader.text(i, scratch));
    }
  }
}

}  // namespace foley::python
