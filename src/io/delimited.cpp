#include "foley/io/delimited.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_set>
#include <vector>

#include "delimited_columns.hpp"
#include "delimited_reader.hpp"
#include "foley/core/printable.hpp"
#include "row_gatherer.hpp"

namespace foley::io {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";

// A number, or what is wrong with its text.
struct Number {
  double value = 0.0;
  const char* code = nullptr;
  const char* problem = nullptr;
};

std::string_view without_plus(std::string_view text) {
  return text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+' ? text.substr(1)
                                                                               : text;
}

Number read_score(std::string_view text) {
  const std::string_view digits = without_plus(text);
  Number number;
  const char* const end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, number.value);
  if (digits.empty() || stop != end || fault == std::errc::invalid_argument) {
    return {0.0, "FE-IO-06", "is not a number"};
  }
  if (fault == std::errc::result_out_of_range) {
    // Too small for a double is zero, as everywhere; too large is refused.
    const std::size_t exponent = digits.find_first_of("eE");
    const bool tiny = exponent == std::string_view::npos ? digits.find('.') < 2
                                                         : digits.substr(exponent + 1)[0] == '-';
    return tiny ? Number{} : Number{0.0, "FE-IO-07", "is beyond the largest number"};
  }
  return std::isfinite(number.value) ? number : Number{0.0, "FE-IO-07", "is not a finite number"};
}

Number read_grade(std::string_view text) {
  const std::string_view digits = without_plus(text);
  Number number;
  const char* const end = digits.data() + digits.size();
  const auto [stop, fault] =
      std::from_chars(digits.data(), end, number.value, std::chars_format::fixed);
  if (digits.empty() || stop != end || fault == std::errc::invalid_argument ||
      !std::isfinite(number.value) || number.value != std::trunc(number.value)) {
    return {0.0, "FE-IO-08", "is not a whole number"};
  }
  if (fault == std::errc::result_out_of_range || std::fabs(number.value) > 127.0) {
    return {0.0, "FE-IO-09", "is off the scale of -127 to 127"};
  }
  number.value += 0.0;  // -0 is 0
  return number;
}

// What differs between runs and qrels.
struct Kind {
  ColumnNames names;
  const char* what;
  Number (*read)(std::string_view);
  const char* value_advice;
  const char* duplicate_code;
  const char* duplicate_problem;
};

Error whole_file_error(const std::string& source, ErrorKind kind, std::string code,
                       std::string problem, std::string advice) {
  return {.kind = kind,
          .source = source,
          .line = 1,
          .problem = std::move(problem),
          .advice = std::move(advice),
          .code = std::move(code)};
}

