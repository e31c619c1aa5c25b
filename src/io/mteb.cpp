#include "foley/io/mteb.hpp"

#include <utility>
#include <vector>

#include "foley/io/json_value.hpp"
#include "ranking_json_text.hpp"

namespace foley::io {
namespace {

constexpr std::string_view kMeta = "mteb_model_meta";
constexpr std::string_view kBlanks = " \t\r\n";

// Subset, split and query are open where documents are the keys, and the whole.
constexpr std::size_t kDocumentDepth = 4;

using Member = std::pair<std::string, JsonValue>;

Error shape_error(const std::string& source, std::size_t line, std::string problem,
                  std::string advice) {
  return {.kind = ErrorKind::wrong_type,
          .source = source,
          .line = line,
          .problem = std::move(problem),
          .advice = std::move(advice),
          .code = "FE-IO-19"};
}

// The member that is chosen, or the only one.
Result<const Member*> choose(const std::vector<const Member*>& members, const std::string& chosen,
                             const std::string& what, const std::string& source, std::size_t line) {
  std::string names;
  for (const Member* member : members) {
    if (member->first == chosen || (chosen.empty() && members.size() == 1)) {
      return member;
    }
    names += (names.empty() ? "" : ", ") + member->first;
  }
  Error error = shape_error(source, line, "there is no " + what + " '" + chosen + "'",
                            "choose one of: " + names);
  error.kind = ErrorKind::unknown_name;
  if (members.empty()) {
    error.problem = "it holds no " + what;
    error.advice = "check that the predictions were written completely";
  } else if (chosen.empty()) {
    error.problem = "it holds " + std::to_string(members.size()) + " of kind " + what;
  }
  return fail(std::move(error));
}

std::vector<const Member*> members_of(const JsonValue& object) {
  std::vector<const Member*> members;
  for (const Member& member : object.object) {
    if (member.first != kMeta) {
      members.push_back(&member);
    }
  }
  return members;
}

Result<Run> run_of(const JsonValue& queries, const std::string& source) {
  Run run;
  for (const auto& [query, docs] : queries.object) {
    if (!docs.is(JsonValue::Kind::object)) {
      Error error =
          shape_error(source, docs.line, std::string("its documents are ") + docs.kind_name(),
                      "write {\"document\": score}");
      error.item = "query '" + query + "'";
      return fail(std::move(error));
    }
    run.add_query(query);
    for (const auto& [doc, score] : docs.object) {
      if (!score.is_number()) {
        Error error = shape_error(source, score.line, std::string("it is ") + score.kind_name(),
                                  "write the score as a number");
        error.item = "query '" + query + "'";
        error.field = doc;
        error.code = "FE-IO-06";
        return fail(std::move(error));
      }
      run.add(doc, score.real);
    }
  }
  if (run.empty()) {
    Error error = shape_error(source, queries.line, "it holds no query",
                              "check that the predictions were written completely");
    error.kind = ErrorKind::bad_value;
    error.code = "FE-IO-04";
    return fail(std::move(error));
  }
  return run;
}

}  // namespace

bool looks_like_mteb(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos || text[first] != '{') {
    return false;
  }
  const std::string quoted = '"' + std::string(kMeta) + '"';
  const std::size_t key = text.find(quoted);
  if (key == std::string_view::npos) {
    return false;
  }
  const std::size_t next = text.find_first_not_of(kBlanks, key + quoted.size());
  return next != std::string_view::npos && text[next] == ':';
}

Result<Run> parse_mteb_run(std::string_view bytes, const std::string& source,
                           const MtebChoice& choice) {
  const auto document = parse_ranking_json(bytes, source, kJsonRunCodes, kDocumentDepth);
  if (!document) {
    return fail(document.error());
  }
  if (!document->is(JsonValue::Kind::object) || document->find(kMeta) == nullptr) {
    Error error = shape_error(source, document->line, "it has no member 'mteb_model_meta'",
                              "name a predictions file of MTEB");
    error.kind = ErrorKind::wrong_top;
    return fail(std::move(error));
  }
  const JsonValue* value = &*document;
  std::string path;
  for (const auto& [what, chosen] :
       {std::pair{"subset", &choice.subset}, std::pair{"split", &choice.split}}) {
    const auto member = choose(members_of(*value), *chosen, what, source, value->line);
    if (!member) {
      return fail(member.error());
    }
    value = &(*member)->second;
    path += (path.empty() ? "" : "/") + (*member)->first;
    if (!value->is(JsonValue::Kind::object)) {
      return fail(shape_error(source, value->line,
                              "'" + path + "' is " + std::string(value->kind_name()),
                              "a predictions file holds subset, split, query, document and score"));
    }
  }
  return run_of(*value, source);
}

}  // namespace foley::io
