#include "foley/io/npy.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <stdexcept>

#include "io/embedding_fixture.hpp"
#include "support/near.hpp"
#include "support/one_line.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

using testing::is_good_line;

// The bytes of numbers as this machine, which is little-endian, has them.
template <class T>
std::string raw(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!values.empty()) {
    std::memcpy(bytes.data(), values.data(), bytes.size());
  }
  return bytes;
}

const std::string kHead = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n";
const std::string kData = raw<float>({1.0F, 2.0F, 3.0F, 4.0F});

Error refused(const std::string& bytes) {
  const auto array = parse_npy(bytes, "x.npy");
  EXPECT_FALSE(array.has_value());
  if (array) {
    return {};
  }
  EXPECT_TRUE(is_good_line(array.error()));
  return array.error();
}

std::string code_of(const std::string& bytes) { return refused(bytes).code; }

TEST(Npy, ReadsWhatNumPyWrote) {
  std::size_t files = 0;
  for (const auto& [name, file] : numpy_files()["arrays"].items()) {
    SCOPED_TRACE(name);
    const std::string bytes = bytes_of(file["hex"]);
    const auto array = parse_npy(bytes, name);
    ASSERT_TRUE(array.has_value()) << array.error().to_line();
    EXPECT_EQ(array->dtype, file["dtype"]);
    EXPECT_EQ(array->dimensions, file["dimensions"]);
    const auto rows = rows_of(array->view);
    const auto wanted = file["rows"].get<std::vector<std::vector<double>>>();
    ASSERT_EQ(rows.size(), wanted.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ASSERT_EQ(rows[i].size(), wanted[i].size());
      for (std::size_t j = 0; j < rows[i].size(); ++j) {
        EXPECT_TRUE(testing::same_bits(rows[i][j], wanted[i][j])) << i << ", " << j;
      }
    }
    files += 1;
  }
  EXPECT_GT(files, 30U);
}

TEST(Npy, KeepsHalvesAndSmallWholeNumbersInFloat32) {
  const auto type_of = [](const char* name) {
    const std::string bytes = bytes_of(numpy_files()["arrays"][name]["hex"]);
    return parse_npy(bytes, name)->view.type();
  };
  for (const char* name : {"f2", "f2_big_fortran", "f4_big", "i1", "i2", "u1", "u2_big"}) {
    EXPECT_EQ(type_of(name), ElementType::float32) << name;
  }
  for (const char* name : {"f8_fortran", "i4", "u4", "i8", "u8_big"}) {
    EXPECT_EQ(type_of(name), ElementType::float64) << name;
  }
}

TEST(Npy, HalvesThatAreNoNumbers) {
  const std::string head = "{'descr': '<f2', 'fortran_order': False, 'shape': (1, 3), }";
  const auto array =
      parse_npy(npy_with(head, raw<std::uint16_t>({0x7C00, 0xFC00, 0x7E01})), "x.npy");
  ASSERT_TRUE(array.has_value());
  EXPECT_EQ(array->view.at(0, 0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(array->view.at(0, 1), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(array->view.at(0, 2)));
}

TEST(Npy, LooksAtAlignedNumbersInPlaceAndCopiesOthers) {
  const std::vector<float> values{1.5F, -2.5F, 3.0F, 4.0F};
  const std::string file = npy_bytes(EmbeddingView(values.data(), 2, 2));
  const std::size_t data = file.size() - 4 * sizeof(float);
  ASSERT_EQ(data % 64, 0U);
  for (std::size_t shift = 0; shift < 5; ++shift) {
    alignas(8) std::array<char, 256> place{};
    std::copy(file.begin(), file.end(), place.begin() + static_cast<std::ptrdiff_t>(shift));
    const auto array = parse_npy({place.data() + shift, file.size()}, "x.npy");
    ASSERT_TRUE(array.has_value());
    EXPECT_EQ(rows_of(array->view), (std::vector<std::vector<double>>{{1.5, -2.5}, {3.0, 4.0}}));
    place[shift + data + 3] ^= '\x80';  // the sign of the first number
    EXPECT_EQ(array->view.at(0, 0), shift % 4 == 0 ? -1.5 : 1.5) << shift;
  }
}

TEST(Npy, HeadsThatNumPyReadsToo) {
  for (const std::string head : {
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }",
           "{\"shape\":(2,2),\"fortran_order\":False,\"descr\":\"<f4\"}",
           "{'fortran_order': False,'shape': (2 , 2, ), 'descr': '=f4'}   \n\n",
           "  {'descr': 'f4', 'fortran_order': False, 'shape': (2, 2)}",
       }) {
    const std::string bytes = npy_with(head, kData);
    const auto array = parse_npy(bytes, "x.npy");
    ASSERT_TRUE(array.has_value()) << head << ": " << array.error().to_line();
    EXPECT_EQ(array->view.at(1, 0), 3.0) << head;
  }
}

TEST(Npy, RefusesDamagedHeads) {
  EXPECT_EQ(code_of(""), "FE-IO-30");
  EXPECT_EQ(code_of("clip,1,2\n"), "FE-IO-30");
  EXPECT_EQ(code_of("\x93NUMPX" + npy_with(kHead, kData).substr(6)), "FE-IO-30");
  std::string later = npy_with(kHead, kData);
  later[6] = 4;
  EXPECT_EQ(code_of(later), "FE-IO-30");
  later[6] = 0;
  EXPECT_EQ(code_of(later), "FE-IO-30");
  for (const std::string head : {
           "",
           "{",
           "{}",
           "()",
           "{'descr': '<f4', 'fortran_order': False}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)} x",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), 'more': 1}",
           "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)}",
           "{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 2)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, -2)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2.0)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 99999999999999999999)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2 2)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': [2, 2]}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)",
           "{'descr': '<f4', 'fortran_order': False 'shape': (2, 2)}",
           "{'descr': '<f4, 'fortran_order': False, 'shape': (2, 2)}",
           "{'descr': '<f-4', 'fortran_order': False, 'shape': (2, 2)}",
           "{'descr': '', 'fortran_order': False, 'shape': (2, 2)}",
           "{'descr': '<f4', 'fortran_order': __import__('os'), 'shape': (2, 2)}",
       }) {
    EXPECT_EQ(code_of(npy_with(head, kData)), "FE-IO-30") << head;
  }
}

