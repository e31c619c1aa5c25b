#include "foley/io/npz.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>

#include "foley/io/npy.hpp"
#include "io/embedding_fixture.hpp"
#include "support/one_line.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

using Names = std::vector<std::string>;

std::string archive(const char* name) { return bytes_of(numpy_files()["archives"][name]); }

void set_number(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    bytes.at(at + i) = static_cast<char>(value >> (8 * i) & 0xFFU);
  }
}

std::string little(std::uint64_t value, std::size_t size) {
  std::string bytes(size, '\0');
  set_number(bytes, 0, value, size);
  return bytes;
}

// Where the directory begins, and the record that ends the file.
std::size_t directory_of(const std::string& bytes) { return bytes.find("PK\x01\x02"); }
std::size_t end_of(const std::string& bytes) { return bytes.rfind("PK\x05\x06"); }

// The first error of opening the archive and reading all its arrays.
std::string said(const std::string& bytes) {
  const auto file = NpzFile::parse(bytes, "x.npz");
  if (!file) {
    EXPECT_TRUE(testing::is_good_line(file.error()));
    return file.error().to_line();
  }
  for (const std::string& name : file->names()) {
    if (const auto found = file->bytes(name); !found) {
      EXPECT_TRUE(testing::is_good_line(found.error()));
      return found.error().to_line();
    }
  }
  return "accepted";
}

TEST(Npz, ReadsWhatNumPyWrites) {
  for (const char* name : {"stored", "deflated"}) {
    const std::string bytes = archive(name);
    const auto file = NpzFile::parse(bytes, name);
    ASSERT_TRUE(file) << file.error().to_line();
    EXPECT_EQ(file->names(), (Names{"embeddings", "clips", "categories", "manifest"}));
    EXPECT_TRUE(file->has("clips"));
    EXPECT_FALSE(file->has("clips.npy"));
    const auto rows = file->bytes("embeddings");
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows_of(parse_npy(rows->first, name)->view)[1],
              (std::vector<double>{0.75, 1.25, 1.75, 2.25}));
    const auto clips = file->bytes("clips");
    ASSERT_TRUE(clips);
    EXPECT_EQ(*parse_npy_texts(clips->first, name), (Names{"a", "b", "a"}));
    EXPECT_EQ(refusal(file->bytes("x")),
              std::string(name) +
                  ": has no array 'x'; write it with numpy.savez; copy it again if "
                  "it was cut off [FE-IO-35]");
  }
}

TEST(Npz, UnpackedBytesOutliveTheFile) {
  const std::string bytes = archive("deflated");
  auto found = NpzFile::parse(bytes, "x")->bytes("clips");
  ASSERT_TRUE(found);
  EXPECT_EQ(parse_npy_texts(found->first, "x")->size(), 3U);
}

TEST(Npz, EveryCutIsRefused) {
  const std::string bytes = archive("deflated");
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(NpzFile::parse(std::string_view(bytes).substr(0, length), "x")) << length;
  }
  EXPECT_NE(said("").find("is empty"), std::string::npos);
  EXPECT_NE(said("\x93NUMPY not a zip archive at all").find("is no .npz file, or cut off"),
            std::string::npos);
}

TEST(Npz, CommentsBehindTheDirectory) {
  std::string bytes = archive("stored");
  set_number(bytes, end_of(bytes) + 20, 7, 2);
  EXPECT_NE(said(bytes).find("is no .npz file"), std::string::npos);
  EXPECT_EQ(said(bytes + "a notice"), said(bytes));
  EXPECT_EQ(said(bytes + "comment"), "accepted");
}

TEST(Npz, DamageIsFound) {
  struct Case {
    const char* archive;
    std::function<void(std::string&)> change;
    const char* says;
  };
  const std::vector<Case> cases{
      {"stored", [](std::string& b) { b[200] = static_cast<char>(b[200] ^ 1); },
       "the array 'embeddings' is damaged: its checksum is wrong"},
      {"deflated", [](std::string& b) { b[100] = static_cast<char>(b[100] ^ 1); },
       "the array 'embeddings' is damaged"},
      {"deflated", [](std::string& b) { set_number(b, directory_of(b) + 16, 1, 4); },
       "the array 'embeddings' is damaged"},
      // One byte fewer, one more, and far more than it unpacks to.
      {"deflated", [](std::string& b) { set_number(b, directory_of(b) + 24, 175, 4); },
       "the array 'embeddings' is damaged"},
      {"deflated", [](std::string& b) { set_number(b, directory_of(b) + 24, 177, 4); },
       "the array 'embeddings' is damaged"},
      {"deflated", [](std::string& b) { set_number(b, directory_of(b) + 24, 4000000000, 4); },
       "the array 'embeddings' is damaged"},
      {"deflated", [](std::string& b) { set_number(b, directory_of(b) + 10, 12, 2); },
       "the array 'embeddings' is packed in a way that NumPy does not use"},
      {"stored", [](std::string& b) { set_number(b, directory_of(b) + 24, 10, 4); },
       "the array 'embeddings' is damaged"},
      {"stored", [](std::string& b) { set_number(b, directory_of(b) + 42, 1, 4); },
       "the array 'embeddings' is not where the directory says"},
      {"stored", [](std::string& b) { set_number(b, directory_of(b) + 42, 0xFFFFFFF0, 4); },
       "the array 'embeddings' is not where the directory says"},
      {"stored", [](std::string& b) { set_number(b, directory_of(b) + 20, 100000, 4); },
       "the array 'embeddings' is cut off"},
      {"stored", [](std::string& b) { set_number(b, directory_of(b) + 28, 60000, 2); },
       "has a damaged directory"},
      {"stored", [](std::string& b) { set_number(b, end_of(b) + 10, 5, 2); },
       "has a damaged directory"},
      {"stored", [](std::string& b) { set_number(b, end_of(b) + 16, 0xFFFFFF, 4); },
       "is no .npz file"},
  };
  for (const Case& each : cases) {
    std::string bytes = archive(each.archive);
    each.change(bytes);
    const std::string line = said(bytes);
    EXPECT_EQ(line.find(std::string("x.npz: ") + each.says), 0U) << each.says << " | " << line;
    EXPECT_NE(line.find("[FE-IO-35]"), std::string::npos) << line;
  }
}

