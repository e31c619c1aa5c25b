#include "npy_header.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <optional>

namespace foley::io {

namespace {

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr std::size_t longest_head = 1 << 20;

// The head is a Python dict of three known keys; nothing else is accepted, and nothing is run.
class DictReader {
 public:
  explicit DictReader(std::string_view text) : text_(text) {}

  // False where the text is no such dict; `why` then says more where it can.
  bool read(NpyHeader& header, std::string& why) {
    if (!take('{')) {
      return false;
    }
    bool descr = false;
    bool order = false;
    bool shape = false;
    while (!take('}')) {
      const auto key = quoted();
      if (!key || !take(':')) {
        return false;
      }
      bool good = false;
      if (*key == "descr" && !descr) {
        good = descr = read_descr(header, why);
      } else if (*key == "fortran_order" && !order) {
        good = order = read_order(header);
      } else if (*key == "shape" && !shape) {
        good = shape = read_shape(header);
      }
      if (!good) {
        return false;
      }
      if (!take(',') && !peek('}')) {
        return false;
      }
    }
    skip_space();
    return descr && order && shape && at_ == text_.size();
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) {
      ++at_;
    }
  }
  bool peek(char wanted) {
    skip_space();
    return at_ < text_.size() && text_[at_] == wanted;
  }
  bool take(char wanted) {
    if (!peek(wanted)) {
      return false;
    }
    ++at_;
    return true;
  }
  std::optional<std::string_view> quoted() {
    skip_space();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) {
      return std::nullopt;
    }
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) {
      return std::nullopt;
    }
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return inside;
  }
  std::optional<std::size_t> number() {
    skip_space();
    std::size_t value = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc()) {
      return std::nullopt;
    }
    at_ += static_cast<std::size_t>(end - begin);
    if (at_ < text_.size() && text_[at_] == 'L') {
      ++at_;  // as Python 2 wrote long numbers
    }
    return value;
  }

  bool read_descr(NpyHeader& header, std::string& why) {
    if (peek('[')) {
      why = "holds records with fields, not numbers";
      return false;
    }
    const auto text = quoted();
    if (!text || text->size() < 2) {
      return false;
    }
    std::string_view rest = *text;
    if (std::string_view("<>|=").find(rest.front()) != std::string_view::npos) {
      header.big_endian = rest.front() == '>';
      rest.remove_prefix(1);
    }
    header.kind = rest.front();
    rest.remove_prefix(1);
    if (header.kind == 'O') {
      why = "holds Python objects, which are never unpickled";
      return false;
    }
    if (header.kind == 'M' || header.kind == 'm') {
      why = "holds dates or times, not numbers";
      return false;
    }
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), header.size);
    constexpr std::size_t largest = 1 << 24;
    // Elements of no bytes would let a short file promise any number of them.
    return error == std::errc() && end == rest.data() + rest.size() && header.size >= 1 &&
           header.size <= largest;
  }
  bool read_order(NpyHeader& header) {
    skip_space();
    for (const auto& [word, value] :
         {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        header.fortran_order = value;
        return true;
      }
    }
    return false;
  }
  bool read_shape(NpyHeader& header) {
    if (!take('(')) {
      return false;
    }
    while (!take(')')) {
      const auto length = number();
      constexpr std::size_t most_dimensions = 64;
      if (!length || header.shape.size() == most_dimensions) {
        return false;
      }
      header.shape.push_back(*length);
      if (!take(',') && !peek(')')) {
        return false;
      }
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Elements times their size, none where that is beyond what can be.
std::optional<std::size_t> byte_count(const NpyHeader& header) {
  std::size_t bytes = header.element_bytes();
  for (const std::size_t length : header.shape) {
    if (__builtin_mul_overflow(bytes, length, &bytes)) {
      return std::nullopt;
    }
  }
  return bytes;
}

std::size_t little(std::string_view bytes, std::size_t count) {
  std::size_t value = 0;
  for (std::size_t i = count; i-- > 0;) {
    value = value << 8U | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

}  // namespace

Error npy_error(const std::string& source, ErrorKind kind, std::string code, std::string problem,
                std::string advice) {
  return {.kind = kind,
          .source = source,
          .problem = std::move(problem),
          .advice = std::move(advice),
          .code = std::move(code)};
}

std::string NpyHeader::dtype() const {
  const std::string bits = std::to_string(8 * size);
  switch (kind) {
    case 'f':
      return "float" + bits;
    case 'i':
      return "int" + bits;
    case 'u':
      return "uint" + bits;
    case 'b':
      return "bool";
    case 'c':
      return "complex" + bits;
    default:
      return std::string(1, kind) + std::to_string(size);
  }
}

Result<NpyHeader> parse_npy_header(std::string_view bytes, const std::string& source) {
  const auto broken = [&](std::string problem) {
    return fail(npy_error(source, ErrorKind::bad_syntax, "FE-IO-30", std::move(problem),
                          "write it with numpy.save"));
  };
  if (bytes.empty()) {
    return broken("is empty");
  }
  if (!bytes.starts_with(magic)) {
    return broken("is no .npy file");
  }
  if (bytes.size() < magic.size() + 4) {
    return broken("ends within its head");
  }
  const auto version = static_cast<unsigned char>(bytes[magic.size()]);
  if (version < 1 || version > 3) {
    return broken("is a .npy file of version " + std::to_string(version) + ", 1 to 3 are known");
  }
  const std::size_t length_size = version == 1 ? 2 : 4;
  const std::size_t begin = magic.size() + 2 + length_size;
  if (bytes.size() < begin) {
    return broken("ends within its head");
  }
  const std::size_t length = little(bytes.substr(magic.size() + 2), length_size);
  if (length > longest_head || bytes.size() < begin + length) {
    return broken("ends within its head");
  }
  NpyHeader header;
  std::string why;
  if (!DictReader(bytes.substr(begin, length)).read(header, why)) {
    if (!why.empty()) {
      return fail(npy_error(source, ErrorKind::wrong_type, "FE-IO-31", why,
                            "save an array of float32 or float64"));
    }
    return broken("has a damaged head");
  }
  header.data = bytes.substr(begin + length);
  const auto wanted = byte_count(header);
  if (!wanted || *wanted > header.data.size()) {
    return fail(npy_error(
        source, ErrorKind::bad_syntax, "FE-IO-32",
        "is cut off: its head promises " +
            (wanted ? std::to_string(*wanted) + " bytes" : std::string("more than can be")) + ", " +
            std::to_string(header.data.size()) + " follow",
        "copy it again, or write it again"));
  }
  if (*wanted < header.data.size()) {
    return fail(npy_error(source, ErrorKind::bad_syntax, "FE-IO-32",
                          std::to_string(header.data.size() - *wanted) +
                              " bytes follow behind what its head promises",
                          "write it again; one array a file"));
  }
  return header;
}

}  // namespace foley::io
