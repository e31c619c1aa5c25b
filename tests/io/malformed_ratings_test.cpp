// Tables of text that must be refused, with place, kind and code.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "foley/io/ratings.hpp"
#include "io/malformed.hpp"

namespace foley::io {
namespace {

using Kind = ErrorKind;

struct Faulty {
  const char* name;
  std::string bytes;
  Kind kind;
  std::size_t line;
  std::size_t column;
  const char* code;
  const char* about;
};

const std::string kLong = "item,rater,value\na,x,1\n";
const std::string kWide = "item,x,y\na,1,2\n";
const std::string kObject = "{\"item\": \"a\", \"rater\": \"x\", \"value\": 1}\n";

const std::vector<Faulty> kTables{
    {"empty", "", Kind::bad_syntax, 1, 0, "04", "empty"},
    {"blanks only", " \r\n\t\n", Kind::bad_syntax, 1, 0, "04", "empty"},
    {"header only", "item,rater,value\n", Kind::bad_syntax, 1, 0, "04", "below its header"},
    {"wide header only", "item,x,y\n", Kind::bad_syntax, 1, 0, "04", "below its header"},
    {"byte-order mark", "\xEF\xBB\xBF" + kLong, Kind::bad_encoding, 1, 1, "03", "byte-order"},
    {"UTF-16", std::string("\xFF\xFEi\0t\0", 6), Kind::bad_encoding, 1, 1, "02", "UTF-8"},
    {"Latin-1", kLong + "caf\xE9,x,1\n", Kind::bad_encoding, 3, 4, "02", "UTF-8"},
    {"NUL", kLong + "a,y" + std::string(1, '\0') + ",1\n", Kind::bad_encoding, 3, 4, "02", "UTF-8"},
    {"no separator", "item rater value\n", Kind::bad_syntax, 1, 0, "15", "no header"},
    {"semicolons", "item;rater;value\na;x;1\n", Kind::bad_syntax, 1, 0, "15", "no header"},
    {"numbers for a header", "1,2,3\n4,5,6\n", Kind::bad_syntax, 1, 1, "15", "numbers"},
    {"column twice", "item,rater,value,rater\n", Kind::duplicate, 1, 18, "15", "'rater' twice"},
    {"rater without a name", "item,x,\na,1,\n", Kind::missing_field, 1, 8, "15", "column 3"},
    {"too few fields", kLong + "b,x\n", Kind::bad_syntax, 3, 3, "05", "2 fields, the header 3"},
    {"too many fields", kWide + "b,1,5,2\n", Kind::bad_syntax, 3, 7, "05", "4 fields"},
    {"empty unit", kLong + " ,x,1\n", Kind::bad_value, 3, 1, "05", "unit"},
    {"empty rater", kLong + "b,,1\n", Kind::bad_value, 3, 3, "05", "rater"},
    {"half of a joined unit", "qid,docno,rater,value\nq,,x,1\n", Kind::bad_value, 2, 3, "05",
     "unit"},
    {"text among numbers", kLong + "b,x,good\n", Kind::bad_value, 3, 5, "06", "'good'"},
    {"text in a wide table", kWide + "b,1,good\n", Kind::bad_value, 3, 5, "06", "rater 'y'|"},
    {"true", kLong + "b,x,true\n", Kind::bad_value, 3, 5, "06", "'true'"},
    {"decimal comma", kLong + "b,x,\"3,5\"\n", Kind::bad_value, 3, 5, "06", "'3,5'"},
    {"thousands", kLong + "b,x,1'000\n", Kind::bad_value, 3, 5, "06", "'1'000'"},
    {"hexadecimal", kLong + "b,x,0x10\n", Kind::bad_value, 3, 5, "06", "'0x10'"},
    {"two signs", kLong + "b,x,+-1\n", Kind::bad_value, 3, 5, "06", "'+-1'"},
    {"infinite", kLong + "b,x,inf\n", Kind::bad_value, 3, 5, "07", "'inf'"},
    {"minus infinity", kWide + "b,-Infinity,1\n", Kind::bad_value, 3, 3, "07", "'-Infinity'"},
    {"unusual NaN", kLong + "b,x,-nan\n", Kind::bad_value, 3, 5, "07", "'-nan'"},
    {"beyond double", kLong + "b,x,1e999\n", Kind::bad_value, 3, 5, "07", "'1e999'"},
    {"twice", kLong + "b,x,1\na,x,1\n", Kind::duplicate, 4, 0, "23", "lines 2 and 4"},
    {"twice in a wide table", kWide + "a,,3\n", Kind::duplicate, 3, 0, "23", "by 'y' (on lines 2"},
    {"quote never closed", kLong + "b,\"x,1\nc,x,1\n", Kind::bad_syntax, 3, 3, "20", "closed"},
    {"quote inside", kLong + "b,5\" x,1\n", Kind::bad_syntax, 3, 4, "20", "inside"},
    {"carriage return inside", kLong + "b,x\ry,1\n", Kind::bad_syntax, 3, 4, "12", "carriage"},
    {"escape sequence", kLong + "\x1b[2J,x,1\n", Kind::bad_syntax, 3, 1, "12", "control"},
    {"huge field", kLong + std::string(std::size_t{17} << 20U, 'x') + ",x,1\n", Kind::bad_syntax, 3,
     0, "13", "16 MiB"},
    {"huge value", kLong + "b,x," + std::string(1 << 20U, 'x') + "\n", Kind::bad_value, 3, 5, "06",
     "xxx…'"},
};

const std::vector<Faulty> kJson{
    {"empty list", "[]", Kind::bad_syntax, 1, 0, "04", "empty"},
    {"no object", "[1]", Kind::wrong_type, 1, 0, "19", "a number"},
    {"line without an object", kObject + "[1]\n", Kind::wrong_type, 2, 0, "19", "a list"},
    {"not JSON", kObject + "{item: 1}\n", Kind::bad_syntax, 2, 0, "19", "not JSON"},
    {"object over lines", "{\n\"item\": 1}\n", Kind::bad_syntax, 1, 0, "19", "too early"},
    {"two objects on a line", "{\"item\": 1} {}\n", Kind::bad_syntax, 1, 0, "19", "not JSON"},
    {"cut list", "[\n" + kObject, Kind::bad_syntax, 3, 0, "19", "too early"},
    {"cut after a comma", "[\n" + kObject + ",", Kind::bad_syntax, 3, 0, "19", "too early"},
    {"cut in a text", "[\n{\"item\": \"a", Kind::bad_syntax, 2, 0, "19", "not JSON"},
    {"two commas", "[\n" + kObject + ",,{}]", Kind::bad_syntax, 3, 0, "19", "without a value"},
    {"comma at the end", "[\n" + kObject + ",]", Kind::bad_syntax, 3, 0, "19", "without a value"},
    {"text behind", "[\n" + kObject + "]\n{}", Kind::bad_syntax, 4, 0, "19", "follows"},
    {"brackets mixed up", "[{]}", Kind::bad_syntax, 1, 0, "19", "not JSON"},
    {"deep", "[" + std::string(100, '[') + std::string(100, ']') + "]", Kind::bad_syntax, 1, 0,
     "19", "nested"},
    {"very deep", std::string(1 << 20U, '['), Kind::bad_syntax, 1, 0, "19", "nested"},
    {"key twice", "{\"item\": 1, \"item\": 1}\n", Kind::duplicate, 1, 0, "19", "'item'"},
    {"NaN", kObject + "{\"item\": \"b\", \"rater\": 1, \"value\": NaN}\n", Kind::bad_syntax, 2, 0,
     "07", "NaN"},
    {"beyond double", kObject + "{\"item\": \"b\", \"rater\": 1, \"value\": 1e999}\n",
     Kind::bad_value, 2, 0, "07", "too large"},
    {"no unit", "{\"rater\": \"x\", \"value\": 1}\n", Kind::missing_field, 1, 0, "15", "units"},
    {"no rater later", kObject + "{\"item\": \"b\", \"value\": 1}\n", Kind::missing_field, 2, 0,
     "05", "rater"},
    {"no value anywhere", "{\"item\": 1, \"rater\": 1}\n{\"item\": 2, \"rater\": 1}\n",
     Kind::missing_field, 1, 0, "15", "no column of values (it has item, rater)"},
    {"boolean", kObject + "{\"item\": \"b\", \"rater\": 1, \"value\": true}\n", Kind::bad_value, 2,
     0, "06", "value|'true'"},
    {"text", "[" + kObject + ",\n{\"item\": 1, \"rater\": 1, \"value\":\n\"x\"}]", Kind::bad_value,
     4, 0, "06", "value|'x'"},
    {"list for a value", kObject + "{\"item\": \"b\", \"rater\": 1, \"value\": [1]}\n",
     Kind::wrong_type, 2, 0, "19", "value|it is a list"},
    {"twice", kObject + "\n" + kObject, Kind::duplicate, 3, 0, "23", "lines 1 and 3"},
    {"NUL", "{\"item\": \"" + std::string(1, '\0') + "\"}", Kind::bad_encoding, 1, 11, "02",
     "UTF-8"},
    {"half a character", "{\"item\": \"\\ud800\"}", Kind::bad_syntax, 1, 0, "19", "not JSON"},
};

void expect_all_refused(const std::vector<Faulty>& rows) {
  for (const Faulty& row : rows) {
    SCOPED_TRACE(row.name);
    const auto error = error_of(parse_ratings(row.bytes, "ratings.csv"));
    expect_refused({row.name, row.bytes, row.kind, row.line, row.about}, error);
    if (error) {
      EXPECT_EQ(error->column, row.column) << error->to_line();
      EXPECT_EQ(error->code, std::string("FE-IO-") + row.code) << error->to_line();
      EXPECT_LT(error->to_line().size(), 500U);
    }
  }
}

TEST(MalformedRatings, TablesAreRefusedWithPlaceAndAdvice) { expect_all_refused(kTables); }

TEST(MalformedRatings, JsonIsRefusedWithPlaceAndAdvice) { expect_all_refused(kJson); }

// A request that does not fit the file.
struct Unfit {
  RatingsRequest request;
  const char* bytes;
  const char* problem;
  const char* advice;
};

TEST(MalformedRatings, MissingColumnsAreNamedWithThoseThatAreThere) {
  const char* const table = "sound,who,stars\na,x,1\n";
  for (const Unfit& row :
       std::vector<Unfit>{{{.format = "long"},
                           table,
                           "the header names no column of units (it has sound, who, stars)",
                           "name it item_id, or say which it is"},
                          {{.unit = "sound", .rater = "whom", .value = "stars"},
                           table,
                           "the header has no 'whom' (it has sound, who, stars)",
                           "did you mean 'who'?"},
                          {{.unit = "sound+part", .rater = "who", .value = "stars"},
                           table,
                           "the header has no 'sound+part' (it has sound, who, stars)",
                           "name one that is there"},
                          {{.unit = "sound", .value = "stars"},
                           table,
                           "the header names no column of raters (it has sound, who, stars)",
                           "name it rater, or say which it is"},
                          {{.stratum = "kind"},
                           "item,rater,value\na,x,1\n",
                           "the header has no 'kind' (it has item, rater, value)",
                           "name one that is there"},
                          {{.order = "when"},
                           "item,x\na,1\n",
                           "the header has no 'when' (it has item, x)",
                           "name one that is there"},
                          {{.unit = "clip"},
                           "item,x\na,1\n",
                           "the header has no 'clip' (it has item, x)",
                           "name one that is there"},
                          {{.rater_columns = {"x", "fourth"}},
                           "item,x\na,1\n",
                           "the header has no 'fourth' (it has item, x)",
                           "name one that is there"},
                          {{.format = "wide", .stratum = "x"},
                           "item,x\na,1\n",
                           "the header names no rater beside the units",
                           "give every rater a column, or name columns unit, rater and value"},
                          {{.value = "stars"},
                           "{\"item\": 1, \"rater\": 2, \"star\": 3}",
                           "the object has no 'stars' (it has item, rater, star)",
                           "did you mean 'star'?"}}) {
    const auto error = error_of(parse_ratings(row.bytes, "f", row.request));
    ASSERT_TRUE(error.has_value()) << row.problem;
    EXPECT_EQ(error->problem, row.problem);
    EXPECT_EQ(error->advice, row.advice) << row.problem;
    EXPECT_EQ(error->code, "FE-IO-15");
    EXPECT_EQ(error->line, 1U);
    EXPECT_TRUE(foley::testing::is_good_line(*error));
  }
}

TEST(MalformedRatings, UnknownFormat) {
  const auto error = error_of(parse_ratings(kLong, "f", {.format = "json"}));
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->to_line(), "f: there is no format 'json' of ratings; did you mean 'jsonl'?");
  EXPECT_EQ(error->kind, Kind::unknown_name);
}

TEST(MalformedRatings, AdviceFitsTheValue) {
  const auto advice = [](const std::string& value) {
    return error_of(parse_ratings("item,rater,value\na,x,\"" + value + "\"\n", "f"))->advice;
  };
  for (const char* value : {"3,5", "1,000.5", "1 000", "1.000,5"}) {
    EXPECT_NE(advice(value).find("decimals with a point"), std::string::npos) << value;
  }
  EXPECT_NE(advice("False").find("write 1 and 0"), std::string::npos);
  EXPECT_NE(advice("good").find("words can be read as labels"), std::string::npos);
}

}  // namespace
}  // namespace foley::io