TEST(Npy, RefusesFilesThatAreCutOffOrTooLong) {
  const std::string whole = npy_with(kHead, kData);
  ASSERT_TRUE(parse_npy(whole, "x.npy").has_value());
  const std::size_t data = whole.size() - kData.size();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_EQ(code_of(whole.substr(0, length)), length < data ? "FE-IO-30" : "FE-IO-32") << length;
  }
  EXPECT_EQ(code_of(whole + "x"), "FE-IO-32");
  EXPECT_NE(refused(whole.substr(0, whole.size() - 5)).problem.find("cut off"), std::string::npos);
}

TEST(Npy, RefusesShapesWhoseSizeDoesNotFit) {
  for (const std::string shape :
       {"(4611686018427387904, 4)", "(4294967296, 4294967296)", "(18446744073709551615, 2)",
        "(9223372036854775807,)", "(1000000000, 512)"}) {
    EXPECT_EQ(code_of(npy_with("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}",
                               kData)),
              "FE-IO-32")
        << shape;
  }
  // Nothing to read, and no time spent on that.
  for (const char* type : {"<f2", "<f4"}) {
    const auto array = parse_npy(npy_with(std::string("{'descr': '") + type +
                                              "', 'fortran_order': True, "
                                              "'shape': (1152921504606846976, 0)}",
                                          ""),
                                 "x.npy");
    if (array) {
      EXPECT_EQ(array->view.cols(), 0U);
    } else {
      EXPECT_TRUE(is_good_line(array.error()));
    }
  }
}

TEST(Npy, RefusesWhatIsNoRealNumber) {
  for (const auto& [name, hex] : numpy_files()["refused"].items()) {
    const Error error = refused(bytes_of(hex));
    EXPECT_EQ(error.code, name == "three_dimensions" ? "FE-IO-33" : "FE-IO-31") << name;
    EXPECT_EQ(error.exit_code(), 2);
  }
  EXPECT_NE(refused(bytes_of(numpy_files()["refused"]["objects"])).problem.find("never unpickled"),
            std::string::npos);
}

TEST(NpyTexts, ReadsWhatNumPyWrote) {
  for (const auto& [name, file] : numpy_files()["texts"].items()) {
    const auto texts = parse_npy_texts(bytes_of(file["hex"]), name);
    ASSERT_TRUE(texts.has_value()) << name << ": " << texts.error().to_line();
    EXPECT_EQ(*texts, file["texts"].get<std::vector<std::string>>()) << name;
  }
  const std::string text = "{\"embedding\": \"雨\"}";
  EXPECT_EQ(parse_npy_texts(npy_text_bytes(text), "x")->front(), text);
  EXPECT_EQ(parse_npy_texts(npy_text_bytes(""), "x")->front(), "");
}

