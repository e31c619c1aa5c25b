#include "foley/io/trec_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "foley/core/printable.hpp"

namespace foley::io {
namespace {

// A line cut into its first fields; further ones are counted, not kept.
struct Fields {
  std::array<std::string_view, 6> text;
  std::size_t count = 0;
};

Fields split(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\v\f";
  Fields fields;
  std::size_t from = line.find_first_not_of(kBlanks);
  while (from != std::string_view::npos) {
    const std::size_t to = std::min(line.find_first_of(kBlanks, from), line.size());
    if (fields.count < fields.text.size()) {
      fields.text[fields.count] = line.substr(from, to - from);
    }
    fields.count += 1;
    from = line.find_first_not_of(kBlanks, to);
  }
  return fields;
}

Error at_line(const std::string& source, std::size_t line, ErrorKind kind, std::string problem,
              std::string advice) {
  return {.kind = kind,
          .source = source,
          .line = line,
          .problem = std::move(problem),
          .advice = std::move(advice)};
}

// One leading plus is fine, what follows must be the number itself.
std::string_view without_plus(std::string_view text) {
  return text.starts_with('+') && !text.starts_with("+-") && !text.starts_with("++")
             ? text.substr(1)
             : text;
}

std::optional<double> read_number(std::string_view text) {
  const std::string_view digits = without_plus(text);
  double value = 0.0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end != digits.data() + digits.size() || digits.empty()) {
    return std::nullopt;
  }
  if (code == std::errc::result_out_of_range) {
    // Too small for a double is zero, as everywhere; too large is refused.
    return digits.find("e-") != std::string_view::npos ||
                   digits.find("E-") != std::string_view::npos
               ? std::optional(0.0)
               : std::nullopt;
  }
  return code == std::errc{} && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> read_grade(std::string_view text) {
  const std::string_view digits = without_plus(text);
  int grade = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), grade);
  const bool whole = end == digits.data() + digits.size() && !digits.empty();
  return code == std::errc{} && whole && grade >= -127 && grade <= 127
             ? std::optional(static_cast<double>(grade))
             : std::nullopt;
}

// What differs between the two formats.
struct Columns {
  std::size_t least;  // fields a line must have
  std::size_t most;   // fields it may have
  std::size_t value;  // column of score or grade
  std::optional<double> (*read)(std::string_view);
  const char* shape;
  const char* value_problem;
  const char* value_advice;
};

// Rows of one query may stand apart in the file; they are gathered in the order of its first line.
template <class Table>
class Gatherer {
 public:
  struct Group {
    std::string_view query;
    std::vector<std::pair<std::string_view, double>> entries;
    std::unordered_set<std::string_view> ids;
  };

  // Returns false when the document is already there.
  bool add(std::string_view query, std::string_view doc, double value) {
    if (last_ == nullptr || last_->query != query) {
      const auto [at, added] = index_.try_emplace(query, groups_.size());
      if (added) {
        groups_.push_back(Group{query, {}, {}});
      }
      last_ = &groups_[at->second];
    }
    if (!last_->ids.insert(doc).second) {
      return false;
    }
    last_->entries.emplace_back(doc, value);
    return true;
  }

  [[nodiscard]] Table table() const {
    Table out;
    for (const Group& group : groups_) {
      out.add_query(group.query);
      for (const auto& [doc, value] : group.entries) {
        out.add(doc, value);
      }
    }
    return out;
  }

 private:
  std::vector<Group> groups_;
  std::unordered_map<std::string_view, std::size_t> index_;
  Group* last_ = nullptr;
};

template <class Table>
Result<Table> parse(std::string_view bytes, const std::string& source, const Columns& columns) {
  if (bytes.starts_with("\xEF\xBB\xBF")) {
    return fail(at_line(source, 1, ErrorKind::bad_encoding, "it begins with a byte-order mark",
                        "save it as UTF-8 without BOM"));
  }
  Gatherer<Table> gatherer;
  std::size_t line_number = 0;
  for (std::size_t from = 0; from < bytes.size();) {
    const std::size_t to = std::min(bytes.find('\n', from), bytes.size());
    std::string_view line = bytes.substr(from, to - from);
    from = to + 1;
    line_number += 1;
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    const Fields fields = split(line);
    if (fields.count == 0 || line.front() == '#') {
      continue;
    }
    if (line.find('\0') != std::string_view::npos || !is_utf8(line)) {
      return fail(at_line(source, line_number, ErrorKind::bad_encoding,
                          "the line is not UTF-8 text", "is this the right file?"));
    }
    if (line.find('\r') != std::string_view::npos) {
      return fail(at_line(source, line_number, ErrorKind::bad_syntax,
                          "a carriage return stands inside the line", "end lines with LF or CRLF"));
    }
    if (fields.count < columns.least || fields.count > columns.most) {
      return fail(at_line(source, line_number, ErrorKind::bad_syntax,
                          "the line has " + std::to_string(fields.count) + " fields, not " +
                              std::to_string(columns.least),
                          std::string("a line is: ") + columns.shape));
    }
    const std::string_view text = fields.text[columns.value];
    const auto value = columns.read(text);
    if (!value) {
      return fail(at_line(source, line_number, ErrorKind::bad_value,
                          "'" + std::string(text) + "' " + columns.value_problem,
                          columns.value_advice));
    }
    if (!gatherer.add(fields.text[0], fields.text[2], *value)) {
      return fail(at_line(source, line_number, ErrorKind::duplicate,
                          "the document '" + std::string(fields.text[2]) +
                              "' stands twice for the query '" + std::string(fields.text[0]) + "'",
                          "remove one of them"));
    }
  }
  Table table = gatherer.table();
  if (table.empty()) {
    return fail(at_line(source, 1, ErrorKind::bad_syntax, "the file holds no line of data",
                        std::string("a line is: ") + columns.shape));
  }
  return table;
}

}  // namespace

Result<Run> parse_trec_run(std::string_view bytes, const std::string& source) {
  return parse<Run>(bytes, source,
                    {6, std::numeric_limits<std::size_t>::max(), 4, read_number,
                     "query Q0 document rank score tag", "is not a finite number",
                     "the fifth field is the score"});
}

Result<Qrels> parse_trec_qrels(std::string_view bytes, const std::string& source) {
  return parse<Qrels>(bytes, source,
                      {4, 4, 3, read_grade, "query 0 document grade",
                       "is not a whole number from -127 to 127", "the fourth field is the grade"});
}

}  // namespace foley::io
