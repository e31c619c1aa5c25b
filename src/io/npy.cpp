#include "foley/io/npy.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "mapped_file.hpp"
#include "npy_header.hpp"

namespace foley::io {

namespace {

static_assert(std::endian::native == std::endian::little, "files are little-endian, so are we");

template <class Word>
Word swapped(Word word) {
  Word result = 0;
  for (std::size_t i = 0; i < sizeof(Word); ++i) {
    result = static_cast<Word>(result << 8U | (word >> (8 * i) & 0xFFU));
  }
  return result;
}

template <class Word>
Word word_at(const char* place, bool big_endian) {
  Word word;
  std::memcpy(&word, place, sizeof(Word));
  return big_endian && sizeof(Word) > 1 ? swapped(word) : word;
}

// IEEE 754 binary16.
double half(std::uint16_t bits) {
  const unsigned exponent = bits >> 10U & 0x1FU;
  const unsigned fraction = bits & 0x3FFU;
  const double sign = (bits & 0x8000U) != 0 ? -1.0 : 1.0;
  if (exponent == 0x1FU) {
    return fraction == 0 ? sign * HUGE_VAL : std::nan("");
  }
  const double mantissa = fraction + (exponent == 0 ? 0.0 : 1024.0);
  return sign * std::ldexp(mantissa, static_cast<int>(exponent == 0 ? 1 : exponent) - 25);
}

double element(const NpyHeader& header, const char* place) {
  const bool big = header.big_endian;
  switch (header.kind) {
    case 'f':
      return header.size == 2   ? half(word_at<std::uint16_t>(place, big))
             : header.size == 4 ? double{std::bit_cast<float>(word_at<std::uint32_t>(place, big))}
                                : std::bit_cast<double>(word_at<std::uint64_t>(place, big));
    case 'i':
      switch (header.size) {
        case 1:
          return word_at<std::int8_t>(place, big);
        case 2:
          return static_cast<std::int16_t>(word_at<std::uint16_t>(place, big));
        case 4:
          return static_cast<std::int32_t>(word_at<std::uint32_t>(place, big));
        default:
          return static_cast<double>(static_cast<std::int64_t>(word_at<std::uint64_t>(place, big)));
      }
    default:
      switch (header.size) {
        case 1:
          return word_at<std::uint8_t>(place, big);
        case 2:
          return word_at<std::uint16_t>(place, big);
        case 4:
          return word_at<std::uint32_t>(place, big);
        default:
          return static_cast<double>(word_at<std::uint64_t>(place, big));
      }
  }
}

bool is_real(const NpyHeader& header) {
  const bool small = header.size == 2 || header.size == 4 || header.size == 8;
  return (header.kind == 'f' && small) ||
         ((header.kind == 'i' || header.kind == 'u') && (small || header.size == 1));
}

template <class T>
NpyArray converted(const NpyHeader& header, std::size_t rows, std::size_t cols) {
  auto values = std::make_shared<std::vector<T>>(rows * cols);
  const std::size_t row_step = header.fortran_order ? 1 : cols;
  const std::size_t col_step = header.fortran_order ? rows : 1;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      const std::size_t place = i * row_step + j * col_step;
      (*values)[i * cols + j] =
          static_cast<T>(element(header, header.data.data() + place * header.size));
    }
  }
  const EmbeddingView view(values->data(), rows, cols);
  return {std::move(values), view, header.shape.size(), header.dtype()};
}

template <class T>
bool usable_in_place(const NpyHeader& header) {
  return header.size == sizeof(T) && !header.big_endian &&
         reinterpret_cast<std::uintptr_t>(header.data.data()) % alignof(T) == 0;
}

}  // namespace

