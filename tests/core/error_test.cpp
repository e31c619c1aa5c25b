#include "foley/core/error.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>

#include "foley/core/printable.hpp"

namespace foley {
namespace {

TEST(Error, ReadsAsOneLine) {
  const Error error{.kind = ErrorKind::wrong_type,
                    .source = "seed.json",
                    .line = 12,
                    .item = "gld_0001",
                    .field = "grade",
                    .problem = "it is text",
                    .advice = "write a whole number"};
  EXPECT_EQ(error.to_line(), "seed.json:12: gld_0001, grade: it is text; write a whole number");
}

TEST(Error, LeavesOutWhatIsUnknown) {
  EXPECT_EQ((Error{.source = "a.json", .problem = "is a folder"}.to_line()), "a.json: is a folder");
  EXPECT_EQ(
      (Error{.source = "a", .line = 3, .field = "x", .problem = "p", .advice = "q"}.to_line()),
      "a:3: x: p; q");
  EXPECT_EQ((Error{.problem = "p"}.to_line()), "p");
}

TEST(Error, EscapesForeignTextInEveryPart) {
  const std::string evil = "x\n\x1b[2J\u202e";
  const Error error{
      .source = evil, .line = 1, .item = evil, .field = evil, .problem = evil, .advice = evil};
  const std::string line = error.to_line();
  EXPECT_EQ(line, printable(line));
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(line.find('\x1b'), std::string::npos);
}

TEST(Error, DoesNotDrownInAHugeItem) {
  const Error error{.source = "a.json",
                    .line = 1,
                    .item = std::string(1'000'000, 'x'),
                    .field = std::string(1'000'000, 'y'),
                    .problem = "the problem"};
  const std::string line = error.to_line();
  EXPECT_LT(line.size(), 1000U);
  EXPECT_NE(line.find("the problem"), std::string::npos);
}

TEST(Error, HasAWordAndAnExitCodeForEachKind) {
  std::set<std::string> words;
  for (const ErrorKind kind :
       {ErrorKind::not_found, ErrorKind::bad_encoding, ErrorKind::bad_syntax, ErrorKind::wrong_top,
        ErrorKind::missing_field, ErrorKind::wrong_type, ErrorKind::bad_value, ErrorKind::duplicate,
        ErrorKind::unknown_name, ErrorKind::environment}) {
    const std::string word = to_string(kind);
    EXPECT_NE(word, "unknown");
    EXPECT_TRUE(words.insert(word).second) << word << " stands for two kinds";
    EXPECT_EQ((Error{.kind = kind}.exit_code()), kind == ErrorKind::environment ? 3 : 2) << word;
  }
}

RC_GTEST_PROP(ErrorProperty, AnyTextStaysOneLine,
              (const std::string& item, const std::string& problem, const std::string& advice)) {
  const Error error{.source = "s", .line = 1, .item = item, .problem = problem, .advice = advice};
  const std::string line = error.to_line();
  RC_ASSERT(line == printable(line));
  RC_ASSERT(line.starts_with("s:1"));
}

}  // namespace
}  // namespace foley
