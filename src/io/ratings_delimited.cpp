#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "delimited_columns.hpp"
#include "delimited_reader.hpp"
#include "field_lines.hpp"
#include "ratings_columns.hpp"
#include "ratings_readers.hpp"

namespace foley::io {
namespace {

using Fields = std::vector<DelimitedField>;

RatingPlace place_of(const DelimitedField& field) { return {field.line, field.column}; }

class TableReader {
 public:
  TableReader(std::string_view bytes, char separator, const std::string& source,
              const RatingsRequest& request, RatingsBuilder& builder)
      : reader_(bytes, separator, source), source_(source), request_(request), builder_(builder) {}

  std::optional<Error> read() {
    if (auto next = reader_.next(fields_); !next) {
      return std::move(next.error());
    }
    header_ = fields_;
    for (const DelimitedField& field : header_) {
      names_.push_back(trimmed(field.text));
    }
    if (auto error = object_to_twins()) {
      return error;
    }
    const std::string& format = request_.format;
    const bool is_mushra = format == "webmushra" || (format.empty() && looks_like_mushra(names_));
    columns_ = find_rating_columns(names_, request_, is_mushra);
    const bool is_long = is_mushra || format == "long" ||
                         (format.empty() && (columns_.complete() || !request_.rater.empty() ||
                                             !request_.value.empty()));
    if (!is_long) {
      return read_wide();
    }
    if (auto error = missing_column(columns_, names_, request_, is_mushra, source_,
                                    header_.front().line, "the header")) {
      return error;
    }
    value_column_ = columns_.value.value_or(0);
    return each_row([this] { return add_long(); });
  }

 private:
  std::optional<Error> object_to_twins() const {
    std::unordered_set<std::string_view> seen;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (!names_[i].empty() && !seen.insert(names_[i]).second) {
        return reader_.error_at(header_[i], ErrorKind::duplicate, "FE-IO-15",
                                "the header names " + quoted(names_[i]) + " twice",
                                "rename or remove one of the columns");
      }
    }
    return std::nullopt;
  }

  template <class AddRow>
  std::optional<Error> each_row(const AddRow& add_row) {
    bool any = false;
    while (true) {
      auto next = reader_.next(fields_);
      if (!next) {
        return std::move(next.error());
      }
      if (!*next) {
        break;
      }
      any = true;
      if (fields_.size() != header_.size()) {
        const DelimitedField& place = fields_[std::min(header_.size(), fields_.size() - 1)];
        return reader_.error_at(place, ErrorKind::bad_syntax, "FE-IO-05",
                                "the line has " + std::to_string(fields_.size()) +
                                    " fields, the header " + std::to_string(header_.size()),
                                "give every line one field a column, and decimals a point");
      }
      if (auto error = add_row()) {
        return error;
      }
    }
    if (!any) {
      return reader_.error_at({{}, header_.front().line, 0}, ErrorKind::bad_syntax, "FE-IO-04",
                              "the file holds no line of data below its header",
                              "check that it was written completely");
    }
    return std::nullopt;
  }

  // The name that columns make together; `what` is what they name.
  std::optional<Error> read_name(const NameParts& parts, const char* what, JoinedName& joined,
                                 std::string_view& name) const {
    bool whole = true;
    const DelimitedField* place = &fields_[parts.front()];
    if (parts.size() == 1) {
      name = trimmed(place->text);
      whole = !name.empty();
    } else {
      joined.clear();
      for (const std::size_t part : parts) {
        if (whole && !joined.add(fields_[part].text)) {
          whole = false;
          place = &fields_[part];
        }
      }
      name = joined.text();
    }
    if (whole) {
      return std::nullopt;
    }
    return reader_.error_at(*place, ErrorKind::bad_value, "FE-IO-05",
                            std::string("the name of the ") + what + " is empty",
                            "give it a name or remove the line");
  }

  std::optional<Error> read_stratum(std::uint32_t unit) {
    if (!columns_.stratum) {
      return std::nullopt;
    }
    const DelimitedField& field = fields_[*columns_.stratum];
    return builder_.set_stratum(unit, field.text, place_of(field));
  }

  std::optional<Error> add_value(std::uint32_t unit, std::uint32_t rater, std::size_t column) {
    const DelimitedField& value = fields_[column];
    if (!columns_.order) {
      return builder_.add(unit, rater, value.text, place_of(value));
    }
    const DelimitedField& order = fields_[*columns_.order];
    return builder_.add(unit, rater, value.text, place_of(value), order.text, place_of(order));
  }

  std::optional<Error> add_long() {
    std::string_view name;
    if (auto error = read_name(columns_.unit, "unit", unit_name_, name)) {
      return error;
    }
    const std::uint32_t unit = builder_.unit(name);
    if (auto error = read_name(columns_.rater, "rater", rater_name_, name)) {
      return error;
    }
    const std::uint32_t rater = builder_.rater(name);
    if (auto error = read_stratum(unit)) {
      return error;
    }
    return add_value(unit, rater, value_column_);
  }

