#include "foley/io/percent_text.hpp"

#include <algorithm>
#include <array>

#include "foley/core/printable.hpp"

namespace foley::io {
namespace {

// White space beyond ASCII, at which Python splits lines into fields, and the byte-order mark,
// which would vanish at the start of a file.
constexpr std::array<std::string_view, 19> kForeign{
    "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004",
    "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200A", "\u2028",
    "\u2029", "\u202F", "\u205F", "\u3000", "\uFEFF"};

// How many bytes at the start of `rest` cannot stay as they are; 0 when the first can. The first
// `valid` bytes are UTF-8.
std::size_t unfit_length(std::string_view rest, std::size_t valid) {
  const auto first = static_cast<unsigned char>(rest.front());
  if (first <= 0x20 || first == 0x7F || valid == 0) {
    return 1;
  }
  if (first < 0x80) {
    return 0;
  }
  if (first == 0xC2 && static_cast<unsigned char>(rest[1]) < 0xA0) {
    return 2;  // U+0080 to U+009F: controls, one of which Python splits at
  }
  for (const std::string_view foreign : kForeign) {
    if (rest.starts_with(foreign)) {
      return foreign.size();
    }
  }
  return 0;
}

template <class Unfit, class Fit>
void walk(std::string_view id, const Unfit& unfit, const Fit& fit) {
  std::size_t valid_to = 0;
  for (std::size_t at = 0; at < id.size();) {
    const std::string_view rest = id.substr(at);
    if (at >= valid_to) {
      valid_to = at + std::min(first_invalid_utf8(rest), rest.size());
    }
    const std::size_t length =
        at == 0 && rest.front() == '#' ? 1 : unfit_length(rest, valid_to - at);
    if (length > 0) {
      unfit(rest.substr(0, length));
      at += length;
    } else {
      fit(rest.front());
      at += 1;
    }
  }
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

bool fits_trec(std::string_view id) {
  bool fits = !id.empty();
  walk(id, [&](std::string_view) { fits = false; }, [](char) {});
  return fits;
}

std::string percent_encoded(std::string_view id) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  text.reserve(id.size());
  const auto encode = [&](std::string_view bytes) {
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      text += '%';
      text += kDigits[byte >> 4U];
      text += kDigits[byte & 0xFU];
    }
  };
  walk(id, encode, [&](char c) {
    if (c == '%') {
      encode("%");
    } else {
      text += c;
    }
  });
  return text;
}

std::string percent_decoded(std::string_view text) {
  std::string id;
  id.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int high = at + 2 < text.size() && text[at] == '%' ? hex_value(text[at + 1]) : -1;
    const int low = high >= 0 ? hex_value(text[at + 2]) : -1;
    if (low >= 0) {
      id += static_cast<char>(high * 16 + low);
      at += 2;
    } else {
      id += text[at];
    }
  }
  return id;
}

}  // namespace foley::io