std::optional<Error> encoding_error(std::string_view bytes, const std::string& source) {
  if (bytes.starts_with(kBom)) {
    return whole_file_error(source, ErrorKind::bad_encoding, "FE-IO-03",
                            "it begins with a byte-order mark", "save it as UTF-8 without BOM");
  }
  const std::size_t wrong = std::min(first_invalid_utf8(bytes), bytes.find('\0'));
  if (wrong == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view before = bytes.substr(0, wrong);
  Error error = whole_file_error(source, ErrorKind::bad_encoding, "FE-IO-02",
                                 "the line is not UTF-8 text", "is this the right file?");
  error.line += static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  error.column = wrong - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
  return error;
}

std::string names_text(const std::vector<DelimitedField>& header) {
  std::string text;
  for (const DelimitedField& field : header) {
    text += (text.empty() ? "" : ", ") + std::string(field.text);
  }
  return text;
}

struct Columns {
  std::size_t query = 0;
  std::size_t doc = 0;
  std::size_t value = 0;
  std::optional<std::size_t> run;
};

Result<Columns> columns_of(const std::vector<DelimitedField>& header, const Kind& kind,
                           const DelimitedReader& reader) {
  std::unordered_set<std::string> seen;
  for (const DelimitedField& field : header) {
    if (!seen.insert(canonical_name(field.text)).second) {
      return fail(reader.error_at(field, ErrorKind::duplicate, "FE-IO-15",
                                  "the header names '" + std::string(field.text) + "' twice",
                                  "rename or remove one of the columns"));
    }
  }
  std::optional<Error> missing;
  const auto place = [&](ColumnNames names, const char* what) -> std::size_t {
    const auto found = find_column(header, names);
    if (!found && !missing) {
      missing = reader.error_at(header.front(), ErrorKind::missing_field, "FE-IO-15",
                                std::string("the header names no column of ") + what + " (it has " +
                                    names_text(header) + ")",
                                "name it " + std::string(names.front()));
    }
    return found.value_or(0);
  };
  Columns columns;
  columns.query = place(query_names(), "queries");
  columns.doc = place(document_names(), "documents");
  columns.value = place(kind.names, kind.what);
  columns.run = find_column(header, run_names());
  if (missing) {
    return fail(std::move(*missing));
  }
  return columns;
}

template <class Table>
class TableReader {
 public:
  TableReader(std::string_view bytes, char separator, const std::string& source, const Kind& kind)
      : reader_(bytes, separator, source), kind_(kind) {}

  Result<Table> read() {
    if (auto next = reader_.next(fields_); !next) {
      return fail(std::move(next.error()));
    }
    const auto columns = columns_of(fields_, kind_, reader_);
    if (!columns) {
      return fail(columns.error());
    }
    const std::size_t width = fields_.size();
    while (true) {
      const auto next = reader_.next(fields_);
      if (!next) {
        return fail(next.error());
      }
      if (!*next) {
        break;
      }
      if (auto error = add(*columns, width)) {
        return fail(std::move(*error));
      }
    }
    return finish();
  }

 private:
  std::optional<Error> add(const Columns& columns, std::size_t width) {
    if (fields_.size() != width) {
      const DelimitedField& place = fields_[std::min(width, fields_.size() - 1)];
      return reader_.error_at(place, ErrorKind::bad_syntax, "FE-IO-05",
                              "the line has " + std::to_string(fields_.size()) +
                                  " fields, the header " + std::to_string(width),
                              "give every line one field a column");
    }
    const DelimitedField& query = fields_[columns.query];
    const DelimitedField& doc = fields_[columns.doc];
    const DelimitedField& value = fields_[columns.value];
    for (const DelimitedField* id : {&query, &doc}) {
      if (id->text.empty()) {
        return reader_.error_at(*id, ErrorKind::bad_value, "FE-IO-05",
                                id == &query ? "the query id is empty" : "the document id is empty",
                                "give it a name or remove the line");
      }
    }
    if (columns.run) {
      const DelimitedField& run = fields_[*columns.run];
      if (run_ && *run_ != run.text) {
        return reader_.error_at(run, ErrorKind::bad_value, "FE-IO-17",
                                "the file holds the runs '" + std::string(*run_) + "' and '" +
                                    std::string(run.text) + "'",
                                "write one run a file");
      }
      run_ = run.text;
    }
    const Number number = kind_.read(value.text);
    if (number.code != nullptr) {
      return reader_.error_at(value, ErrorKind::bad_value, number.code,
                              "'" + std::string(value.text) + "' " + number.problem,
                              kind_.value_advice);
    }
    gatherer_.add(query.text, {doc.text, number.value, doc.line, doc.column});
    return std::nullopt;
  }

  Result<Table> finish() const {
    if (gatherer_.empty()) {
      return fail(reader_.error_at({{}, 1, 0}, ErrorKind::bad_syntax, "FE-IO-04",
                                   "the file holds no line of data below its header",
                                   "check that it was written completely"));
    }
    if (const auto twice = gatherer_.duplicate()) {
      return fail(reader_.error_at(
          {{}, twice->row.line, twice->row.column}, ErrorKind::duplicate, kind_.duplicate_code,
          "the document '" + std::string(twice->row.doc) + "' " + kind_.duplicate_problem +
              " for the query '" + std::string(twice->query) + "'",
          "remove one of them"));
    }
    return gatherer_.table();
  }

  DelimitedReader reader_;
  const Kind& kind_;
  std::vector<DelimitedField> fields_;
  std::optional<std::string_view> run_;
  RowGatherer<Table> gatherer_;
};

template <class Table>
Result<Table> parse(std::string_view bytes, const std::string& source, const Kind& kind) {
  if (auto error = encoding_error(bytes, source)) {
    return fail(std::move(*error));
  }
  const std::size_t begin = bytes.find_first_not_of("\r\n");
  if (begin == std::string_view::npos) {
    return fail(whole_file_error(source, ErrorKind::bad_syntax, "FE-IO-04", "the file is empty",
                                 "check that it was written completely"));
  }
  const auto separator = separator_of(bytes.substr(begin));
  if (!separator) {
    return fail(whole_file_error(source, ErrorKind::bad_syntax, "FE-IO-15",
                                 "its first line is no header of columns",
                                 "separate the columns by commas or tabs"));
  }
  return TableReader<Table>(bytes, *separator, source, kind).read();
}

}  // namespace

bool looks_like_delimited(std::string_view head) {
  if (head.starts_with(kBom)) {
    head.remove_prefix(kBom.size());
  }
  head.remove_prefix(std::min(head.find_first_not_of("\r\n"), head.size()));
  const std::string_view line = head.substr(0, head.find('\n'));
  const auto separator = separator_of(line);
  if (!separator) {
    return false;
  }
  const std::string source;
  DelimitedReader reader(line, *separator, source);
  std::vector<DelimitedField> header;
  return reader.next(header).value_or(false) && find_column(header, query_names()) &&
         find_column(header, document_names());
}

Result<Run> parse_delimited_run(std::string_view bytes, const std::string& source) {
  return parse<Run>(bytes, source,
                    {score_names(), "scores", read_score, "write the score as a number", "FE-IO-10",
                     "stands twice"});
}

Result<Qrels> parse_delimited_qrels(std::string_view bytes, const std::string& source) {
  return parse<Qrels>(bytes, source,
                      {grade_names(), "grades", read_grade, "write a whole number from -127 to 127",
                       "FE-IO-11", "is judged twice"});
}

}  // namespace foley::io
