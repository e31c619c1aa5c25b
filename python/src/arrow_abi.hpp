#pragma once

#include <cstdint>

// The structures of Apache Arrow's C data and C stream interfaces, whose layout is fixed. Whoever
// receives one calls its `release`, which is null once that is done.
namespace foley::python::arrow {

/// Type of a column.
struct Schema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  Schema** children;
  Schema* dictionary;
  void (*release)(Schema*);
  void* private_data;
};

/// A chunk of a column: buffers as the format says, the validity bits first.
struct Array {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  Array** children;
  Array* dictionary;
  void (*release)(Array*);
  void* private_data;
};

/// Chunk after chunk; the functions return 0 or an error number.
struct Stream {
  int (*get_schema)(Stream*, Schema* out);
  int (*get_next)(Stream*, Array* out);
  const char* (*get_last_error)(Stream*);
  void (*release)(Stream*);
  void* private_data;
};

/// Owns one of the structures.
template <class Struct>
class Owned {
 public:
  Owned() = default;
  Owned(Owned&& other) noexcept : value_(other.value_) { other.value_.release = nullptr; }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  Owned& operator=(Owned&&) = delete;
  ~Owned() {
    if (value_.release != nullptr) {
      value_.release(&value_);
    }
  }

  Struct* get() { return &value_; }
  [[nodiscard]] const Struct* get() const { return &value_; }
  [[nodiscard]] bool empty() const { return value_.release == nullptr; }

 private:
  Struct value_{};
};

}  // namespace foley::python::arrow
