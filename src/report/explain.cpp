#include <cmath>
#include <nlohmann/json.hpp>

#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/report/explain_document.hpp"

namespace foley::report {
namespace {

using Json = nlohmann::ordered_json;
using retrieval::ExplainCell;
using retrieval::ExplainLine;
using retrieval::ExplainTable;

constexpr int kDigits = 6;
constexpr std::size_t kLongestId = 48;

std::string number_text(double value) {
  const bool whole = std::fabs(value) < 1e9 && value == std::floor(value);
  return fixed_text(value, whole ? 0 : kDigits);
}

std::string cell_text(const ExplainCell& cell) {
  if (const auto* count = std::get_if<std::int64_t>(&cell)) {
    return std::to_string(*count);
  }
  if (const auto* number = std::get_if<double>(&cell)) {
    return number_text(*number);
  }
  if (const auto* text = std::get_if<std::string>(&cell)) {
    return printable(*text, kLongestId);
  }
  return "–";
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json cell_json(const ExplainCell& cell) {
  if (const auto* count = std::get_if<std::int64_t>(&cell)) {
    return *count;
  }
  if (const auto* value = std::get_if<double>(&cell)) {
    return number(*value);
  }
  if (const auto* text = std::get_if<std::string>(&cell)) {
    return *text;
  }
  return nullptr;
}

std::string table_text(const ExplainTable& table, const TextStyle& style) {
  if (table.rows.empty()) {
    return "\n" + table.title + ": no judged document is among those that count\n";
  }
  std::vector<bool> numbers;
  numbers.reserve(table.header.size());
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    numbers.push_back(!std::holds_alternative<std::string>(table.rows.front()[c]));
  }
  TextTable text(table.header, numbers);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    cells.reserve(row.size());
    for (const ExplainCell& cell : row) {
      cells.push_back(cell_text(cell));
    }
    text.add(std::move(cells));
  }
  return "\n" + table.title + "\n" + text.text(style);
}

Json lines_json(const std::vector<ExplainLine>& lines) {
  Json out = Json::array();
  for (const ExplainLine& line : lines) {
    out.push_back({{"name", line.name}, {"means", line.expression}, {"value", number(line.value)}});
  }
  return out;
}

}  // namespace

std::string explain_text(const ExplainDocument& document, const TextStyle& style) {
  const retrieval::Explanation& explanation = document.explanation;
  std::string out = paint(explanation.measure + " of query " + printable(explanation.query, 80) +
                              " = " + number_text(explanation.value),
                          "bold", style) +
                    "\n" + explanation.title + ": " + explanation.formula + "\n";
  std::string inputs;
  for (const ExplainLine& line : explanation.inputs) {
    inputs += (inputs.empty() ? "" : ", ") + line.name + " " + number_text(line.value);
  }
  out += inputs + ", ties " + document.ties + "\n";
  // A table that is cut to the width would hide the very numbers that were asked for.
  TextStyle wide = style;
  wide.width = 1000;
  for (const ExplainTable& table : explanation.tables) {
    out += table_text(table, wide);
  }
  TextTable results({"", "", "value"}, {false, false, true});
  for (const ExplainLine& line : explanation.results) {
    results.add({line.name, line.expression, number_text(line.value)});
  }
  out += "\n" + results.text(wide);
  if (!explanation.step_by_step) {
    out += "note: the steps of this measure are not shown, only what goes in\n";
  }
  return out;
}

std::string explain_json(const ExplainDocument& document) {
  const retrieval::Explanation& explanation = document.explanation;
  Json out;
  out["schema"] = "foley-eval/explain/1";
  out["measure"] = explanation.measure;
  out["title"] = explanation.title;
  out["formula"] = explanation.formula;
  out["query"] = explanation.query;
  out["qrels"] = document.qrels;
  out["run"] = document.run;
  out["ties"] = document.ties;
  out["value"] = number(explanation.value);
  out["step_by_step"] = explanation.step_by_step;
  out["inputs"] = lines_json(explanation.inputs);
  out["tables"] = Json::array();
  for (const ExplainTable& table : explanation.tables) {
    Json rows = Json::array();
    for (const auto& row : table.rows) {
      Json cells = Json::array();
      for (const ExplainCell& cell : row) {
        cells.push_back(cell_json(cell));
      }
      rows.push_back(std::move(cells));
    }
    out["tables"].push_back({{"title", table.title}, {"header", table.header}, {"rows", rows}});
  }
  out["results"] = lines_json(explanation.results);
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace foley::report
