#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "foley/core/number_text.hpp"
#include "io/rating_text.hpp"

namespace foley::io {
namespace {

using Json = nlohmann::ordered_json;

// Names that no format may harm.
const std::vector<std::string> kPieces{"a", ",", "\"", "\n", "\t", " b", "é", "/", "%", "雨"};

std::string quoted_field(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  }
  return out + "\"";
}

std::vector<std::string> some_names(const std::string& begin, int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    std::string name = begin + std::to_string(i);
    for (const auto& piece :
         *rc::gen::container<std::vector<std::string>>(2, rc::gen::elementOf(kPieces))) {
      name += piece;
    }
    names.push_back(name + ".");
  }
  return names;
}

struct Sheet {
  std::vector<std::string> units;
  std::vector<std::string> raters;
  std::vector<std::vector<std::optional<double>>> values;  // units x raters
};

Sheet some_sheet() {
  Sheet sheet{
      some_names("u", *rc::gen::inRange(1, 6)), some_names("r", *rc::gen::inRange(1, 5)), {}};
  for (std::size_t u = 0; u < sheet.units.size(); ++u) {
    sheet.values.emplace_back();
    for (std::size_t r = 0; r < sheet.raters.size(); ++r) {
      const int value = *rc::gen::inRange(-4, 12);
      sheet.values.back().push_back(value > 9 ? std::nullopt : std::optional(value / 4.0));
    }
  }
  return sheet;
}

std::string cell(const std::optional<double>& value) {
  return value ? shortest_text(*value) : std::string();
}

std::string as_long(const Sheet& sheet) {
  std::string text = "item,rater,value\n";
  for (std::size_t u = 0; u < sheet.units.size(); ++u) {
    for (std::size_t r = 0; r < sheet.raters.size(); ++r) {
      text += quoted_field(sheet.units[u]) + "," + quoted_field(sheet.raters[r]) + "," +
              cell(sheet.values[u][r]) + "\n";
    }
  }
  return text;
}

std::string as_wide(const Sheet& sheet) {
  std::string text = "item";
  for (const std::string& rater : sheet.raters) {
    text += "," + quoted_field(rater);
  }
  for (std::size_t u = 0; u < sheet.units.size(); ++u) {
    text += "\n" + quoted_field(sheet.units[u]);
    for (const auto& value : sheet.values[u]) {
      text += "," + cell(value);
    }
  }
  return text;
}

Json as_json(const Sheet& sheet) {
  Json list = Json::array();
  for (std::size_t u = 0; u < sheet.units.size(); ++u) {
    for (std::size_t r = 0; r < sheet.raters.size(); ++r) {
      const auto& value = sheet.values[u][r];
      list.push_back({{"item", sheet.units[u]},
                      {"rater", sheet.raters[r]},
                      {"value", value ? Json(*value) : Json(nullptr)}});
    }
  }
  return list;
}

std::string as_lines(const Json& list) {
  std::string text;
  for (const Json& each : list) {
    text += each.dump() + "\n";
  }
  return text;
}

RC_GTEST_PROP(RatingsProperty, TheSameTableInEveryFormat, ()) {
  const Sheet sheet = some_sheet();
  std::string expected = joined_text(sheet.raters) + ":";
  std::size_t order = 0;
  for (std::size_t u = 0; u < sheet.units.size(); ++u) {
    expected += (u == 0 ? " " : "; ") + sheet.units[u];
    for (std::size_t r = 0; r < sheet.raters.size(); ++r) {
      if (const auto& value = sheet.values[u][r]) {
        std::string number = shortest_text(*value);
        number = number.ends_with(".0") ? number.substr(0, number.size() - 2) : number;
        expected += " " + std::to_string(r) + "=" + number + "@" + std::to_string(order++);
      }
    }
  }
  const Json list = as_json(sheet);
  for (const std::string& bytes :
       {as_long(sheet), as_wide(sheet), as_lines(list), list.dump(), list.dump(2)}) {
    RC_ASSERT(read_text(bytes, {}, true) == expected);
  }
}

// Rows in any order: the same ratings under the same names.
RC_GTEST_PROP(RatingsProperty, RowsInAnyOrder, ()) {
  const Sheet sheet = some_sheet();
  struct Row {
    std::size_t unit;
    std::size_t rater;
  };
  std::vector<Row> rows;
  for (std::size_t u = 0; u < sheet.units.size(); ++u) {
    for (std::size_t r = 0; r < sheet.raters.size(); ++r) {
      rows.push_back({u, r});
    }
  }
  for (std::size_t i = rows.size(); i > 1; --i) {
    std::swap(rows[i - 1], rows[*rc::gen::inRange<std::size_t>(0, i)]);
  }
  std::string bytes = "rater\tvalue\titem\n";
  std::map<std::string, std::map<std::string, double>> expected;
  for (const Row& row : rows) {
    const auto& value = sheet.values[row.unit][row.rater];
    bytes += quoted_field(sheet.raters[row.rater]) + "\t" + cell(value) + "\t" +
             quoted_field(sheet.units[row.unit]) + "\n";
    auto& of_unit = expected[sheet.units[row.unit]];
    if (value) {
      of_unit[sheet.raters[row.rater]] = *value;
    }
  }
  const auto table = parse_ratings(bytes, "f");
  RC_ASSERT(table.has_value());
  std::map<std::string, std::map<std::string, double>> found;
  for (std::size_t u = 0; u < table->units.size(); ++u) {
    auto& of_unit = found[table->units[u]];
    for (const reliability::Rating& each : table->ratings.of(u)) {
      of_unit[table->raters[each.rater]] = each.value;
    }
  }
  RC_ASSERT(found == expected);
  RC_ASSERT(table->units.front() == sheet.units[rows.front().unit]);
}

}  // namespace
}  // namespace foley::io
