#include "foley/core/packed_bytes.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace foley {
namespace {

std::string written() {
  PackedWriter writer("things-1");
  writer.put(std::uint32_t{7});
  writer.put(std::uint64_t{1} << 40U);
  writer.put(-0.5);
  writer.put(std::vector<double>{1.5, 2.5});
  writer.put(std::string_view("name"));
  return std::move(writer).finish();
}

TEST(PackedBytes, ReadsWhatWasWritten) {
  const std::string bytes = written();
  auto reader = PackedReader::open(bytes, "things-1", "things", "here");
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->word32(), 7U);
  EXPECT_EQ(reader->word64(), std::uint64_t{1} << 40U);
  EXPECT_EQ(reader->number(), -0.5);
  std::vector<double> two(2);
  reader->numbers(two);
  EXPECT_EQ(two, (std::vector<double>{1.5, 2.5}));
  EXPECT_EQ(reader->text(), "name");
  EXPECT_TRUE(reader->good());
  EXPECT_EQ(reader->left(), 0U);
  EXPECT_EQ(reader->word64(), 0U);
  EXPECT_FALSE(reader->good());
}

TEST(PackedBytes, RefusesOtherBytesAndEveryChangedOne) {
  const std::string bytes = written();
  const auto error = PackedReader::open(bytes, "things-2", "things", "here");
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error().to_line(),
            "here: these are no things; give the bytes of things, whole and unchanged");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(PackedReader::open(changed, "things-1", "things", "here")) << i;
    EXPECT_FALSE(PackedReader::open(bytes.substr(0, i), "things-1", "things", "here")) << i;
  }
}

TEST(PackedBytes, ALengthBeyondTheEndIsNoText) {
  PackedWriter writer("things-1");
  writer.put(~std::uint64_t{0});
  const std::string bytes = std::move(writer).finish();
  auto reader = PackedReader::open(bytes, "things-1", "things", "here");
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->text(), "");
  EXPECT_FALSE(reader->good());
}

}  // namespace
}  // namespace foley
