#include "foley/core/digest.hpp"

#include <openssl/evp.h>

#include <memory>
#include <stdexcept>

namespace foley {
namespace {

template <std::size_t kSize>
std::array<std::uint8_t, kSize> evp_digest(std::string_view bytes, const EVP_MD* algorithm) {
  std::array<std::uint8_t, kSize> digest{};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, algorithm, nullptr) != 1 ||
      length != kSize) {
    throw std::runtime_error("OpenSSL refuses the digest (a FIPS-only configuration bars MD5)");
  }
  return digest;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : evp_digest<32>(bytes, EVP_sha256())) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 0xFU];
  }
  return text;
}

std::array<std::uint8_t, 16> md5(std::string_view bytes) {
  return evp_digest<16>(bytes, EVP_md5());
}

}  // namespace foley