// The directory of a file of more than 4 GB, as Python writes it, on a small one.
std::string with_zip64(const std::string& bytes) {
  const std::size_t begin = directory_of(bytes);
  std::string entry = bytes.substr(begin, end_of(bytes) - begin);
  const std::size_t name = static_cast<unsigned char>(entry[28]);
  const std::string sizes = entry.substr(24, 4) + little(0, 4) + entry.substr(20, 4) +
                            little(0, 4) + entry.substr(42, 4) + little(0, 4);
  for (const std::size_t at : {std::size_t{20}, std::size_t{24}, std::size_t{42}}) {
    set_number(entry, at, 0xFFFFFFFF, 4);
  }
  entry = entry.substr(0, 46 + name) + little(1, 2) + little(24, 2) + sizes;
  set_number(entry, 30, 28, 2);
  const std::size_t end64 = begin + entry.size();
  return bytes.substr(0, begin) + entry + "PK\x06\x06" + little(44, 8) + little(45, 2) +
         little(45, 2) + little(0, 8) + little(1, 8) + little(1, 8) + little(entry.size(), 8) +
         little(begin, 8) + "PK\x06\x07" + little(0, 4) + little(end64, 8) + little(1, 4) +
         "PK\x05\x06" + little(0, 4) + little(0xFFFF, 2) + little(0xFFFF, 2) +
         little(0xFFFFFFFF, 4) + little(0xFFFFFFFF, 4) + little(0, 2);
}

TEST(Npz, Zip64) {
  const std::string array = bytes_of(numpy_files()["arrays"]["f4"]["hex"]);
  const std::string bytes = with_zip64(npz_bytes({{"embeddings", array}}));
  const auto file = NpzFile::parse(bytes, "x");
  ASSERT_TRUE(file) << file.error().to_line();
  EXPECT_EQ(file->bytes("embeddings")->first, array);
  std::string lost = bytes;
  set_number(lost, lost.rfind("PK\x06\x07") + 8, ~std::uint64_t{0}, 8);
  EXPECT_NE(said(lost).find("is no .npz file"), std::string::npos);
  std::string huge = bytes;
  set_number(huge, huge.find("PK\x06\x06") + 48, ~std::uint64_t{0} - 10, 8);
  EXPECT_NE(said(huge).find("is no .npz file"), std::string::npos);
  // An array of 2^63 bytes, packed: refused by its size, not by trying.
  std::string bomb = bytes;
  const std::size_t directory = directory_of(bomb);
  set_number(bomb, directory + 10, 8, 2);
  set_number(bomb, directory + 46 + 14 + 4, std::uint64_t{1} << 63U, 8);
  EXPECT_NE(said(bomb).find("unpacks to more than 64 GB"), std::string::npos) << said(bomb);
}

TEST(Npz, WritesWhatItReads) {
  const std::string bytes = npz_bytes({{"a", "first"}, {"b/ü", std::string(70000, 'x')}});
  EXPECT_EQ(said(bytes), "accepted");
  const auto file = NpzFile::parse(bytes, "x");
  EXPECT_EQ(file->names(), (Names{"a", "b/ü"}));
  EXPECT_EQ(file->bytes("a")->first, "first");
  EXPECT_EQ(file->bytes("b/ü")->first, std::string(70000, 'x'));
  EXPECT_EQ(bytes, npz_bytes({{"a", "first"}, {"b/ü", std::string(70000, 'x')}}));
  EXPECT_EQ(NpzFile::parse(npz_bytes({}), "x")->names(), Names{});
  EXPECT_NE(said(npz_bytes({{"a", "1"}, {"a", "2"}})).find("holds the array 'a' twice"),
            std::string::npos);
}

RC_GTEST_PROP(Npz, NoFlippedByteDoesHarm, ()) {
  std::string bytes = archive(*rc::gen::element("stored", "deflated"));
  for (int i = 0; i < 3; ++i) {
    bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
  }
  RC_ASSERT(!said(bytes).empty());
}

TEST(Npz, OpensFiles) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(NpzFile::open(folder.write("a.npz", archive("stored")))->names().size(), 4U);
  EXPECT_EQ(NpzFile::open(folder / "none.npz").error().kind, ErrorKind::not_found);
}

}  // namespace
}  // namespace foley::io
