#include "foley/report/table.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "foley/core/printable.hpp"
#include "report/documents.hpp"

namespace foley::report {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

TEST(TextTable, AlignsTextLeftAndNumbersRight) {
  TextTable table({"name", "mean", "note"}, {false, true, false});
  table.add({"a", "1.5", "first"});
  table.add({"longer", "100.25", "second"});
  EXPECT_EQ(table.text({}),
            "  name      mean  note\n"
            "  a          1.5  first\n"
            "  longer  100.25  second\n");
}

TEST(TextTable, CountsWideCharactersTwice) {
  TextTable table({"q", "n"}, {false, true});
  table.add({"雨の音", "1"});
  table.add({"rain", "22"});
  table.add({"cafe\u0301", "3"});
  EXPECT_EQ(table.text({}),
            "  q        n\n"
            "  雨の音   1\n"
            "  rain    22\n"
            "  cafe\u0301     3\n");
}

TEST(TextTable, FillsMissingCellsAndDropsTooMany) {
  TextTable table({"a", "b"}, {});
  table.add({"1"});
  table.add({"1", "2", "3"});
  table.add({});
  EXPECT_EQ(lines_of(table.text({})).at(2), "  1  2");
  EXPECT_EQ(lines_of(table.text({})).size(), 4U);
}

TEST(TextTable, CutsTheLastColumnAtTheWidth) {
  TextTable table({"id", "text"}, {});
  table.add({"1", std::string(200, 'x')});
  table.add({"2", "雨雨雨雨雨雨雨雨雨雨雨雨雨雨雨雨雨雨雨雨"});
  table.add({"3", "short"});
  const auto lines = lines_of(table.text({.color = false, .width = 30}));
  EXPECT_EQ(lines.at(1), "  1   " + std::string(23, 'x') + "…");
  EXPECT_EQ(lines.at(2), "  2   雨雨雨雨雨雨雨雨雨雨雨…");
  EXPECT_EQ(lines.at(3), "  3   short");
  for (const std::string& line : lines) {
    EXPECT_LE(display_width(line), 30U) << line;
    EXPECT_TRUE(is_utf8(line));
  }
}

TEST(TextTable, EscapesControlCharactersInCells) {
  TextTable table({"a", "b"}, {});
  table.add({kEvil, kEvil});
  const std::string text = table.text({});
  EXPECT_TRUE(is_plain(text));
  EXPECT_EQ(lines_of(text).size(), 2U);
}

TEST(TextTable, HasColoursOnlyWhenAsked) {
  TextTable table({"a"}, {});
  table.add({"1"});
  EXPECT_EQ(table.text({.color = false, .width = 80}).find('\x1b'), std::string::npos);
  EXPECT_EQ(table.text({.color = true, .width = 80}), "\x1b[2m  a\x1b[0m\n  1\n");
}

TEST(Paint, WrapsAWordInItsColour) {
  EXPECT_EQ(paint("x", "red", {}), "x");
  const TextStyle color{.color = true};
  EXPECT_EQ(paint("x", "red", color), "\x1b[31mx\x1b[0m");
  EXPECT_EQ(paint("x", "green", color), "\x1b[32mx\x1b[0m");
  EXPECT_EQ(paint("x", "yellow", color), "\x1b[33mx\x1b[0m");
  EXPECT_EQ(paint("x", "bold", color), "\x1b[1mx\x1b[0m");
  EXPECT_EQ(paint("x", "dim", color), "\x1b[2mx\x1b[0m");
}

RC_GTEST_PROP(TextTableProperty, AnyCellsGiveOneLineARow, (const std::vector<std::string>& cells)) {
  TextTable table({"a", "b"}, {false, true});
  for (const std::string& cell : cells) {
    table.add({cell, cell});
  }
  const std::string text = table.text({});
  RC_ASSERT(is_plain(text));
  RC_ASSERT(lines_of(text).size() == cells.size() + 1);
}

}  // namespace
}  // namespace foley::report
