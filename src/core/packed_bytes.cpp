#include "foley/core/packed_bytes.hpp"

#include <algorithm>

#include "foley/core/digest.hpp"

namespace foley {

namespace {

constexpr std::size_t digest_size = 64;

void append(std::string& bytes, std::uint64_t word, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    bytes += static_cast<char>(word >> (8 * i) & 0xFF);
  }
}

}  // namespace

PackedWriter::PackedWriter(std::string_view name) : bytes_(name) { bytes_ += '\n'; }

void PackedWriter::put(std::uint32_t word) { append(bytes_, word, 4); }

void PackedWriter::put(std::uint64_t word) { append(bytes_, word, 8); }

void PackedWriter::put(std::span<const double> numbers) {
  bytes_.reserve(bytes_.size() + 8 * numbers.size());
  for (const double number : numbers) {
    put(number);
  }
}

void PackedWriter::put(std::string_view text) {
  put(std::uint64_t{text.size()});
  bytes_ += text;
}

std::string PackedWriter::finish() && {
  bytes_ += sha256_hex(bytes_);
  return std::move(bytes_);
}

Result<PackedReader> PackedReader::open(std::string_view bytes, std::string_view name,
                                        std::string_view what, const std::string& source) {
  PackedReader reader;
  reader.what_ = what;
  reader.source_ = source;
  if (!bytes.starts_with(std::string(name) + '\n') ||
      bytes.size() < name.size() + 1 + digest_size) {
    return fail(reader.broken("these are no " + reader.what_));
  }
  const std::string_view body = bytes.substr(0, bytes.size() - digest_size);
  if (sha256_hex(body) != bytes.substr(body.size())) {
    return fail(reader.broken("the " + reader.what_ + " are damaged or cut off"));
  }
  reader.bytes_ = body.substr(name.size() + 1);
  return reader;
}

std::uint64_t PackedReader::take(std::size_t size) {
  if (bytes_.size() < size) {
    good_ = false;
    bytes_ = {};
    return 0;
  }
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < size; ++i) {
    word |= std::uint64_t{static_cast<unsigned char>(bytes_[i])} << (8 * i);
  }
  bytes_.remove_prefix(size);
  return word;
}

std::uint32_t PackedReader::word32() { return static_cast<std::uint32_t>(take(4)); }

std::uint64_t PackedReader::word64() { return take(8); }

void PackedReader::numbers(std::span<double> out) {
  for (double& x : out) {
    x = number();
  }
}

std::string PackedReader::text() {
  const std::uint64_t size = word64();
  if (size > bytes_.size()) {
    good_ = false;
    bytes_ = {};
    return {};
  }
  std::string result(bytes_.substr(0, size));
  bytes_.remove_prefix(size);
  return result;
}

Error PackedReader::broken(std::string problem) const {
  return {.kind = ErrorKind::bad_syntax,
          .source = source_,
          .problem = std::move(problem),
          .advice = "give the bytes of " + what_ + ", whole and unchanged"};
}

}  // namespace foley
