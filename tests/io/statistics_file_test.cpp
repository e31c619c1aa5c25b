#include "foley/io/statistics_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "foley/io/npy.hpp"
#include "foley/io/npz.hpp"
#include "io/embedding_fixture.hpp"
#include "support/one_line.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

using Arrays = std::vector<std::pair<std::string, std::string>>;
using testing::TemporaryFolder;

const std::vector<double> kMean{0.1, -2};
const std::vector<double> kCovariance{2, 0.5, 0.5, 1};

std::string mean_npy() { return npy_bytes(EmbeddingView(kMean.data(), 1, 2), true); }
std::string covariance_npy() { return npy_bytes(EmbeddingView(kCovariance.data(), 2, 2)); }
std::string number_npy(double value) { return npy_bytes(EmbeddingView(&value, 1, 1), true); }

std::string said(const std::string& path, const std::string& model = {}) {
  const auto file = load_statistics(path, model);
  EXPECT_TRUE(file || testing::is_good_line(file.error()));
  const std::string line = refusal(file);
  const std::size_t start = line.find("foley-test-");
  return start == std::string::npos ? line : line.substr(line.find('/', start) + 1);
}

TEST(StatisticsFile, RoundTrip) {
  const TemporaryFolder folder;
  StatisticsFile file;
  file.mean = kMean;
  file.covariance = kCovariance;
  file.count = 12345;
  file.bandwidth = 0.1 + 0.2;
  file.bandwidth_rule = "median of the reference";
  file.manifest.set("embedding", "cläp");
  const std::string path = folder / "s.npz";
  ASSERT_TRUE(save_statistics(path, file));
  EXPECT_TRUE(holds_statistics(path));
  auto again = load_statistics(path);
  ASSERT_TRUE(again) << again.error().to_line();
  EXPECT_EQ(again->mean, file.mean);
  EXPECT_EQ(again->covariance, file.covariance);
  EXPECT_EQ(again->count, 12345U);
  EXPECT_EQ(again->bandwidth, 0.1 + 0.2);
  EXPECT_EQ(again->bandwidth_rule, file.bandwidth_rule);
  EXPECT_EQ(again->manifest, file.manifest);
  EXPECT_EQ(again->source, path);
  file.bandwidth.reset();
  ASSERT_TRUE(save_statistics(path, file));
  EXPECT_EQ(load_statistics(path)->bandwidth, std::nullopt);
  EXPECT_EQ(NpzFile::open(path)->names().front(), "format");
  EXPECT_FALSE(save_statistics(folder / "none/s.npz", file));
}

TEST(StatisticsFile, OfOtherToolkits) {
  const TemporaryFolder folder;
  const auto write = [&](const Arrays& arrays) { return folder.write("s.npz", npz_bytes(arrays)); };
  for (const auto& [mean, covariance] : {std::pair("mu", "cov"), std::pair("mu", "sigma")}) {
    const std::string path = write({{mean, mean_npy()}, {covariance, covariance_npy()}});
    EXPECT_TRUE(holds_statistics(path));
    const auto file = load_statistics(path);
    ASSERT_TRUE(file) << file.error().to_line();
    EXPECT_EQ(file->mean, kMean);
    EXPECT_EQ(file->covariance, kCovariance);
    EXPECT_EQ(file->count, 0U);
    EXPECT_TRUE(file->manifest.empty());
  }
  const std::string path = write({{"clap.mu", mean_npy()},
                                  {"clap.cov", covariance_npy()},
                                  {"vggish.mu", mean_npy()},
                                  {"vggish.cov", covariance_npy()}});
  EXPECT_TRUE(holds_statistics(path));
  EXPECT_NE(said(path).find("s.npz: holds statistics of several models; choose one with --model"),
            std::string::npos);
  EXPECT_EQ(load_statistics(path, "vggish")->manifest.get("embedding"), "vggish");
  EXPECT_NE(said(path, "pann").find("holds no mean"), std::string::npos);
}

