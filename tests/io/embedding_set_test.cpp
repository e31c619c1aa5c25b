#include "foley/io/embedding_set.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "foley/io/npy.hpp"
#include "foley/io/npz.hpp"
#include "io/embedding_fixture.hpp"
#include "support/one_line.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

using Names = std::vector<std::string>;
using Rows = std::vector<std::vector<double>>;
using Ids = std::vector<std::uint32_t>;
using testing::TemporaryFolder;

std::string npy(const Rows& rows, bool flat = false) {
  std::vector<double> values;
  for (const auto& row : rows) {
    values.insert(values.end(), row.begin(), row.end());
  }
  return npy_bytes(EmbeddingView(values.data(), rows.size(), rows.front().size()), flat);
}

std::string npy_f4(const std::vector<float>& row) {
  return npy_bytes(EmbeddingView(row.data(), 1, row.size()), true);
}

std::string said(const std::string& path, const EmbeddingOptions& options = {}) {
  const auto set = load_embeddings(path, options);
  EXPECT_TRUE(set || testing::is_good_line(set.error()));
  return refusal(set);
}

// The line of the error without the folder it begins with.
std::string said(const TemporaryFolder& folder, const std::string& name,
                 const EmbeddingOptions& options = {}) {
  const std::string line = said(folder / name, options);
  const std::string start = folder.path().string() + "/";
  return line.starts_with(start) ? line.substr(start.size()) : line;
}

void write_in(const TemporaryFolder& folder, const std::string& name, const std::string& bytes) {
  std::filesystem::create_directories((folder.path() / name).parent_path());
  ASSERT_FALSE(folder.write(name, bytes).empty());
}

TEST(EmbeddingSet, Npy) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.npy", npy({{1, 2}, {3, 4}, {5, 6}}));
  auto set = load_embeddings(path);
  ASSERT_TRUE(set) << set.error().to_line();
  EXPECT_EQ(rows_of(set->view()), (Rows{{1, 2}, {3, 4}, {5, 6}}));
  EXPECT_EQ(set->dtype, "float64");
  EXPECT_EQ(set->source, path);
  EXPECT_EQ(set->clip_count(), 3U);
  EXPECT_TRUE(set->clips.empty() && set->categories.empty() && set->clip_of_row.empty());
  EXPECT_TRUE(set->manifest.empty());
  write_in(folder, "a.npy.manifest.json", R"({"embedding": "clap"})");
  EXPECT_EQ(load_embeddings(path)->manifest.get("embedding"), "clap");
  write_in(folder, "a.npy.manifest.json", "[]");
  EXPECT_EQ(said(folder, "a.npy").find("a.npy.manifest.json:1: is a list; "), 0U);
  EXPECT_EQ(rows_of(load_embeddings(folder.write("B.NPY", npy({{1, 2}}, true)))->view()),
            (Rows{{1, 2}}));
}

TEST(EmbeddingSet, NpzOfNumPy) {
  const TemporaryFolder folder;
  for (const char* name : {"stored", "deflated"}) {
    const auto set = load_embeddings(
        folder.write(std::string(name) + ".npz", bytes_of(numpy_files()["archives"][name])));
    ASSERT_TRUE(set) << set.error().to_line();
    EXPECT_EQ(set->view().rows(), 3U);
    EXPECT_EQ(set->view().at(2, 3), 4.25);
    EXPECT_EQ(set->dtype, "float32");
    EXPECT_EQ(set->clips, (Names{"a", "b"}));
    EXPECT_EQ(set->clip_of_row, (Ids{0, 1, 0}));
    EXPECT_EQ(set->categories, (Names{"rain", "door"}));
    EXPECT_EQ(set->clip_count(), 2U);
    EXPECT_EQ(set->manifest.get("embedding"), "clap");
    EXPECT_EQ(set->manifest.get("sample_rate_hz"), "48000");
  }
}

