#include <cstring>
#include <stdexcept>
#include <vector>

#include "foley/io/npy.hpp"

namespace foley::io {

namespace {

std::string with_head(const char* descr, const std::string& shape, std::size_t data_bytes) {
  std::string head =
      std::string("{'descr': '") + descr + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr std::size_t fixed = 10;  // magic, version, length
  constexpr std::size_t multiple = 64;
  while ((fixed + head.size() + 1) % multiple != 0) {
    head += ' ';
  }
  head += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes.reserve(fixed + head.size() + data_bytes);
  bytes += static_cast<char>(head.size() & 0xFFU);
  bytes += static_cast<char>(head.size() >> 8U & 0xFFU);
  return bytes + head;
}

}  // namespace

std::string npy_bytes(const EmbeddingView& rows, bool flat) {
  if (flat && rows.rows() != 1) {
    throw std::invalid_argument("npy: only one row can be flat");
  }
  const bool narrow = rows.type() == ElementType::float32;
  const std::size_t size = rows.rows() * rows.cols() * (narrow ? 4 : 8);
  const std::string shape = flat ? std::to_string(rows.cols()) + ","
                                 : std::to_string(rows.rows()) + ", " + std::to_string(rows.cols());
  std::string bytes = with_head(narrow ? "<f4" : "<f8", shape, size);
  const std::size_t begin = bytes.size();
  bytes.resize(begin + size);
  if (size == 0) {
    return bytes;  // memcpy from no array at all is undefined
  }
  if (narrow) {
    std::vector<float> values(rows.rows() * rows.cols());
    rows.copy(0, rows.rows(), nullptr, 1.0, values.data());
    std::memcpy(bytes.data() + begin, values.data(), size);
  } else {
    std::vector<double> values(rows.rows() * rows.cols());
    rows.copy(0, rows.rows(), nullptr, values.data());
    std::memcpy(bytes.data() + begin, values.data(), size);
  }
  return bytes;
}

std::string npy_number_bytes(double number) {
  std::string bytes = with_head("<f8", "", sizeof(number));
  const std::size_t begin = bytes.size();
  bytes.resize(begin + sizeof(number));
  std::memcpy(bytes.data() + begin, &number, sizeof(number));
  return bytes;
}

std::string npy_text_bytes(std::string_view text) {
  return with_head("|u1", std::to_string(text.size()) + ",", text.size()) + std::string(text);
}

}  // namespace foley::io
