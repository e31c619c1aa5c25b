#include "distance_table.hpp"

#include <charconv>
#include <string_view>

#include "context.hpp"
#include "foley/core/printable.hpp"
#include "foley/io/file_bytes.hpp"

namespace foley::app {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos
             ? std::string_view()
             : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string_view> fields_of(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  for (std::size_t from = 0; from <= line.size();) {
    const std::size_t to = std::min(line.find(separator, from), line.size());
    fields.push_back(trimmed(line.substr(from, to - from)));
    from = to + 1;
  }
  return fields;
}

[[noreturn]] void refuse(const std::string& path, std::size_t line, std::string problem,
                         std::string advice) {
  throw Failure{Error{.kind = ErrorKind::bad_value,
                      .source = path,
                      .line = line,
                      .problem = std::move(problem),
                      .advice = std::move(advice)}
                    .to_line(),
                kBadInput};
}

double distance_in(std::string_view field, const std::string& path, std::size_t line) {
  double distance = 0.0;
  const auto [end, fault] = std::from_chars(field.data(), field.data() + field.size(), distance);
  // NaN is not from 0 on either.
  if (field.empty() || fault != std::errc{} || end != field.data() + field.size() ||
      !(distance >= 0.0 && distance <= 1e300)) {
    refuse(path, line, "'" + printable(field, 40) + "' is no distance",
           "write numbers from 0 on, 0 for a value and itself");
  }
  return distance;
}

void add_row(DistanceTable& table, std::string_view line, char separator, bool named,
             const std::string& path, std::size_t number) {
  std::vector<std::string_view> fields = fields_of(line, separator);
  const std::size_t n = table.values.size();
  const std::size_t row = table.distances.size() / n;
  if (fields.size() != n + (named ? 1 : 0) || row == n) {
    refuse(path, number,
           "the table has " + std::to_string(n) + " values, and this row does not fit",
           "write a row of " + std::to_string(n) + " distances for each value");
  }
  if (named) {
    if (fields.front() != table.values[row]) {
      refuse(path, number, "this row is '" + printable(fields.front(), 40) + "'",
             "write the rows in the order of the header: '" + printable(table.values[row], 40) +
                 "' comes here");
    }
    fields.erase(fields.begin());
  }
  for (const std::string_view field : fields) {
    table.distances.push_back(distance_in(field, path, number));
  }
}

}  // namespace

DistanceTable load_distances(const std::string& path) {
  const std::string bytes = value_or_fail(io::read_file(path));
  if (bytes.starts_with("\xef\xbb\xbf")) {
    refuse(path, 1, "it begins with a byte-order mark", "save it as UTF-8 without BOM");
  }
  DistanceTable table;
  bool named = false;
  char separator = ',';
  std::size_t number = 0;
  for (std::size_t from = 0; from < bytes.size();) {
    const std::size_t to = std::min(bytes.find('\n', from), bytes.size());
    const std::string_view line = std::string_view(bytes).substr(from, to - from);
    from = to + 1;
    ++number;
    if (trimmed(line).empty()) {
      continue;
    }
    if (!table.values.empty()) {
      add_row(table, line, separator, named, path, number);
      continue;
    }
    separator = line.find(',') == std::string_view::npos ? '\t' : ',';
    for (const std::string_view field : fields_of(line, separator)) {
      table.values.emplace_back(field);
    }
    named = table.values.front().empty();
    table.values.erase(table.values.begin(), table.values.begin() + (named ? 1 : 0));
  }
  const std::size_t n = table.values.size();
  if (n == 0 || table.distances.size() != n * n) {
    refuse(path, number, "there are not as many rows as values in the header",
           "write a row of distances for each value");
  }
  return table;
}

}  // namespace foley::app