TEST(EmbeddingSet, NpzWithOtherNames) {
  const TemporaryFolder folder;
  const auto other =
      load_embeddings(folder.write("other.npz", bytes_of(numpy_files()["archives"]["other_name"])));
  ASSERT_TRUE(other) << other.error().to_line();
  EXPECT_EQ(other->view().rows(), 3U);
  EXPECT_EQ(other->view().cols(), 4U);
  const std::string rows = npy({{1, 2}, {3, 4}});
  EXPECT_EQ(load_embeddings(folder.write("x.npz", npz_bytes({{"y", npy({{9}})}, {"x", rows}})))
                ->view()
                .cols(),
            2U);
  static_cast<void>(folder.write("two.npz", npz_bytes({{"a", rows}, {"b", rows}})));
  EXPECT_EQ(said(folder, "two.npz"),
            "two.npz: has no array 'embeddings', nor a single one of two dimensions; save the rows "
            "under that name: numpy.savez(file, embeddings=x) [FE-IO-36]");
  write_in(folder, "x.npz.manifest.json", R"({"toolkit": "foley"})");
  EXPECT_EQ(load_embeddings(folder / "x.npz")->manifest.get("toolkit"), "foley");
}

TEST(EmbeddingSet, NpzWhoseTextsDoNotFit) {
  const TemporaryFolder folder;
  const std::string rows = npy({{1, 2}, {3, 4}, {5, 6}});
  const std::string two = npy_with("{'descr': '|S1', 'fortran_order': False, 'shape': (2,)}", "ab");
  const std::string aba =
      npy_with("{'descr': '|S1', 'fortran_order': False, 'shape': (3,)}", "aba");
  const std::string abc =
      npy_with("{'descr': '|S1', 'fortran_order': False, 'shape': (3,)}", "abc");
  const auto with = [&](const std::string& clips, const std::string& categories) {
    static_cast<void>(folder.write(
        "a.npz", npz_bytes({{"embeddings", rows}, {"ids", clips}, {"categories", categories}})));
    return said(folder, "a.npz");
  };
  EXPECT_EQ(with(aba, aba), "accepted");
  EXPECT_EQ(with(two, aba),
            "a.npz, array ids: has 2 texts for 3 embeddings; give one text an embedding "
            "[FE-IO-37]");
  EXPECT_NE(with(aba, two).find("a.npz, array categories: has 2 texts"), std::string::npos);
  EXPECT_EQ(
      with(aba, abc).find("a.npz: row 3 puts clip 'a' into category 'c', a row before into 'a'; "),
      0U)
      << with(aba, abc);
  const auto named = [&](const std::string& names) {
    return with(npy_with("{'descr': '|S1', 'fortran_order': False, 'shape': (3,)}", names), aba);
  };
  EXPECT_NE(named("a\nb").find("of clip 2 holds a control character"), std::string::npos);
  EXPECT_NE(named("ab\xff").find("of clip 3 is not UTF-8"), std::string::npos);
  EXPECT_NE(named("ab\xff").find("[FE-IO-02]"), std::string::npos);
}

TEST(EmbeddingSet, Tables) {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& name, const std::string& text) {
    auto set = load_embeddings(folder.write(name, text));
    EXPECT_TRUE(set) << refusal(set);
    return set ? std::move(*set) : EmbeddingSet();
  };
  const EmbeddingSet bare = read("a.csv", "1,2\n3,4.5\n");
  EXPECT_EQ(rows_of(bare.view()), (Rows{{1, 2}, {3, 4.5}}));
  EXPECT_TRUE(bare.clips.empty());
  const EmbeddingSet named = read("a.csv", "x,1,2\r\ny,3,4\r\n\r\nx,5,6\r\n");
  EXPECT_EQ(rows_of(named.view()), (Rows{{1, 2}, {3, 4}, {5, 6}}));
  EXPECT_EQ(named.clips, (Names{"x", "y"}));
  EXPECT_EQ(named.clip_of_row, (Ids{0, 1, 0}));
  const EmbeddingSet full =
      read("a.tsv", "e0\tCategory\te1\tFile\n1\train\t2\ta b\n3\tdoor\t4\tc\n");
  EXPECT_EQ(rows_of(full.view()), (Rows{{1, 2}, {3, 4}}));
  EXPECT_EQ(full.clips, (Names{"a b", "c"}));
  EXPECT_EQ(full.categories, (Names{"rain", "door"}));
  const EmbeddingSet grouped = read("a.csv", "category,a,b\nrain,1,2\nrain,3,4\n");
  EXPECT_EQ(grouped.categories, (Names{"rain", "rain"}));
  EXPECT_EQ(grouped.clip_count(), 2U);
}

