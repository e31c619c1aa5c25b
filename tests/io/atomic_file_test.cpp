#include "foley/io/atomic_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "support/one_line.hpp"
#include "support/oracle.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

namespace fs = std::filesystem;
using testing::file_text;
using testing::TemporaryFolder;

unsigned mode_of(const std::string& path) {
  struct stat status{};
  EXPECT_EQ(stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777U;
}

TEST(WriteAtomically, WritesANewFile) {
  const TemporaryFolder folder;
  const std::string bytes("a\0b\n", 4);
  const mode_t before = umask(027);
  const auto written = write_atomically(folder / "new", bytes);
  umask(before);
  ASSERT_TRUE(written.has_value()) << written.error().to_line();
  EXPECT_EQ(file_text(folder / "new"), bytes);
  EXPECT_EQ(mode_of(folder / "new"), 0640U);
  EXPECT_EQ(folder.count(), 1U);
}

TEST(WriteAtomically, ReplacesTheContent) {
  const TemporaryFolder folder;
  const std::string path = folder.write("file", "something much longer than the new content");
  ASSERT_TRUE(write_atomically(path, "short").has_value());
  EXPECT_EQ(file_text(path), "short");
  ASSERT_TRUE(write_atomically(path, "").has_value());
  EXPECT_EQ(file_text(path), "");
  EXPECT_EQ(folder.count(), 1U);
}

TEST(WriteAtomically, KeepsThePermissions) {
  const TemporaryFolder folder;
  const std::string path = folder.write("file", "old");
  for (const unsigned mode : {0600U, 0664U, 0444U}) {
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    ASSERT_TRUE(write_atomically(path, "new").has_value());
    EXPECT_EQ(mode_of(path), mode);
  }
}

TEST(WriteAtomically, AnOpenReaderKeepsTheOldBytes) {
  const TemporaryFolder folder;
  const std::string path = folder.write("file", "old bytes");
  std::ifstream reader(path);
  ASSERT_TRUE(write_atomically(path, "new").has_value());
  std::string seen;
  std::getline(reader, seen);
  EXPECT_EQ(seen, "old bytes");
}

TEST(WriteAtomically, FollowsASymbolicLink) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "real");
  const std::string target = folder.write("real/file", "old");
  fs::create_symlink("real/file", folder / "link");
  fs::create_symlink("link", folder / "link_to_link");
  ASSERT_TRUE(write_atomically(folder / "link_to_link", "new").has_value());
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_TRUE(fs::is_symlink(folder / "link_to_link"));
  EXPECT_EQ(file_text(target), "new");
  EXPECT_EQ(folder.count(), 3U);
}

TEST(WriteAtomically, FollowsALinkWhoseTargetIsNotThereYet) {
  const TemporaryFolder folder;
  fs::create_symlink("later", folder / "link");
  ASSERT_TRUE(write_atomically(folder / "link", "new").has_value());
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(file_text(folder / "later"), "new");
}

TEST(WriteAtomically, LeavesALoopOfLinksAlone) {
  const TemporaryFolder folder;
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  const auto written = write_atomically(folder / "a", "new");
  EXPECT_FALSE(written.has_value());
  EXPECT_TRUE(fs::is_symlink(folder / "a"));
  EXPECT_TRUE(fs::is_symlink(folder / "b"));
  EXPECT_EQ(folder.count(), 2U);
}

TEST(WriteAtomically, NamesAMissingFolder) {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "x");
  for (const std::string& path : {folder / "nosuch/file", file + "/below"}) {
    const auto written = write_atomically(path, "x");
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error().kind, ErrorKind::not_found) << path;
    EXPECT_EQ(written.error().source, path);
    EXPECT_TRUE(testing::is_good_line(written.error()));
  }
  EXPECT_EQ(file_text(file), "x");
  EXPECT_EQ(folder.count(), 1U);
}

TEST(WriteAtomically, RefusesAFolderAsTarget) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "inner");
  fs::create_directory_symlink("inner", folder / "link");
  for (const char* name : {"inner", "link"}) {
    const auto written = write_atomically(folder / name, "x");
    ASSERT_FALSE(written.has_value()) << name;
    EXPECT_EQ(written.error().kind, ErrorKind::bad_value);
    EXPECT_TRUE(testing::is_good_line(written.error()));
  }
  EXPECT_EQ(folder.count(), 2U);
  EXPECT_TRUE(fs::is_empty(folder / "inner"));
}

TEST(WriteAtomically, AReadOnlyFolderIsAFaultOfTheEnvironment) {
  if (geteuid() == 0) {
    GTEST_SKIP() << "the superuser may write everywhere";
  }
  const TemporaryFolder folder;
  const std::string path = folder.write("file", "old");
  ASSERT_EQ(chmod(folder.path().c_str(), 0555), 0);
  const auto written = write_atomically(path, "new");
  ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().kind, ErrorKind::environment);
  EXPECT_EQ(written.error().exit_code(), 3);
  EXPECT_EQ(file_text(path), "old");
  EXPECT_EQ(folder.count(), 1U);
}

// As /dev/null is: replacing a device or pipe by a file would break it for everybody.
TEST(WriteAtomically, DoesNotReplaceAPipeByAFile) {
  const TemporaryFolder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  const auto written = write_atomically(path, "x");
  close(reader);
  EXPECT_TRUE(fs::is_fifo(path)) << "written: " << written.has_value();
  EXPECT_EQ(folder.count(), 1U);
}

}  // namespace
}  // namespace foley::io
