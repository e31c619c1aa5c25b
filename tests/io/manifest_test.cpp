#include "foley/fidelity/manifest.hpp"

#include <gtest/gtest.h>

#include "foley/io/embedding_set.hpp"
#include "io/embedding_fixture.hpp"

namespace foley::io {
namespace {

using fidelity::Manifest;
using Fields = std::vector<std::pair<std::string, std::string>>;

Manifest manifest_of(const Fields& fields) {
  Manifest manifest;
  for (const auto& [field, value] : fields) {
    manifest.set(field, value);
  }
  return manifest;
}

std::string listed(const std::vector<fidelity::ManifestDifference>& differences) {
  std::string text;
  for (const auto& each : differences) {
    text += each.field + ":" + each.first + "/" + each.second + " ";
  }
  return text;
}

TEST(Manifest, KeepsItsOrderWhateverIsSetFirst) {
  Manifest manifest = manifest_of(
      {{"zone", "b"}, {"n", "3"}, {"area", "a"}, {"hop", "480"}, {"embedding", "clap"}});
  EXPECT_EQ(
      manifest.fields(),
      (Fields{{"embedding", "clap"}, {"hop", "480"}, {"n", "3"}, {"zone", "b"}, {"area", "a"}}));
  manifest.set("hop", "240");
  EXPECT_EQ(manifest.get("hop"), "240");
  manifest.set("hop", "");
  EXPECT_EQ(manifest.get("hop"), "");
  EXPECT_EQ(manifest.fields().size(), 4U);
  EXPECT_FALSE(manifest.empty());
  EXPECT_TRUE(Manifest().empty());
  EXPECT_EQ(fidelity::manifest_fields().size(), 14U);
}

TEST(Manifest, DifferencesAreOfWhatDecides) {
  const Manifest a = manifest_of({{"embedding", "clap"},
                                  {"sample_rate_hz", "48000"},
                                  {"n", "10"},
                                  {"dtype", "float32"},
                                  {"created_by", "x"},
                                  {"window", "hann"},
                                  {"layer", "4"}});
  EXPECT_EQ(listed(differences(a, a)), "");
  const Manifest b = manifest_of({{"embedding", "vggish"},
                                  {"sample_rate_hz", "48000.0"},
                                  {"n", "20"},
                                  {"dtype", "float16"},
                                  {"created_by", "y"},
                                  {"layer", "5"}});
  EXPECT_EQ(listed(differences(a, b)), "embedding:clap/vggish layer:4/5 ");
  EXPECT_EQ(listed(unknown_fields(a, b)), "window:hann/ ");
  EXPECT_EQ(listed(unknown_fields(b, a)), "window:/hann ");
  EXPECT_EQ(listed(differences(a, Manifest())), "");
  // Numbers that only begin alike are not the same.
  EXPECT_EQ(
      listed(differences(manifest_of({{"version", "1.0"}}), manifest_of({{"version", "1.0b"}}))),
      "version:1.0/1.0b ");
}

TEST(Manifest, Json) {
  const auto manifest = parse_manifest(
      R"({"n": 12, "embedding": "cläp", "hop": 0.5, "padded": true, "pooling": null})", "m.json");
  ASSERT_TRUE(manifest) << manifest.error().to_line();
  EXPECT_EQ(manifest->fields(),
            (Fields{{"embedding", "cläp"}, {"hop", "0.5"}, {"n", "12"}, {"padded", "true"}}));
  EXPECT_EQ(*parse_manifest(manifest_json(*manifest), "m.json"), *manifest);
  EXPECT_EQ(manifest_json(Manifest()), "{}");
  EXPECT_NE(refusal(parse_manifest("[1]", "m.json")).find("[FE-IO-38]"), std::string::npos);
  const std::string line = refusal(parse_manifest("{\n\"hop\": [1]}", "m.json"));
  EXPECT_EQ(line.find("m.json:2: hop: is a list; "), 0U) << line;
  EXPECT_NE(refusal(parse_manifest("{", "m.json")).find("m.json"), std::string::npos);
}

}  // namespace
}  // namespace foley::io