  std::optional<Error> read_wide() {
    if (std::ranges::all_of(names_, [](std::string_view name) {
          bool is_number = false;
          return finite_number(name, is_number).has_value();
        })) {
      return reader_.error_at(header_.front(), ErrorKind::bad_syntax, "FE-IO-15",
                              "its first line holds numbers where the columns are named",
                              "begin with a line that names the units and each rater");
    }
    if (auto error = find_wide_columns()) {
      return error;
    }
    return each_row([this] { return add_wide(); });
  }

  std::optional<Error> find_wide_columns() {
    if (columns_.unit.empty() && request_.unit.empty()) {
      columns_.unit = {0};
    }
    const auto unknown = [&](const std::string& wanted) {
      return unknown_column(wanted, names_, source_, header_.front().line, "the header");
    };
    for (const auto& [wanted, found] : {std::pair(&request_.unit, !columns_.unit.empty()),
                                        std::pair(&request_.stratum, columns_.stratum.has_value()),
                                        std::pair(&request_.order, columns_.order.has_value())}) {
      if (!wanted->empty() && !found) {
        return unknown(*wanted);
      }
    }
    std::vector<bool> taken(names_.size(), false);
    for (const std::size_t column : columns_.unit) {
      taken[column] = true;
    }
    for (const auto& column : {columns_.stratum, columns_.order}) {
      if (column) {
        taken[*column] = true;
      }
    }
    for (const std::string& wanted : request_.rater_columns) {
      const auto column = requested_column(names_, wanted);
      if (!column) {
        return unknown(wanted);
      }
      if (std::ranges::find(rater_columns_, *column) == rater_columns_.end()) {
        rater_columns_.push_back(*column);
      }
    }
    for (std::size_t i = 0; i < names_.size() && request_.rater_columns.empty(); ++i) {
      if (!taken[i]) {
        rater_columns_.push_back(i);
      }
    }
    return name_raters();
  }

  std::optional<Error> name_raters() {
    for (const std::size_t column : rater_columns_) {
      if (names_[column].empty()) {
        return reader_.error_at(header_[column], ErrorKind::missing_field, "FE-IO-15",
                                "column " + std::to_string(column + 1) + " has no name",
                                "name it after the rater, or remove it");
      }
      raters_.push_back(builder_.rater(names_[column]));
    }
    if (rater_columns_.empty()) {
      return reader_.error_at(header_.front(), ErrorKind::missing_field, "FE-IO-15",
                              "the header names no rater beside the units",
                              "give every rater a column, or name columns unit, rater and value");
    }
    return std::nullopt;
  }

  std::optional<Error> add_wide() {
    std::string_view name;
    if (auto error = read_name(columns_.unit, "unit", unit_name_, name)) {
      return error;
    }
    const std::uint32_t unit = builder_.unit(name);
    if (auto error = read_stratum(unit)) {
      return error;
    }
    for (std::size_t i = 0; i < raters_.size(); ++i) {
      if (auto error = add_value(unit, raters_[i], rater_columns_[i])) {
        error->item = "rater " + quoted(names_[rater_columns_[i]]);
        const std::string_view text = fields_[rater_columns_[i]].text;
        if (error->code == "FE-IO-06" &&
            std::ranges::any_of(text, [](unsigned char c) { return std::isalpha(c) != 0; })) {
          error->advice =
              "write a number, or nothing where a rating is missing; or say which columns raters "
              "filled, or which are unit, rater and value";
        }
        return error;
      }
    }
    return std::nullopt;
  }

  DelimitedReader reader_;
  const std::string& source_;
  const RatingsRequest& request_;
  RatingsBuilder& builder_;
  Fields header_;
  Fields fields_;
  RatingNames names_;
  RatingColumns columns_;
  std::size_t value_column_ = 0;  // long
  JoinedName unit_name_;
  JoinedName rater_name_;
  std::vector<std::size_t> rater_columns_;  // wide: the columns, and who filled them
  std::vector<std::uint32_t> raters_;
};

}  // namespace

std::optional<Error> read_delimited_ratings(std::string_view bytes, const std::string& source,
                                            const RatingsRequest& request,
                                            RatingsBuilder& builder) {
  const std::size_t begin = bytes.find_first_not_of("\r\n");
  const auto separator = separator_of(bytes.substr(begin));
  if (!separator) {
    return builder.error_at({1, 0}, ErrorKind::bad_syntax, "FE-IO-15",
                            "its first line is no header of columns",
                            "separate the columns by commas or tabs");
  }
  return TableReader(bytes, *separator, source, request, builder).read();
}

}  // namespace foley::io
