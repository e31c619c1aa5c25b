#include "rating_csv.hpp"

#include "foley/report/agreement_parts.hpp"

namespace foley::app {
namespace {

std::string field(const std::string& text) {
  const bool blank_ends = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (!blank_ends && text.find_first_of(",\"\n\r\t") == std::string::npos) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + '"';
}

}  // namespace

std::string rating_csv(const reliability::RatingTable& table) {
  const bool strata = !table.strata.empty();
  std::string text = "unit,rater,value,order";
  text += strata ? ",stratum\n" : "\n";
  for (std::size_t u = 0; u < table.units.size(); ++u) {
    for (const reliability::Rating& each : table.ratings.of(u)) {
      text += field(table.units[u]) + ',' + field(table.raters[each.rater]) + ',' +
              field(report::value_name(each.value, table.labels)) + ',' +
              std::to_string(each.order);
      text += strata ? ',' + field(table.strata[u]) + '\n' : "\n";
    }
  }
  return text;
}

}  // namespace foley::app
