#include "foley/golden/ucs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/oracle.hpp"

namespace foley::golden {
namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::istringstream text(testing::file_text(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    if (line.ends_with('\r')) {
      line.pop_back();
    }
    lines.push_back(line);
  }
  return lines;
}

TEST(Ucs, HasTheRowsOfTheFileWithFiveColumns) {
  const auto lines = lines_of(std::string(FOLEY_DATA) + "/ucs-8.2.1.csv");
  ASSERT_EQ(lines.size(), 753U);
  EXPECT_EQ(lines[0], "cat_id,category,subcategory,cat_short,synonyms");
  ASSERT_EQ(ucs_categories().size(), 752U);
  for (std::size_t i = 0; i < ucs_categories().size(); ++i) {
    const UcsCategory& each = ucs_categories()[i];
    const std::string& line = lines[i + 1];
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 4) << line;
    EXPECT_EQ(line.find('"'), std::string::npos) << line;
    EXPECT_FALSE(each.cat_id.empty() || each.category.empty() || each.subcategory.empty() ||
                 each.cat_short.empty())
        << line;
    EXPECT_EQ(std::string(each.cat_id) + "," + std::string(each.category) + "," +
                  std::string(each.subcategory) + "," + std::string(each.cat_short) + "," +
                  std::string(each.synonyms),
              line);
  }
}

TEST(Ucs, IdsAreUnique) {
  std::set<std::string_view> ids;
  for (const UcsCategory& each : ucs_categories()) {
    EXPECT_TRUE(ids.insert(each.cat_id).second) << each.cat_id;
    EXPECT_EQ(find_ucs(each.cat_id), &each);
  }
}

TEST(Ucs, FindsInExactCase) {
  ASSERT_NE(find_ucs("DOORWood"), nullptr);
  EXPECT_EQ(find_ucs("DOORWood")->category, "DOORS");
  EXPECT_EQ(find_ucs("DOORWood")->subcategory, "WOOD");
  EXPECT_EQ(find_ucs("doorwood"), nullptr);
  EXPECT_EQ(find_ucs(""), nullptr);
}

TEST(NearestUcs, PrefersTheSameLettersInAnotherCase) {
  for (const char* id : {"DOORWood", "RAINGlas", "AERODoor", "WINDGust"}) {
    ASSERT_NE(find_ucs(id), nullptr) << id;
    std::string lower(id);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    EXPECT_EQ(nearest_ucs(lower), id);
  }
}

TEST(NearestUcs, FindsATypingErrorAndNothingFarAway) {
  EXPECT_EQ(nearest_ucs("DOORWodo").value_or(""), "DOORWood");
  EXPECT_FALSE(nearest_ucs("qqqqqqqqqqqqqqqqqqqq").has_value());
}

}  // namespace
}  // namespace foley::golden
