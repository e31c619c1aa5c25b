#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace foley {

/// SHA-256 (FIPS 180-4) of the bytes, as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

/// MD5 (RFC 1321) of the bytes. Used as a stable hash of tokens, never for security.
[[nodiscard]] std::array<std::uint8_t, 16> md5(std::string_view bytes);

}  // namespace foley
