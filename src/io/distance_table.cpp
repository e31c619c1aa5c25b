#include "foley/io/distance_table.hpp"

#include <optional>

#include "delimited_columns.hpp"
#include "delimited_reader.hpp"
#include "field_lines.hpp"
#include "ratings_values.hpp"

namespace foley::io {
namespace {

using Fields = std::vector<DelimitedField>;

class TableReader {
 public:
  TableReader(std::string_view bytes, char separator, const std::string& source)
      : reader_(bytes, separator, source) {}

  Result<DistanceTable> read() {
    Fields fields;
    if (auto next = reader_.next(fields); !next || !*next) {
      return next ? fail(wrong_size({})) : fail(std::move(next.error()));
    }
    named_ = trimmed(fields.front().text).empty();
    for (std::size_t i = named_ ? 1 : 0; i < fields.size(); ++i) {
      table_.values.emplace_back(trimmed(fields[i].text));
    }
    DelimitedField last = fields.front();
    while (true) {
      auto next = reader_.next(fields);
      if (!next) {
        return fail(std::move(next.error()));
      }
      if (!*next) {
        break;
      }
      last = fields.front();
      if (auto error = add_row(fields)) {
        return fail(std::move(*error));
      }
    }
    const std::size_t n = table_.values.size();
    if (n == 0 || table_.distances.size() != n * n) {
      return fail(wrong_size(last));
    }
    return std::move(table_);
  }

 private:
  [[nodiscard]] Error refused(const DelimitedField& place, std::string problem,
                              std::string advice) const {
    return reader_.error_at(place, ErrorKind::bad_value, "", std::move(problem), std::move(advice));
  }

  [[nodiscard]] Error wrong_size(const DelimitedField& last) const {
    return refused({{}, last.line, 0}, "there are not as many rows as values in the header",
                   "write a row of distances for each value");
  }

  std::optional<Error> add_row(const Fields& fields) {
    const std::size_t n = table_.values.size();
    const std::size_t row = n == 0 ? 0 : table_.distances.size() / n;
    if (fields.size() != n + (named_ ? 1 : 0) || row == n) {
      return refused({{}, fields.front().line, 0},
                     "the table has " + std::to_string(n) + " values, and this row does not fit",
                     "write a row of " + std::to_string(n) + " distances for each value");
    }
    if (named_ && trimmed(fields.front().text) != table_.values[row]) {
      return refused(fields.front(), "this row is " + quoted(fields.front().text),
                     "write the rows in the order of the header: " + quoted(table_.values[row]) +
                         " comes here");
    }
    for (std::size_t i = named_ ? 1 : 0; i < fields.size(); ++i) {
      bool is_number = false;
      const auto distance = finite_number(trimmed(fields[i].text), is_number);
      if (!distance || *distance < 0.0) {
        return refused(fields[i], quoted(fields[i].text) + " is no distance",
                       "write numbers from 0 on, 0 for a value and itself");
      }
      table_.distances.push_back(*distance);
    }
    return std::nullopt;
  }

  DelimitedReader reader_;
  DistanceTable table_;
  bool named_ = false;
};

}  // namespace

Result<DistanceTable> parse_distances(std::string_view bytes, const std::string& source) {
  const std::size_t begin = bytes.find_first_not_of("\r\n");
  const char separator =
      begin == std::string_view::npos ? ',' : separator_of(bytes.substr(begin)).value_or(',');
  return TableReader(bytes, separator, source).read();
}

Result<DistanceTable> load_distances(const std::string& path) {
  const auto bytes = whole_text(path);
  if (!bytes) {
    return fail(bytes.error());
  }
  return parse_distances(*bytes, path == "-" ? "standard input" : path);
}

}  // namespace foley::io
