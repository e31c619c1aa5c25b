#include "foley/io/ranking_json.hpp"

#include <cmath>
#include <optional>

#include "foley/core/number_text.hpp"
#include "foley/io/json_value.hpp"
#include "ranking_json_text.hpp"

namespace foley::io {
namespace {

// Where the keys are documents: in the object of a query, which is in the object of queries.
constexpr std::size_t kDocumentDepth = 2;

// What is wrong with a value.
struct Objection {
  ErrorKind kind;
  const char* code;
  std::string problem;
};

// What differs between runs and qrels.
struct Kind {
  const char* what;
  const char* value_advice;
  const JsonRankingCodes& codes;
  std::optional<Objection> (*object)(const JsonValue&);
};

std::optional<Objection> object_to_score(const JsonValue& value) {
  if (value.is_number()) {
    return std::nullopt;
  }
  return Objection{ErrorKind::wrong_type, "FE-IO-06", std::string("it is ") + value.kind_name()};
}

std::optional<Objection> object_to_grade(const JsonValue& value) {
  if (!value.is_number()) {
    return Objection{ErrorKind::wrong_type, "FE-IO-08",
                     std::string(value.kind_name()) + " is not a whole number"};
  }
  const bool whole = value.is(JsonValue::Kind::integer);
  const std::string text = whole ? std::to_string(value.integer) : shortest_text(value.real);
  // Whole numbers beyond 64 bits come as real ones.
  if (std::fabs(value.real) > 127.0 && value.real == std::trunc(value.real)) {
    return Objection{ErrorKind::bad_value, "FE-IO-09", text + " is off the scale of -127 to 127"};
  }
  return whole ? std::nullopt
               : std::optional(
                     Objection{ErrorKind::bad_value, "FE-IO-08", text + " is not a whole number"});
}

template <class Table>
Result<Table> parse(std::string_view bytes, const std::string& source, const Kind& kind) {
  const auto document = parse_ranking_json(bytes, source, kind.codes, kDocumentDepth);
  if (!document) {
    return fail(document.error());
  }
  Error error{.kind = ErrorKind::wrong_top, .source = source, .line = document->line};
  error.code = "FE-IO-19";
  if (!document->is(JsonValue::Kind::object)) {
    error.problem =
        std::string(kind.what) + " is an object of queries, this is " + document->kind_name();
    error.advice = "write {\"query\": {\"document\": number}}";
    return fail(error);
  }
  if (document->object.empty()) {
    error.kind = ErrorKind::bad_value;
    error.code = "FE-IO-04";
    error.problem = std::string(kind.what) + " holds no query";
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
      if (auto objection = kind.object(value)) {
        error.kind = objection->kind;
        error.line = value.line;
        error.field = doc;
        error.problem = std::move(objection->problem);
        error.advice = kind.value_advice;
        error.code = objection->code;
        return fail(error);
      }
      table.add(doc, value.real);
    }
  }
  return table;
}

}  // namespace

Result<Run> parse_run_json(std::string_view bytes, const std::string& source) {
  return parse<Run>(bytes, source,
                    {"a run", "write the score as a number", kJsonRunCodes, object_to_score});
}

Result<Qrels> parse_qrels_json(std::string_view bytes, const std::string& source) {
  return parse<Qrels>(bytes, source,
                      {"a set of qrels", "write a whole number from -127 to 127", kJsonQrelsCodes,
                       object_to_grade});
}

}  // namespace foley::io