Result<NpyArray> parse_npy(std::string_view bytes, const std::string& source,
                           std::shared_ptr<const void> owner) {
  auto header = parse_npy_header(bytes, source);
  if (!header) {
    return fail(std::move(header.error()));
  }
  if (!is_real(*header)) {
    return fail(npy_error(source, ErrorKind::wrong_type, "FE-IO-31",
                          "holds " + header->dtype() + ", not real numbers",
                          "save an array of float32 or float64"));
  }
  if (header->shape.size() > 2) {
    return fail(npy_error(source, ErrorKind::wrong_type, "FE-IO-33",
                          "has " + std::to_string(header->shape.size()) + " dimensions",
                          "save rows of embeddings: two dimensions"));
  }
  const std::size_t rows = header->shape.size() == 2 ? header->shape[0] : 1;
  const std::size_t cols = header->shape.empty() ? 1 : header->shape.back();
  if (rows > 0 && cols == 0 && header->shape.size() == 2) {
    return fail(npy_error(source, ErrorKind::bad_value, "FE-IO-33", "has rows of no numbers",
                          "check how it was written"));
  }
  const bool in_order = !header->fortran_order || rows <= 1 || cols <= 1;
  if (header->kind == 'f' && in_order && usable_in_place<float>(*header)) {
    return NpyArray{std::move(owner),
                    EmbeddingView(reinterpret_cast<const float*>(header->data.data()), rows, cols),
                    header->shape.size(), header->dtype()};
  }
  if (header->kind == 'f' && in_order && usable_in_place<double>(*header)) {
    return NpyArray{std::move(owner),
                    EmbeddingView(reinterpret_cast<const double*>(header->data.data()), rows, cols),
                    header->shape.size(), header->dtype()};
  }
  const bool narrow = header->kind == 'f' ? header->size <= 4 : header->size <= 2;
  return narrow ? converted<float>(*header, rows, cols) : converted<double>(*header, rows, cols);
}

Result<std::vector<std::string>> parse_npy_texts(std::string_view bytes,
                                                 const std::string& source) {
  auto header = parse_npy_header(bytes, source);
  if (!header) {
    return fail(std::move(header.error()));
  }
  const bool one_text = header->kind == 'u' && header->size == 1 && header->shape.size() == 1;
  if (one_text) {
    return std::vector<std::string>{std::string(header->data)};
  }
  if ((header->kind != 'U' && header->kind != 'S') || header->shape.size() > 1) {
    return fail(npy_error(source, ErrorKind::wrong_type, "FE-IO-31",
                          "holds " + header->dtype() + ", not a list of texts",
                          "save an array of texts"));
  }
  const std::size_t count = header->shape.empty() ? 1 : header->shape[0];
  std::vector<std::string> texts(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view field =
        header->data.substr(i * header->element_bytes(), header->element_bytes());
    if (header->kind == 'S') {
      texts[i] = field.substr(0, field.find('\0'));
      continue;
    }
    for (std::size_t c = 0; c + 4 <= field.size(); c += 4) {
      const auto point = word_at<std::uint32_t>(field.data() + c, header->big_endian);
      if (point == 0) {
        break;
      }
      if (point > 0x10FFFFU || (point >= 0xD800U && point < 0xE000U)) {
        return fail(npy_error(source, ErrorKind::bad_encoding, "FE-IO-30",
                              "holds a character that is none", "write it with numpy.save"));
      }
      const auto add = [&](unsigned byte) { texts[i] += static_cast<char>(byte); };
      if (point < 0x80U) {
        add(point);
      } else if (point < 0x800U) {
        add(0xC0U | point >> 6U);
        add(0x80U | (point & 0x3FU));
      } else if (point < 0x10000U) {
        add(0xE0U | point >> 12U);
        add(0x80U | (point >> 6U & 0x3FU));
        add(0x80U | (point & 0x3FU));
      } else {
        add(0xF0U | point >> 18U);
        add(0x80U | (point >> 12U & 0x3FU));
        add(0x80U | (point >> 6U & 0x3FU));
        add(0x80U | (point & 0x3FU));
      }
    }
  }
  return texts;
}

Result<NpyArray> load_npy(const std::string& path) {
  auto file = map_file(path);
  if (!file) {
    return fail(std::move(file.error()));
  }
  return parse_npy(file->bytes, path, file->owner);
}

}  // namespace foley::io
