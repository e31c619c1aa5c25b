#include "foley/search/sound_library.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "foley/search/hashing_embedder.hpp"

namespace foley::search {
namespace {

using Ids = std::vector<std::string>;

SoundRecord record(const std::string& id, const std::string& caption,
                   std::vector<std::string> tags = {}) {
  SoundRecord sound;
  sound.id = id;
  sound.caption = caption;
  sound.tags = std::move(tags);
  sound.license.id = "CC0-1.0";
  sound.license.rights_verified = true;
  return sound;
}

Ids ids(const std::vector<Candidate>& candidates) {
  Ids out;
  for (const Candidate& candidate : candidates) {
    out.push_back(candidate.sound->id);
  }
  return out;
}

class SoundLibraryTest : public ::testing::Test {
 protected:
  SoundLibraryTest() : library_(embedder_) {
    for (SoundRecord& each : std::vector<SoundRecord>{
             record("rain", "steady rain on a window"), record("wind", "wind in trees"),
             record("door", "a wooden door slams"), record("drip", "water drips", {"rain"})}) {
      EXPECT_TRUE(library_.add(std::move(each)).has_value());
    }
  }

  Ids search(const std::string& query, std::int64_t k, const SearchFilters& filters = {}) const {
    const auto found = library_.search(query, k, filters);
    return found ? ids(*found) : Ids{"(failed)"};
  }

  HashingBowEmbedder embedder_;
  SoundLibrary library_;
};

TEST_F(SoundLibraryTest, FindsByBothLegs) {
  const auto found = library_.search("rain on a window", 10);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), 4U);
  EXPECT_EQ(found->front().sound->id, "rain");
  EXPECT_TRUE(found->front().clap_score.has_value());
  EXPECT_TRUE(found->front().bm25_score.has_value());
  EXPECT_DOUBLE_EQ(found->front().rrf_score, 2.0 / 61.0);
  EXPECT_FALSE(found->back().bm25_score.has_value());
}

TEST_F(SoundLibraryTest, CutsToK) {
  EXPECT_EQ(search("rain", 1).size(), 1U);
  EXPECT_EQ(search("rain", 0), Ids{});
  EXPECT_EQ(search("rain", 100).size(), 4U);
}

TEST_F(SoundLibraryTest, AnEmptyQueryOrdersById) {
  EXPECT_EQ(search("", 10), (Ids{"door", "drip", "rain", "wind"}));
}

TEST_F(SoundLibraryTest, TagsCount) {
  const auto found = library_.search("rain", 10);
  ASSERT_TRUE(found.has_value());
  for (const Candidate& candidate : *found) {
    const bool expected = candidate.sound->id == "rain" || candidate.sound->id == "drip";
    EXPECT_EQ(candidate.bm25_score.has_value(), expected) << candidate.sound->id;
  }
}

TEST_F(SoundLibraryTest, ReplacesARecordInItsPlace) {
  ASSERT_TRUE(library_.add(record("wind", "glass breaks")).has_value());
  ASSERT_EQ(library_.records().size(), 4U);
  EXPECT_EQ(library_.records()[1].caption, "glass breaks");
  EXPECT_EQ(search("glass breaks", 1), (Ids{"wind"}));
  EXPECT_EQ(library_.find("wind")->caption, "glass breaks");
  EXPECT_EQ(library_.find("nosuch"), nullptr);
}

TEST_F(SoundLibraryTest, SimilarLeavesOutTheSoundItself) {
  const Ids similar = ids(library_.similar("rain", 10));
  EXPECT_EQ(similar.size(), 3U);
  EXPECT_EQ(std::count(similar.begin(), similar.end(), "rain"), 0);
  EXPECT_EQ(library_.similar("rain", 1).size(), 1U);
  EXPECT_TRUE(library_.similar("rain", 0).empty());
  EXPECT_TRUE(library_.similar("nosuch", 3).empty());
}

TEST(SearchFilters, PassWhenUnset) {
  EXPECT_FALSE(SearchFilters{}.any());
  EXPECT_TRUE(SearchFilters{}.pass(SoundRecord{}));
}

TEST(SearchFilters, CommercialNeedsAVerifiedLicence) {
  SearchFilters filters;
  filters.commercial_ok = true;
  EXPECT_TRUE(filters.any());
  SoundRecord sound = record("a", "a");
  EXPECT_TRUE(filters.pass(sound));
  sound.license.rights_verified = false;
  EXPECT_FALSE(filters.pass(sound));
  sound.license = {.id = "CC-BY-NC-4.0", .rights_verified = true};
  EXPECT_FALSE(filters.pass(sound));
  filters.commercial_ok = false;
  EXPECT_TRUE(filters.any());
  EXPECT_TRUE(filters.pass(sound));
}

TEST(SearchFilters, CategoryIsEquality) {
  SearchFilters filters;
  filters.ucs_category = "RAINGlas";
  SoundRecord sound = record("a", "a");
  EXPECT_FALSE(filters.pass(sound));
  sound.ucs_category = "RAINGlas";
  EXPECT_TRUE(filters.pass(sound));
  sound.ucs_category = "rainglas";
  EXPECT_FALSE(filters.pass(sound));
}

TEST(SearchFilters, UnknownNoisePassesAndUnknownDurationFails) {
  SearchFilters noise;
  noise.min_snr_db = 20.0;
  SearchFilters duration;
  duration.duration_range_s = {1.0, 2.0};
  SoundRecord sound = record("a", "a");
  EXPECT_TRUE(noise.pass(sound));
  EXPECT_FALSE(duration.pass(sound));
  sound.snr_db = 19.9;
  EXPECT_FALSE(noise.pass(sound));
  sound.snr_db = 20.0;
  EXPECT_TRUE(noise.pass(sound));
  for (const auto& [seconds, passes] :
       {std::pair{0.99, false}, {1.0, true}, {2.0, true}, {2.01, false}}) {
    sound.duration_s = seconds;
    EXPECT_EQ(duration.pass(sound), passes) << seconds;
  }
}

TEST_F(SoundLibraryTest, FiltersKeepEnoughCandidates) {
  SoundRecord far = record("zz_far", "rain");
  far.ucs_category = "RAIN";
  ASSERT_TRUE(library_.add(std::move(far)).has_value());
  SearchFilters filters;
  filters.ucs_category = "RAIN";
  EXPECT_EQ(search("wind in trees", 1, filters), (Ids{"zz_far"}));
}

TEST(SearchText, IsCaptionAndTags) {
  EXPECT_EQ(search_text(record("a", "wind", {"b", "c"})), "wind b c");
  EXPECT_EQ(search_text(record("a", "", {"b", "c"})), "b c");
  EXPECT_EQ(search_text(record("a", "wind")), "wind");
  EXPECT_EQ(search_text(record("a", "")), "");
}

}  // namespace
}  // namespace foley::search
