#include "foley/core/printable.hpp"

#include <array>
#include <cstdint>
#include <cstring>

namespace foley {
namespace {

struct Decoded {
  char32_t code_point;
  std::size_t length;  // 0 = the byte at this place is not well-formed UTF-8
};

// Decodes one character by the table of well-formed sequences (Unicode 15, table 3-7).
Decoded decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) {
    return {lead, 1};
  }
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) {
    return {0, 0};
  }
  char32_t code_point = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80) {
      return {0, 0};
    }
    code_point = (code_point << 6) | (byte(at + i) & 0x3FU);
  }
  const bool overlong =
      (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  return overlong || surrogate || code_point > 0x10FFFF ? Decoded{0, 0}
                                                        : Decoded{code_point, length};
}

bool between(char32_t c, char32_t lo, char32_t hi) { return c >= lo && c <= hi; }

// Characters that move the cursor, end the line or turn the reading direction of what follows.
bool is_unsafe(char32_t c) {
  return c < 0x20 || between(c, 0x7F, 0x9F) || c == 0x061C || between(c, 0x200B, 0x200F) ||
         between(c, 0x2028, 0x202E) || between(c, 0x2066, 0x2069) || c == 0xFEFF;
}

bool is_combining(char32_t c) {
  return between(c, 0x0300, 0x036F) || between(c, 0x1AB0, 0x1AFF) || between(c, 0x1DC0, 0x1DFF) ||
         between(c, 0x20D0, 0x20FF) || between(c, 0xFE00, 0xFE0F) || between(c, 0xFE20, 0xFE2F);
}

bool is_wide(char32_t c) {
  return between(c, 0x1100, 0x115F) || between(c, 0x2E80, 0xA4CF) || between(c, 0xAC00, 0xD7A3) ||
         between(c, 0xF900, 0xFAFF) || between(c, 0xFE30, 0xFE6F) || between(c, 0xFF00, 0xFF60) ||
         between(c, 0xFFE0, 0xFFE6) || between(c, 0x1F300, 0x1FAFF) || between(c, 0x20000, 0x3FFFD);
}

std::string hex(std::uint32_t value, int digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
    text += kDigits[(value >> shift) & 0xFU];
  }
  return text;
}

// Most text is ASCII: eight bytes at a look.
std::size_t skip_ascii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  std::uint64_t word = 0;
  while (at + sizeof word <= text.size()) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & kHighBits) != 0) {
      break;
    }
    at += sizeof word;
  }
  return at;
}

}  // namespace

std::string printable(std::string_view text, std::size_t longest) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (longest > 0 && out.size() >= longest) {
      return out + "…";
    }
    const Decoded next = decode(text, at);
    if (next.length == 0) {
      out += "\\x" + hex(static_cast<unsigned char>(text[at]), 2);
      at += 1;
      continue;
    }
    if (is_unsafe(next.code_point)) {
      out += next.code_point < 0x100 ? "\\x" + hex(next.code_point, 2)
                                     : "\\u" + hex(next.code_point, 4);
    } else {
      out += text.substr(at, next.length);
    }
    at += next.length;
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded next = decode(text, at);
    if (next.length == 0) {
      columns += 1;
      at += 1;
      continue;
    }
    columns += is_combining(next.code_point) ? 0 : is_wide(next.code_point) ? 2 : 1;
    at += next.length;
  }
  return columns;
}

std::size_t first_invalid_utf8(std::string_view text) {
  for (std::size_t at = skip_ascii(text, 0); at < text.size(); at = skip_ascii(text, at)) {
    const Decoded next = decode(text, at);
    if (next.length == 0) {
      return at;
    }
    at += next.length;
  }
  return std::string_view::npos;
}

bool is_utf8(std::string_view text) { return first_invalid_utf8(text) == std::string_view::npos; }

}  // namespace foley