TEST(NpyTexts, RefusesOtherThings) {
  const auto error_of = [](const std::string& bytes) {
    const auto texts = parse_npy_texts(bytes, "x.npy");
    EXPECT_FALSE(texts.has_value());
    return texts ? Error{} : texts.error();
  };
  for (const auto& [name, hex] : numpy_files()["refused"].items()) {
    if (name != "texts") {
      EXPECT_EQ(error_of(bytes_of(hex)).code, "FE-IO-31") << name;
    }
  }
  const auto texts = [](const std::string& type, const std::string& shape, std::string_view data) {
    return npy_with("{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + "}",
                    data);
  };
  const std::vector<std::string> wrong{
      texts("<U1", "(1,)", raw<std::uint32_t>({0xD800})),
      texts("<U1", "(1,)", raw<std::uint32_t>({0x110000})),
      texts("<U2", "(1,)", raw<std::uint32_t>({0x41})),
      texts("<U1", "(1, 1)", raw<std::uint32_t>({0x41})),
      // So many empty texts take no byte of the file, but would all of the memory.
      texts("<U0", "(1152921504606846976,)", ""),
      texts("|S0", "(1152921504606846976,)", ""),
  };
  for (const std::string& bytes : wrong) {
    EXPECT_TRUE(is_good_line(error_of(bytes)));
  }
}

TEST(NpyWrite, WritesAsNumPyDoes) {
  for (const char* name : {"f4", "f8", "one_dimension", "no_rows", "f4_fraction"}) {
    const std::string bytes = bytes_of(numpy_files()["arrays"][name]["hex"]);
    const auto array = parse_npy(bytes, name);
    ASSERT_TRUE(array.has_value());
    // NumPy leaves more room in the head; what follows a reader's eye is the same.
    const std::string ours = npy_bytes(array->view, array->dimensions == 1);
    EXPECT_EQ(ours.substr(0, 8), bytes.substr(0, 8)) << name;
    EXPECT_EQ(ours.substr(10, ours.find(", }") - 7), bytes.substr(10, bytes.find(", }") - 7))
        << name;
    const std::size_t data = array->view.rows() * array->view.cols() *
                             (array->view.type() == ElementType::float32 ? 4 : 8);
    EXPECT_EQ(ours.substr(ours.size() - data), bytes.substr(bytes.size() - data)) << name;
    EXPECT_EQ((ours.size() - data) % 64, 0U) << name;
  }
  const std::vector<double> values(4, 1.0);
  EXPECT_THROW(static_cast<void>(npy_bytes(EmbeddingView(values.data(), 2, 2), true)),
               std::invalid_argument);
}

RC_GTEST_PROP(NpyWrite, IsReadBackBitForBit, (const std::vector<double>& values)) {
  const std::size_t cols = *rc::gen::inRange<std::size_t>(1, 5);
  const std::size_t rows = values.size() / cols;
  const std::string bytes = npy_bytes(EmbeddingView(values.data(), rows, cols));
  const auto array = parse_npy(bytes, "x.npy");
  RC_ASSERT(array.has_value());
  RC_ASSERT(array->view.rows() == rows);
  RC_ASSERT(array->view.cols() == cols);
  for (std::size_t i = 0; i < rows * cols; ++i) {
    RC_ASSERT(testing::same_bits(array->view.at(i / cols, i % cols), values[i]));
  }
}

TEST(NpyFile, IsMappedAndSaysWhatIsMissing) {
  const testing::TemporaryFolder folder;
  const auto array = load_npy(folder.write("x.npy", npy_with(kHead, kData)));
  ASSERT_TRUE(array.has_value());
  EXPECT_EQ(array->view.at(1, 1), 4.0);
  EXPECT_EQ(load_npy(folder.write("empty.npy", "")).error().code, "FE-IO-30");
  for (const std::string& path : {folder / "missing.npy", folder.path().string()}) {
    const auto wrong = load_npy(path);
    ASSERT_FALSE(wrong.has_value());
    EXPECT_TRUE(is_good_line(wrong.error()));
    EXPECT_EQ(wrong.error().code, "FE-IO-01");
    EXPECT_EQ(wrong.error().exit_code(), 2);
  }
  const std::string pipe = folder / "pipe.npy";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(load_npy(pipe).error().code, "FE-IO-01");
}

// A hole takes no block of the disk; in memory it would be 256 GiB.
TEST(NpyFile, MayBeLargerThanMemory) {
  const testing::TemporaryFolder folder;
  constexpr std::size_t rows = std::size_t{1} << 27U;
  std::string head =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", 512), }";
  head.resize(118, ' ');
  const std::string begin = npy_with(head);
  ASSERT_EQ(begin.size() % 64, 0U);
  const std::string path = folder.write("huge.npy", begin);
  std::error_code fault;
  std::filesystem::resize_file(path, begin.size() + rows * 512 * 4, fault);
  if (fault) {
    GTEST_SKIP() << "the file system has no holes of 256 GiB: " << fault.message();
  }
  const auto array = load_npy(path);
  ASSERT_TRUE(array.has_value()) << refusal(array);
  EXPECT_EQ(array->view.rows(), rows);
  EXPECT_EQ(array->view.at(rows - 1, 511), 0.0);
}

}  // namespace
}  // namespace foley::io
