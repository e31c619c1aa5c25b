#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/io/file_bytes.hpp"

namespace foley::io {

/// What a file is packed with, told by its first bytes. The last four are known only to be refused
/// with advice.
enum class Compression { none, gzip, zstd, lz4, bzip2, xz, zip };

/// How bytes that begin like this are packed; `none` for text. Six bytes suffice.
[[nodiscard]] Compression sniff_compression(std::string_view head);

/// The text in packed bytes: gzip (RFC 1952, all members one after another, zero bytes behind the
/// last are padding) or Zstandard (RFC 8878, all frames, skippable ones too); bytes that are not
/// packed come back as they are.
///
/// Refused with FE-IO-14: a file that ends too early, a checksum or length that does not fit, other
/// bytes behind the last member, a packing that is not read (LZ4, bzip2, xz, ZIP), a Zstandard
/// window beyond 128 MiB. Refused with FE-IO-13: more than `largest` bytes of text; no more than
/// that is ever unpacked. `check` may refuse a longer text for its first kHeadBytes, before
/// the rest is unpacked. The errors of the packing have no line.
[[nodiscard]] Result<std::string> decompressed(std::string_view bytes, const std::string& source,
                                               std::uint64_t largest = kLargestRun,
                                               const HeadCheck& check = nullptr);

}  // namespace foley::io
