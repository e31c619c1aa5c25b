#include "foley/golden/corpus.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "golden/samples.hpp"

namespace foley::golden {
namespace {

struct File {
  std::string_view file;
  std::string_view id;
};

class ClipId : public ::testing::TestWithParam<File> {};

TEST_P(ClipId, IsTheStemOfTheFile) { EXPECT_EQ(clip_id(GetParam().file), GetParam().id); }

// What PurePosixPath(file).stem of Python gives.
INSTANTIATE_TEST_SUITE_P(Table, ClipId,
                         ::testing::Values(File{"a.wav", "ring0:a"}, File{"d/a.b.wav", "ring0:a.b"},
                                           File{".hid", "ring0:.hid"}, File{"", "ring0:"},
                                           File{"x/", "ring0:x"}, File{"x.wav/", "ring0:x"},
                                           File{"x//", "ring0:x"}, File{"a", "ring0:a"},
                                           File{"a.", "ring0:a."}, File{".hid.wav", "ring0:.hid"},
                                           File{"/", "ring0:"}, File{"/abs/a.wav", "ring0:a"},
                                           File{"a b.wav", "ring0:a b"}, File{"é.wav", "ring0:é"},
                                           File{"..", "ring0:.."}, File{"a..wav", "ring0:a."},
                                           File{"d.d/a", "ring0:a"}, File{"a.WAV", "ring0:a"},
                                           File{"a\\b.wav", "ring0:a\\b"}));

struct Stated {
  std::optional<std::string> license_id;
  bool verified_by_manifest;
  std::string_view id;
  bool verified;
};

class LicenseOf : public ::testing::TestWithParam<Stated> {};

TEST_P(LicenseOf, FailsClosed) {
  CorpusEntry entry = clip("a.wav", "a");
  entry.license_id = GetParam().license_id;
  entry.rights_verified = GetParam().verified_by_manifest;
  const search::License license = license_of(entry);
  EXPECT_EQ(license.id, GetParam().id);
  EXPECT_EQ(license.rights_verified, GetParam().verified);
}

INSTANTIATE_TEST_SUITE_P(
    Table, LicenseOf,
    ::testing::Values(
        Stated{"CC0-1.0", true, "CC0-1.0", true}, Stated{"CC0-1.0", false, "CC0-1.0", false},
        Stated{"CC-BY-NC-4.0", true, "CC-BY-NC-4.0", true},
        Stated{"user-owned", true, "user-owned", true},
        Stated{"https://creativecommons.org/licenses/by/4.0/", true, "CC-BY-4.0", true},
        Stated{"https://creativecommons.org/licenses/by/4.0/", false, "CC-BY-4.0", false},
        Stated{"public domain", true, "PDM-1.0", false},
        Stated{"CC BY-SA 4.0", true, "unknown", false}, Stated{"unknown", true, "unknown", false},
        Stated{"", true, "unknown", false}, Stated{"All rights reserved", true, "unknown", false},
        Stated{std::nullopt, true, "unknown", false}));

}  // namespace
}  // namespace foley::golden