TEST(EmbeddingSet, TablesOfPandas) {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& text) {
    const auto set = load_embeddings(folder.write("a.csv", text));
    EXPECT_TRUE(set) << refusal(set);
    return set ? std::pair(rows_of(set->view()), set->clips) : std::pair(Rows(), Names());
  };
  const Rows rows{{0.5, 2}, {3, 4}};
  EXPECT_EQ(read("0,1\n0.5,2\n3,4\n"), (std::pair(rows, Names())));
  EXPECT_EQ(read(",0,1\n0,0.5,2\n1,3,4\n"), (std::pair(rows, Names{"0", "1"})));
  EXPECT_EQ(read(",a,b\nx,0.5,2\ny,3,4\n"), (std::pair(rows, Names{"x", "y"})));
  EXPECT_EQ(read(",clip,a,b\n0,x,0.5,2\n1,y,3,4\n"), (std::pair(rows, Names{"x", "y"})));
}

TEST(EmbeddingSet, FaultsOfTables) {
  const TemporaryFolder folder;
  const auto line = [&](const std::string& text) {
    static_cast<void>(folder.write("a.csv", text));
    return said(folder, "a.csv");
  };
  EXPECT_EQ(line("x,1,2\ny,3\n"),
            "a.csv:2:1: has 2 fields, the first line 3; give every line the same columns "
            "[FE-IO-37]");
  EXPECT_EQ(line("x,1,2\ny,3,inf\n"),
            "a.csv:2:5: is NaN or infinite; give numbers in all columns but clip and category "
            "[FE-IO-34]");
  EXPECT_EQ(line("clip,a,b\ny,,2\n").find("a.csv:2:3: is no number; "), 0U);
  EXPECT_EQ(line("x,1,1e200\n").find("a.csv: x: row 1, column 2 is beyond 1e140; "), 0U);
  EXPECT_NE(line("clip,a\n").find("holds no embeddings"), std::string::npos);
  EXPECT_NE(line("clip\nx\n").find("holds no embeddings"), std::string::npos);
  EXPECT_NE(line("").find("a.csv"), std::string::npos);
}

TEST(EmbeddingSet, FolderOfClips) {
  const TemporaryFolder folder;
  write_in(folder, "set/b.npy", npy_f4({1, 2}));
  write_in(folder, "set/a.npy", npy_f4({3, 0.1F}));
  write_in(folder, "set/notes.txt", "no embedding");
  auto set = load_embeddings(folder / "set");
  ASSERT_TRUE(set) << set.error().to_line();
  EXPECT_EQ(rows_of(set->view()), (Rows{{3, 0.1F}, {1, 2}}));
  EXPECT_EQ(set->view().type(), ElementType::float32);
  EXPECT_EQ(set->clips, (Names{"a", "b"}));
  EXPECT_TRUE(set->clip_of_row.empty() && set->categories.empty());
  // Frames, and numbers that need float64, behind ones that do not.
  write_in(folder, "set/aa.npy", npy({{0.1, 5}, {6, 7}}));
  write_in(folder, "set/manifest.json", R"({"hop": 480})");
  set = load_embeddings(folder / "set");
  ASSERT_TRUE(set) << set.error().to_line();
  EXPECT_EQ(rows_of(set->view()), (Rows{{3, 0.1F}, {0.1, 5}, {6, 7}, {1, 2}}));
  EXPECT_EQ(set->view().type(), ElementType::float64);
  EXPECT_EQ(set->clips, (Names{"a", "aa", "b"}));
  EXPECT_EQ(set->clip_of_row, (Ids{0, 1, 1, 2}));
  EXPECT_EQ(set->clip_count(), 3U);
  EXPECT_EQ(set->manifest.get("hop"), "480");
  write_in(folder, "set/c.npy", npy({{1, 2, 3}}));
  EXPECT_EQ(said(folder, "set"),
            "set/c.npy: has 3 dimensions, a.npy has 2; keep one embedding model a folder "
            "[FE-IO-37]");
  write_in(folder, "set/c.npy", "no array");
  EXPECT_EQ(said(folder, "set").find("set/c.npy: is no .npy file; "), 0U);
}

