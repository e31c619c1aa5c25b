#include "foley/io/decompress.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <string>
#include <utility>
#include <vector>

#include "support/one_line.hpp"

namespace foley::io {
namespace {

using namespace std::string_literals;

const std::string kText = "q1 Q0 a 1 2.5 tag\n";
constexpr std::uint64_t kEnough = 1 << 20;

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

// As the programs gzip and zstd write kText.
const std::string kGzip = from_hex(
    "1f8b0800000000000003"
    "2b34540834504854305430d2335528494ce70200aa2f165d12000000");
const std::string kZstd =
    from_hex("28b52ffd045891000071312051302061203120322e35207461670ad4ea3881");

std::string gzipped(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 32, '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstandard(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

std::string unpacked(const std::string& bytes, std::uint64_t largest = kEnough) {
  const auto text = decompressed(bytes, "run.gz", largest);
  EXPECT_TRUE(text.has_value()) << text.error().to_line();
  return text.value_or("refused");
}

TEST(Decompress, TellsPackingsByTheirFirstBytes) {
  const std::vector<std::pair<std::string, Compression>> rows{
      {kGzip, Compression::gzip},
      {kZstd, Compression::zstd},
      {"\x53\x2A\x4D\x18"s, Compression::zstd},
      {"\x04\x22\x4D\x18rest"s, Compression::lz4},
      {"BZh91AY&SY"s, Compression::bzip2},
      {"\xFD"s + "7zXZ\0rest"s, Compression::xz},
      {"PK\x03\x04"s, Compression::zip},
      {"", Compression::none},
      {"\x1F", Compression::none},
      {"BZh9 Q0 a 1 2 tag", Compression::none},
      {"PK Q0 a 1 2 tag", Compression::none},
      {kText, Compression::none},
  };
  for (const auto& [bytes, packing] : rows) {
    EXPECT_EQ(sniff_compression(bytes), packing) << bytes;
    EXPECT_EQ(sniff_compression(bytes.substr(0, 6)), packing) << bytes;
  }
}

TEST(Decompress, ReadsWhatOtherProgramsWrite) {
  EXPECT_EQ(unpacked(kGzip), kText);
  EXPECT_EQ(unpacked(kZstd), kText);
  EXPECT_EQ(unpacked(kText), kText);
  EXPECT_EQ(unpacked(""), "");
}

TEST(Decompress, ReadsAllMembersAndFrames) {
  EXPECT_EQ(unpacked(kGzip + gzipped("") + kGzip), kText + kText);
  EXPECT_EQ(unpacked(kGzip + std::string(512, '\0')), kText);
  const std::string skippable = "\x50\x2A\x4D\x18\x03\x00\x00\x00xyz"s;
  EXPECT_EQ(unpacked(skippable + kZstd + skippable + zstandard("") + kZstd), kText + kText);
}

RC_GTEST_PROP(DecompressProperty, GivesBackWhatWasPacked, ()) {
  std::string text;
  const auto pieces = *rc::gen::inRange(0, 6);
  for (int i = 0; i < pieces; ++i) {
    const auto c = static_cast<char>(*rc::gen::inRange(0, 256));
    text += std::string(*rc::gen::element<std::size_t>(1, 100, 262144, 262145), c);
  }
  RC_ASSERT(decompressed(gzipped(text), "f", 4 * kEnough).value() == text);
  RC_ASSERT(decompressed(zstandard(text), "f", 4 * kEnough).value() == text);
}

TEST(Decompress, StopsAtTheLimit) {
  const std::string bomb(8 * kEnough, 'a');
  for (const std::string& bytes : {gzipped(bomb), zstandard(bomb), bomb}) {
    EXPECT_EQ(unpacked(bytes, bomb.size()), bomb);
    const auto refused = decompressed(bytes, "run.gz", bomb.size() - 1);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, "FE-IO-13");
    EXPECT_TRUE(testing::is_good_line(refused.error()));
  }
}

TEST(Decompress, IsRefusedForItsHead) {
  const std::string text = "head" + std::string(2 * kHeadBytes, 'a');
  for (const std::string& bytes : {gzipped(text), zstandard(text), text}) {
    std::size_t seen = 0;
    const auto refused =
        decompressed(bytes, "run.gz", 8 * kEnough, [&](std::string_view head, const std::string&) {
          EXPECT_TRUE(head.starts_with("head"));
          seen = head.size();
          return std::optional(Error{.kind = ErrorKind::bad_value, .code = "head"});
        });
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, "head");
    EXPECT_EQ(seen, kHeadBytes);
  }
}

// Every cut is refused, in the head as in the checksum at the end.
TEST(Decompress, RefusesEveryCut) {
  for (const std::string& whole : {kGzip, kZstd, kGzip + kGzip}) {
    for (std::size_t size = 4; size < whole.size(); ++size) {
      if (size == kGzip.size()) {
        continue;  // the first of two members is whole
      }
      const auto text = decompressed(whole.substr(0, size), "run.gz", kEnough);
      ASSERT_FALSE(text.has_value()) << size;
      EXPECT_EQ(text.error().code, "FE-IO-14");
      EXPECT_TRUE(testing::is_good_line(text.error()));
    }
  }
}

TEST(Decompress, RefusesEveryFlippedByteBehindTheHead) {
  // gzip's head holds a time stamp and such, which no checksum covers.
  constexpr std::size_t kHead = 10;
  for (std::size_t at = kHead; at < kGzip.size(); ++at) {
    std::string bytes = kGzip;
    bytes[at] = static_cast<char>(bytes[at] ^ 0xFF);
    const auto text = decompressed(bytes, "run.gz", kEnough);
    EXPECT_FALSE(text.has_value()) << at;
  }
}

struct Refused {
  const char* name;
  std::string bytes;
  const char* about;
};

TEST(Decompress, RefusesWithAdvice) {
  const std::vector<Refused> rows{
      {"wrong checksum of zstd", kZstd.substr(0, kZstd.size() - 1) + "x", "damaged"},
      {"text behind a member", kGzip + kText, "other bytes follow"},
      {"zeros and more", kGzip + "\0\0x"s, "other bytes follow"},
      {"text behind a frame", kZstd + kText, "damaged"},
      {"a frame behind a member", kGzip + kZstd, "other bytes follow"},
      {"no method", "\x1F\x8B\x07"s + std::string(20, '\0'), "damaged"},
      {"magic of zstd alone", kZstd.substr(0, 4), "ends too early"},
      {"LZ4", "\x04\x22\x4D\x18"s, "LZ4"},
      {"bzip2", "BZh91AY", "bzip2"},
      {"xz", "\xFD"s + "7zXZ\0"s, "xz"},
      {"ZIP", "PK\x03\x04", "ZIP"},
  };
  for (const Refused& row : rows) {
    const auto text = decompressed(row.bytes, "run.gz", kEnough);
    ASSERT_FALSE(text.has_value()) << row.name;
    EXPECT_EQ(text.error().kind, ErrorKind::bad_syntax) << row.name;
    EXPECT_EQ(text.error().code, "FE-IO-14") << row.name;
    EXPECT_NE(text.error().problem.find(row.about), std::string::npos) << text.error().to_line();
    EXPECT_TRUE(testing::is_good_line(text.error())) << row.name;
  }
}

}  // namespace
}  // namespace foley::io
