#include "doc_table.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace foley::io {
namespace {

std::vector<std::string_view> views(const std::vector<std::string>& ids) {
  return {ids.begin(), ids.end()};
}

TEST(DocTable, FindsEveryIdOfEveryLength) {
  std::vector<std::string> ids{""};
  for (std::size_t n = 1; n < 70; ++n) {
    ids.push_back(std::string(n, 'x'));
    ids.push_back(std::string(n - 1, 'x') + "y");
    ids.push_back("y" + std::string(n, 'x'));
  }
  const auto held = views(ids);
  DocTable table;
  ASSERT_EQ(table.assign(held), DocTable::kNone);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    EXPECT_EQ(table.find(ids[i]), i);
  }
  EXPECT_EQ(table.find("nowhere"), DocTable::kNone);
}

TEST(DocTable, TellsTheFirstRepetition) {
  const std::vector<std::string> ids{"a", "b", "c", "b", "a"};
  DocTable table;
  EXPECT_EQ(table.assign(views(ids)), 3U);
}

TEST(DocTable, IsEmptyAtFirst) {
  DocTable table;
  EXPECT_EQ(table.find("a"), DocTable::kNone);
  EXPECT_EQ(table.assign({}), DocTable::kNone);
  EXPECT_EQ(table.find("a"), DocTable::kNone);
}

TEST(DocTable, HoldsIdsThatWereMadeToCollide) {
  // 1,000 ids fill a table of 2,048 slots; all of these want the same one.
  std::vector<std::string> ids;
  for (std::uint64_t i = 0; ids.size() < 1000; ++i) {
    std::string id = "doc" + std::to_string(i);
    if ((hash_of_id(id) & 2047U) == 7) {
      ids.push_back(std::move(id));
    }
  }
  auto held = views(ids);
  DocTable table;
  ASSERT_EQ(table.assign(held), DocTable::kNone);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    ASSERT_EQ(table.find(ids[i]), i);
  }
  EXPECT_EQ(table.find("doc"), DocTable::kNone);
  held[900] = held[3];
  held[950] = held[2];
  EXPECT_EQ(table.assign(held), 900U);
}

}  // namespace
}  // namespace foley::io