TEST(EmbeddingSet, FoldersOfCategories) {
  const TemporaryFolder folder;
  write_in(folder, "set/rain/b.npy", npy({{1, 2}}));
  write_in(folder, "set/rain/a.npy", npy({{3, 4}}));
  write_in(folder, "set/door/b.npy", npy({{5, std::nan("")}}));
  EXPECT_EQ(said(folder, "set"),
            "set: door/b: row 1, column 2 is NaN; find out why the embedder gave it, or leave the "
            "row out [FE-IO-34]");
  write_in(folder, "set/door/b.npy", npy({{5, 6}}));
  const auto set = load_embeddings(folder / "set");
  ASSERT_TRUE(set) << set.error().to_line();
  EXPECT_EQ(rows_of(set->view()), (Rows{{5, 6}, {3, 4}, {1, 2}}));
  EXPECT_EQ(set->clips, (Names{"door/b", "rain/a", "rain/b"}));
  EXPECT_EQ(set->categories, (Names{"door", "rain", "rain"}));
}

TEST(EmbeddingSet, CachesOfOtherToolkits) {
  const TemporaryFolder folder;
  write_in(folder, "set/a.wav", "sound");
  write_in(folder, "set/embeddings/clap/a.npy", npy({{1, 2}, {3, 4}}));
  auto set = load_embeddings(folder / "set");
  ASSERT_TRUE(set) << set.error().to_line();
  EXPECT_EQ(set->view().rows(), 2U);
  EXPECT_EQ(set->clips, Names{"a"});
  EXPECT_EQ(set->manifest.get("embedding"), "clap");
  write_in(folder, "set/embeddings/vggish/a.npy", npy({{1, 2, 3}}));
  EXPECT_EQ(said(folder, "set"),
            "set: holds caches of several models: clap, vggish; choose one with --model "
            "[FE-IO-36]");
  EXPECT_EQ(load_embeddings(folder / "set", {.model = "vggish"})->view().cols(), 3U);
  EXPECT_EQ(said(folder, "set", {.model = "pann"}),
            "set: holds no cache of model 'pann'; choose one of clap, vggish [FE-IO-36]");
  write_in(folder, "set/embeddings/vggish/manifest.json", R"({"embedding": "VGGish v1"})");
  EXPECT_EQ(load_embeddings(folder / "set", {.model = "vggish"})->manifest.get("embedding"),
            "VGGish v1");
}

TEST(EmbeddingSet, NothingThere) {
  const TemporaryFolder folder;
  EXPECT_EQ(load_embeddings(folder / "none.npy").error().kind, ErrorKind::not_found);
  EXPECT_EQ(said(folder, "none.mat"), "none.mat: there is no such file; check the path [FE-IO-01]");
  write_in(folder, "a.mat", "x");
  EXPECT_EQ(said(folder, "a.mat").find("a.mat: is of no kind that is read; "), 0U);
  write_in(folder, "empty/notes.txt", "x");
  EXPECT_EQ(said(folder, "empty").find("empty: holds no .npy file; "), 0U);
  write_in(folder, "rows.npy", bytes_of(numpy_files()["arrays"]["no_rows"]["hex"]));
  EXPECT_EQ(said(folder, "rows.npy"),
            "rows.npy: holds no embeddings; check how it was written [FE-IO-36]");
  write_in(folder, "nan.npy", npy({{1, 2}, {3, -std::numeric_limits<double>::infinity()}}));
  EXPECT_EQ(said(folder, "nan.npy").find("nan.npy: row 2, column 2 is infinite; "), 0U);
}

TEST(EmbeddingSet, TheSetsThatComeWithTheProgram) {
  for (const char* name : {"reference", "generator_a", "generator_b"}) {
    const auto set = load_embeddings(std::string(FOLEY_DATA) + "/fidelity/" + name + ".npz",
                                     {.model = {}, .threads = 2});
    ASSERT_TRUE(set) << set.error().to_line();
    EXPECT_GT(set->view().rows(), 1U);
    EXPECT_EQ(set->clips.size(), set->clip_count());
    EXPECT_EQ(set->categories.size(), set->clip_count());
    EXPECT_FALSE(set->manifest.get("embedding").empty());
  }
}

}  // namespace
}  // namespace foley::io
