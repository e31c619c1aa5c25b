#include "foley/io/file_bytes.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/one_line.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

TEST(ReadFile, GivesAllBytes) {
  const testing::TemporaryFolder folder;
  std::string bytes("a\0b\r\n\xff", 6);
  EXPECT_EQ(read_file(folder.write("small", bytes)).value(), bytes);
  EXPECT_EQ(read_file(folder.write("empty", "")).value(), "");
  bytes.assign(3'000'001, 'x');  // more than one block
  bytes[2'999'999] = 'y';
  EXPECT_EQ(read_file(folder.write("large", bytes)).value(), bytes);
}

TEST(ReadFile, NamesAMissingFile) {
  const testing::TemporaryFolder folder;
  for (const std::string& path : {folder / "nosuch", folder / "nosuch/inner", std::string()}) {
    const auto bytes = read_file(path);
    ASSERT_FALSE(bytes.has_value());
    EXPECT_EQ(bytes.error().kind, ErrorKind::not_found) << path;
    EXPECT_EQ(bytes.error().line, 0U);
  }
  EXPECT_TRUE(testing::is_good_line(read_file(folder / "nosuch").error()));
}

TEST(ReadFile, RefusesAFolder) {
  const testing::TemporaryFolder folder;
  const auto bytes = read_file(folder.path().string());
  ASSERT_FALSE(bytes.has_value());
  EXPECT_EQ(bytes.error().kind, ErrorKind::bad_value);
  EXPECT_NE(bytes.error().problem.find("folder"), std::string::npos);
}

TEST(ReadFile, RefusesAFileThatIsTooLarge) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("file", "123456");
  EXPECT_EQ(read_file(path, 6).value(), "123456");
  const auto bytes = read_file(path, 5);
  ASSERT_FALSE(bytes.has_value());
  EXPECT_EQ(bytes.error().kind, ErrorKind::bad_value);
  EXPECT_TRUE(testing::is_good_line(bytes.error()));
}

TEST(ReadFile, RefusesAnEndlessDeviceInTime) {
  if (!std::filesystem::exists("/dev/zero")) {
    GTEST_SKIP() << "no /dev/zero here";
  }
  const auto bytes = read_file("/dev/zero", 10'000'000);
  ASSERT_FALSE(bytes.has_value());
  EXPECT_EQ(bytes.error().kind, ErrorKind::bad_value);
}

}  // namespace
}  // namespace foley::io
