#include "foley/io/decompress.hpp"

// Lets zlib take input that it may not write to.
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>

namespace foley::io {
namespace {

constexpr std::size_t kBlock = std::size_t{256} * 1024;

Error damaged(const std::string& source, std::string problem,
              std::string advice = "fetch or pack the file again") {
  return {.kind = ErrorKind::bad_syntax,
          .source = source,
          .problem = std::move(problem),
          .advice = std::move(advice),
          .code = "FE-IO-14"};
}

// The unpacked text, which may grow up to a limit.
class Output {
 public:
  Output(const std::string& source, std::uint64_t largest, const HeadCheck& check)
      : source_(source), largest_(largest), check_(check), checked_(!check) {}

  std::optional<Error> append(std::string_view block) {
    if (block.size() > largest_ - text_.size()) {
      return Error{.kind = ErrorKind::bad_value,
                   .source = source_,
                   .problem = "unpacked it is more than the " + std::to_string(largest_) +
                              " bytes that are read at most",
                   .advice = "is this the right file?",
                   .code = "FE-IO-13"};
    }
    text_ += block;
    if (checked_ || text_.size() < kHeadBytes) {
      return std::nullopt;
    }
    checked_ = true;
    return check_(std::string_view(text_).substr(0, kHeadBytes), source_);
  }

  std::string take() { return std::move(text_); }

 private:
  const std::string& source_;
  std::uint64_t largest_;
  const HeadCheck& check_;
  bool checked_;
  std::string text_;
};

class Inflater {
 public:
  // 16 more than the largest window: gzip only, checksums verified.
  Inflater() : ready_(inflateInit2(&stream_, 16 + MAX_WBITS) == Z_OK) {}
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  Inflater(Inflater&&) = delete;
  Inflater& operator=(Inflater&&) = delete;
  ~Inflater() {
    if (ready_) {
      inflateEnd(&stream_);
    }
  }

  [[nodiscard]] bool ready() const { return ready_; }
  z_stream& stream() { return stream_; }

 private:
  z_stream stream_{};
  bool ready_;
};

Error out_of_memory(const std::string& source) {
  return {.kind = ErrorKind::environment,
          .source = source,
          .problem = "there is not enough memory to unpack it",
          .advice = "give the process more memory"};
}

Error gzip_error(const std::string& source, int code, const char* message) {
  if (code == Z_MEM_ERROR) {
    return out_of_memory(source);
  }
  if (code == Z_BUF_ERROR) {
    return damaged(source, "the gzip data ends too early",
                   "it was cut off: fetch or pack the file again");
  }
  return damaged(source, std::string("the gzip data is damaged (") +
                             (message != nullptr ? message : "unknown fault") + ")");
}

Result<std::string> from_gzip(std::string_view bytes, const std::string& source, Output output) {
  Inflater inflater;
  if (!inflater.ready()) {
    return fail(out_of_memory(source));
  }
  z_stream& stream = inflater.stream();
  std::array<char, kBlock> block{};
  while (true) {
    // zlib counts in 32 bits.
    const std::size_t piece =
        std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max() / 2);
    stream.next_in = reinterpret_cast<const Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(piece);
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    const int code = inflate(&stream, Z_NO_FLUSH);
    bytes.remove_prefix(piece - stream.avail_in);
    if (auto error = output.append({block.data(), block.size() - stream.avail_out})) {
      return fail(std::move(*error));
    }
    if (code != Z_OK && code != Z_STREAM_END) {
      return fail(gzip_error(source, code, stream.msg));
    }
    if (code != Z_STREAM_END) {
      continue;
    }
    if (bytes.find_first_not_of('\0') == std::string_view::npos) {
      return output.take();
    }
    if (sniff_compression(bytes) != Compression::gzip) {
      return fail(damaged(source, "other bytes follow the gzip data"));
    }
    inflateReset(&stream);
  }
}

struct FreeStream {
  void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};

Result<std::string> from_zstd(std::string_view bytes, const std::string& source, Output output) {
  const std::unique_ptr<ZSTD_DStream, FreeStream> stream(ZSTD_createDStream());
  if (stream == nullptr) {
    return fail(out_of_memory(source));
  }
  std::array<char, kBlock> block{};
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  // Zero: a frame is complete. Its bytes may all be read while some of its text is still due.
  std::size_t due = 0;
  bool filled = false;
  do {
    ZSTD_outBuffer out{block.data(), block.size(), 0};
    due = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(due) != 0U) {
      return fail(damaged(source, std::string("the zstd data is damaged or not of its kind (") +
                                      ZSTD_getErrorName(due) + ")"));
    }
    if (auto error = output.append({block.data(), out.pos})) {
      return fail(std::move(*error));
    }
    filled = out.pos == out.size;
  } while (in.pos < in.size || (due != 0 && filled));
  if (due != 0) {
    return fail(damaged(source, "the zstd data ends too early",
                        "it was cut off: fetch or pack the file again"));
  }
  return output.take();
}

Error not_read(const std::string& source, const std::string& packing, const std::string& tool) {
  return damaged(source, "it is packed with " + packing + ", which is not read",
                 "unpack it first (" + tool + "), or pack it with gzip or zstd");
}

}  // namespace

Compression sniff_compression(std::string_view head) {
  using namespace std::string_view_literals;
  // The first byte of a skippable frame's magic number is any of 0x50 to 0x5F.
  const bool skippable = head.size() >= 4 &&
                         (static_cast<unsigned char>(head[0]) & 0xF0U) == 0x50 &&
                         head.substr(1, 3) == "\x2A\x4D\x18"sv;
  if (head.starts_with("\x1F\x8B"sv)) {
    return Compression::gzip;
  }
  if (head.starts_with("\x28\xB5\x2F\xFD"sv) || skippable) {
    return Compression::zstd;
  }
  if (head.starts_with("\x04\x22\x4D\x18"sv)) {
    return Compression::lz4;
  }
  if (head.starts_with("BZh"sv) && head.size() > 3 && head[3] >= '1' && head[3] <= '9' &&
      head.substr(4).starts_with("1A"sv)) {
    return Compression::bzip2;
  }
  if (head.starts_with("\xFD\x37\x7A\x58\x5A\x00"sv)) {
    return Compression::xz;
  }
  return head.starts_with("PK\x03\x04"sv) ? Compression::zip : Compression::none;
}

Result<std::string> decompressed(std::string_view bytes, const std::string& source,
                                 std::uint64_t largest, const HeadCheck& check) {
  switch (sniff_compression(bytes)) {
    case Compression::none: {
      Output output(source, largest, check);
      if (auto error = output.append(bytes)) {
        return fail(std::move(*error));
      }
      return output.take();
    }
    case Compression::gzip:
      return from_gzip(bytes, source, Output(source, largest, check));
    case Compression::zstd:
      return from_zstd(bytes, source, Output(source, largest, check));
    case Compression::lz4:
      return fail(not_read(source, "LZ4", "lz4 -d FILE"));
    case Compression::bzip2:
      return fail(not_read(source, "bzip2", "bunzip2 FILE"));
    case Compression::xz:
      return fail(not_read(source, "xz", "unxz FILE"));
    case Compression::zip:
      return fail(not_read(source, "ZIP", "unzip FILE"));
  }
  return fail(not_read(source, "something unknown", "file FILE names it"));
}

}  // namespace foley::io
