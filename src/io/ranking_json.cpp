#include "foley/io/ranking_json.hpp"

#include "foley/io/json_value.hpp"

namespace foley::io {
namespace {

template <class Table, class Accept>
Result<Table> parse(std::string_view bytes, const std::string& source, const char* what,
                    const char* value_advice, Accept accept) {
  const auto document = parse_json(bytes, source);
  if (!document) {
    return fail(document.error());
  }
  Error error{.kind = ErrorKind::wrong_top, .source = source, .line = document->line};
  if (!document->is(JsonValue::Kind::object)) {
    error.problem =
        std::string(what) + " is an object of queries, this is " + document->kind_name();
    error.advice = "write {\"query\": {\"document\": number}}";
    return fail(error);
  }
  if (document->object.empty()) {
    error.kind = ErrorKind::bad_value;
    error.problem = std::string(what) + " holds no query";
    error.advice = "there is nothing to measure";
    return fail(error);
  }
  Table table;
  for (const auto& [query, row] : document->object) {
    error.kind = ErrorKind::wrong_type;
    error.line = row.line;
    error.item = "query '" + query + "'";
    if (!row.is(JsonValue::Kind::object)) {
      error.problem = std::string("its documents are ") + row.kind_name();
      error.advice = "write {\"document\": number}";
      return fail(error);
    }
    table.add_query(query);
    for (const auto& [doc, value] : row.object) {
      error.line = value.line;
      error.field = doc;
      error.advice = value_advice;
      if (!value.is_number()) {
        error.problem = std::string("it is ") + value.kind_name();
        return fail(error);
      }
      if (!accept(value)) {
        error.kind = ErrorKind::bad_value;
        error.problem = "the number is off the scale";
        return fail(error);
      }
      table.add(doc, value.real);
    }
    error.field.clear();
  }
  return table;
}

}  // namespace

Result<Run> parse_run_json(std::string_view bytes, const std::string& source) {
  return parse<Run>(bytes, source, "a run", "write the score as a number",
                    [](const JsonValue&) { return true; });
}

Result<Qrels> parse_qrels_json(std::string_view bytes, const std::string& source) {
  return parse<Qrels>(bytes, source, "a set of qrels", "write a whole number from -127 to 127",
                      [](const JsonValue& value) {
                        return value.is(JsonValue::Kind::integer) && value.integer >= -127 &&
                               value.integer <= 127;
                      });
}

}  // namespace foley::io
