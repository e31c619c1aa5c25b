#include "foley/io/zscores.hpp"

#include "field_lines.hpp"

namespace foley::io {

double z_score(const ZScores& references, std::string_view query, std::string_view measure,
               double value) {
  const auto found = references.find(std::pair(std::string(query), std::string(measure)));
  if (found == references.end()) {
    return kNoZScore;
  }
  const auto& [mean, deviation] = found->second;
  if (deviation == 0.0) {
    return value == mean ? 0.0 : kNoZScore;
  }
  return (value - mean) / deviation;
}

Result<ZScores> parse_zscores(std::string_view bytes, const std::string& source) {
  ZScores references;
  const auto take = [&](const FieldLine& line) -> std::optional<Error> {
    bool is_number = false;
    const auto mean = finite_number(line.fields[2], is_number);
    if (!mean) {
      return no_number(line, 2, source, "the mean");
    }
    const auto deviation = finite_number(line.fields[3], is_number);
    if (!deviation) {
      return no_number(line, 3, source, "the standard deviation");
    }
    Error error{.kind = ErrorKind::bad_value, .source = source, .line = line.number};
    if (*deviation < 0.0) {
      error.problem = "a standard deviation is below 0";
      error.advice = "the fourth field is the standard deviation";
      error.column = line.column(3);
      return error;
    }
    const std::pair key{std::string(line.fields[0]), std::string(line.fields[1])};
    if (!references.emplace(key, Reference{*mean, *deviation}).second) {
      error.kind = ErrorKind::duplicate;
      error.problem =
          "the measure '" + key.second + "' stands twice for the query '" + key.first + "'";
      error.advice = "remove one of them";
      error.column = line.column(1);
      error.code = "FE-IO-11";
      return error;
    }
    return std::nullopt;
  };
  if (auto error =
          each_field_line(bytes, source, 4, "query measure mean standard-deviation", take)) {
    return fail(std::move(*error));
  }
  return references;
}

Result<ZScores> load_zscores(const std::string& path) {
  const auto bytes = whole_text(path);
  if (!bytes) {
    return fail(bytes.error());
  }
  return parse_zscores(*bytes, path);
}

}  // namespace foley::io