TEST(StatisticsFile, Folders) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& bytes) {
    std::filesystem::create_directories((folder.path() / name).parent_path());
    ASSERT_FALSE(folder.write(name, bytes).empty());
  };
  write("set/stats/clap/mu.npy", mean_npy());
  EXPECT_NE(said(folder / "set").find("cov.npy: there is no such file"), std::string::npos);
  write("set/stats/clap/cov.npy", covariance_npy());
  EXPECT_TRUE(holds_statistics(folder / "set"));
  const auto file = load_statistics(folder / "set");
  ASSERT_TRUE(file) << file.error().to_line();
  EXPECT_EQ(file->covariance, kCovariance);
  EXPECT_EQ(file->manifest.get("embedding"), "clap");
  // Where the sounds themselves are at hand, they say more.
  write("set/embeddings/clap/a.npy", mean_npy());
  EXPECT_FALSE(holds_statistics(folder / "set"));
  write("other/a.npy", mean_npy());
  EXPECT_FALSE(holds_statistics(folder / "other"));
  EXPECT_NE(said(folder / "other").find("holds no statistics"), std::string::npos);
}

TEST(StatisticsFile, WhatIsNone) {
  const TemporaryFolder folder;
  EXPECT_FALSE(holds_statistics(folder / "none.npz"));
  EXPECT_FALSE(holds_statistics(folder.write("a.npy", mean_npy())));
  EXPECT_FALSE(holds_statistics(folder.write("broken.npz", "PK")));
  EXPECT_FALSE(
      holds_statistics(folder.write("set.npz", npz_bytes({{"embeddings", covariance_npy()},
                                                          {"mean", mean_npy()},
                                                          {"covariance", covariance_npy()}}))));
  EXPECT_FALSE(holds_statistics(std::string(FOLEY_DATA) + "/fidelity/reference.npz"));
  const auto with = [&](const char* name, const std::string& bytes) {
    Arrays arrays{{"mean", mean_npy()}, {"covariance", covariance_npy()}};
    std::erase_if(arrays, [&](const auto& array) { return array.first == name; });
    arrays.emplace_back(name, bytes);
    return said(folder.write("s.npz", npz_bytes(arrays)));
  };
  EXPECT_EQ(with("n", number_npy(2)), "accepted");
  for (const double n : {0.0, 1.0, -5.0, 2.5, 1e300}) {
    EXPECT_NE(with("n", number_npy(n)).find("does not say of how many embeddings it is"),
              std::string::npos)
        << n;
  }
  EXPECT_NE(with("n", mean_npy()).find("does not say"), std::string::npos);
  EXPECT_EQ(with("bandwidth", number_npy(0.5)), "accepted");
  EXPECT_NE(with("bandwidth", number_npy(0)).find("has a bandwidth that is none"),
            std::string::npos);
  EXPECT_NE(with("manifest", npy_text_bytes("[]")).find("s.npz, array manifest:1: is a list"),
            std::string::npos);
  EXPECT_EQ(with("mean", covariance_npy()),
            "s.npz: has a mean of 4 numbers and a covariance of 2 x 2; write it with `foley-eval "
            "fidelity statistics` [FE-IO-39]");
  EXPECT_NE(with("mean", number_npy(1)).find("a mean of 1 numbers"), std::string::npos);
  const std::vector<double> lopsided{2, 0.5, 0.4, 1};
  EXPECT_NE(with("covariance", npy_bytes(EmbeddingView(lopsided.data(), 2, 2))).find("[FE-IO-39]"),
            std::string::npos);
  const std::vector<double> negative{2, 3, 3, 1};
  EXPECT_NE(with("covariance", npy_bytes(EmbeddingView(negative.data(), 2, 2))).find("[FE-IO-39]"),
            std::string::npos);
  EXPECT_NE(said(folder.write("m.npz", npz_bytes({{"mean", mean_npy()}})))
                .find("holds no mean with its covariance"),
            std::string::npos);
}

}  // namespace
}  // namespace foley::io
