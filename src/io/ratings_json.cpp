#include <utility>
#include <vector>

#include "foley/core/number_text.hpp"
#include "ratings_columns.hpp"
#include "ratings_readers.hpp"

namespace foley::io {
namespace {

// Objects with the keys of a long table.
class ObjectReader {
 public:
  ObjectReader(const std::string& source, const RatingsRequest& request, RatingsBuilder& builder)
      : source_(source), request_(request), builder_(builder) {}

  std::optional<Error> add(const JsonValue& object) {
    if (!object.is(JsonValue::Kind::object)) {
      Error error =
          builder_.error_at({object.line, 0}, ErrorKind::wrong_type, "FE-IO-19",
                            std::string("a rating is an object, this is ") + object.kind_name(),
                            R"(write {"item_id": "a", "rater_id": "r", "value": 3})");
      return error;
    }
    if (!columns_found_) {
      if (auto error = find_columns(object)) {
        return error;
      }
    }
    std::string unit_name;
    std::string rater_name;
    if (auto error = read_name(object, unit_keys_, "unit", unit_name)) {
      return error;
    }
    if (auto error = read_name(object, rater_keys_, "rater", rater_name)) {
      return error;
    }
    return add_rating(object, builder_.unit(unit_name), builder_.rater(rater_name));
  }

  // What was missing from the first object and from all others.
  std::optional<Error> finish() const { return columns_found_ ? std::nullopt : missing_; }

 private:
  std::optional<Error> find_columns(const JsonValue& object) {
    RatingNames names;
    for (const auto& [key, value] : object.object) {
      names.emplace_back(key);
    }
    const RatingColumns columns = find_rating_columns(names, request_, false);
    auto error =
        missing_column(columns, names, request_, false, source_, object.line, "the object");
    const auto keys_of = [&](const NameParts& parts) {
      std::vector<std::string> keys;
      for (const std::size_t part : parts) {
        keys.emplace_back(names[part]);
      }
      return keys;
    };
    const auto key_of = [&](const std::optional<std::size_t>& column) {
      return column ? std::string(names[*column]) : std::string();
    };
    unit_keys_ = keys_of(columns.unit);
    rater_keys_ = keys_of(columns.rater);
    value_key_ = key_of(columns.value);
    stratum_key_ = key_of(columns.stratum);
    order_key_ = key_of(columns.order);
    columns_found_ = !error;
    // What is optional in an object may show up in a later one; unit and rater may not.
    if (error && (unit_keys_.empty() || rater_keys_.empty())) {
      return error;
    }
    if (error && !missing_) {
      missing_ = std::move(error);
    }
    return std::nullopt;
  }

  std::optional<Error> add_rating(const JsonValue& object, std::uint32_t unit,
                                  std::uint32_t rater) {
    std::string text;
    std::string order;
    RatingPlace place{object.line, 0};
    if (!stratum_key_.empty()) {
      if (auto error = read_cell(object, stratum_key_, text)) {
        return error;
      }
      if (auto error = builder_.set_stratum(unit, text, place)) {
        return error;
      }
    }
    if (!order_key_.empty()) {
      if (auto error = read_cell(object, order_key_, order)) {
        return error;
      }
    }
    if (auto error = read_cell(object, value_key_, text)) {
      return error;
    }
    if (const JsonValue* value = object.find(value_key_)) {
      place.line = value->line;
    }
    auto error = builder_.add(unit, rater, text, place, order, place);
    if (error) {
      error->field = error->code == "FE-IO-29" ? order_key_ : value_key_;
    }
    return error;
  }

  // The text of a member; empty without it.
  std::optional<Error> read_cell(const JsonValue& object, const std::string& key,
                                 std::string& text) const {
    const JsonValue* value = object.find(key);
    auto cell = value == nullptr ? std::string() : cell_text(*value);
    if (!cell) {
      Error error =
          builder_.error_at({value->line, 0}, ErrorKind::wrong_type, "FE-IO-19",
                            std::string("it is ") + value->kind_name(), "write a number or text");
      error.field = key;
      return error;
    }
    text = std::move(*cell);
    return std::nullopt;
  }

  std::optional<Error> read_name(const JsonValue& object, const std::vector<std::string>& keys,
                                 const char* what, std::string& name) const {
    JoinedName joined;
    std::string text;
    for (const std::string& key : keys) {
      if (auto error = read_cell(object, key, text)) {
        return error;
      }
      if (!joined.add(text)) {
        Error error =
            builder_.error_at({object.line, 0}, ErrorKind::missing_field, "FE-IO-05",
                              std::string("the name of the ") + what + " is missing or empty",
                              "give it a name or remove the object");
        error.field = key;
        return error;
      }
    }
    name = joined.text();
    return std::nullopt;
  }

  const std::string& source_;
  const RatingsRequest& request_;
  RatingsBuilder& builder_;
  std::vector<std::string> unit_keys_;
  std::vector<std::string> rater_keys_;
  std::string value_key_;
  std::string stratum_key_;
  std::string order_key_;
  bool columns_found_ = false;
  std::optional<Error> missing_;
};

}  // namespace

std::optional<std::string> cell_text(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::null:
      return std::string();
    case JsonValue::Kind::boolean:
      return std::string(value.boolean ? "true" : "false");
    case JsonValue::Kind::integer:
      return std::to_string(value.integer);
    case JsonValue::Kind::real:
      return shortest_text(value.real);
    case JsonValue::Kind::string:
      return value.string;
    case JsonValue::Kind::list:
    case JsonValue::Kind::object:
      break;
  }
  return std::nullopt;
}

std::optional<Error> read_json_ratings(std::string_view bytes, const std::string& source,
                                       const RatingsRequest& request, RatingsBuilder& builder) {
  JsonElements elements(bytes, source);
  JsonValue value;
  auto next = elements.next(value);
  if (next && !*next) {
    return builder.error_at({1, 0}, ErrorKind::bad_syntax, "FE-IO-04", "the list is empty",
                            "check that it was written completely");
  }
  if (next &&
      (request.format == "label-studio" || (request.format.empty() && looks_like_task(value)))) {
    return read_label_studio(JsonElements(bytes, source), source, request, builder);
  }
  ObjectReader reader(source, request, builder);
  while (next && *next) {
    if (auto error = reader.add(value)) {
      return error;
    }
    next = elements.next(value);
  }
  return next ? reader.finish() : std::optional(std::move(next.error()));
}

}  // namespace foley::io
