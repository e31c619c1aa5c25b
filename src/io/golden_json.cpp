#include "foley/io/golden_json.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "foley/core/nearest_name.hpp"
#include "foley/io/file_bytes.hpp"
#include "json_reader.hpp"

namespace foley::io {
namespace {

using golden::GoldenEvent;
using golden::GoldenItem;

constexpr std::array<std::string_view, 5> kLayers{"voice", "sfx_fg", "ambience", "stinger",
                                                  "music"};
constexpr std::array<std::string_view, 3> kSaliences{"high", "medium", "low"};

void read_choice(JsonReader& reader, std::string_view key, std::string& out,
                 std::span<const std::string_view> choices) {
  const JsonValue* value = reader.member(key, JsonValue::Kind::string, false);
  if (value == nullptr) {
    return;
  }
  out = value->string;
  if (std::find(choices.begin(), choices.end(), out) == choices.end()) {
    std::string known;
    for (const std::string_view choice : choices) {
      known += (known.empty() ? "" : ", ") + std::string(choice);
    }
    const auto nearest = nearest_name(out, choices);
    reader.complain(ErrorKind::bad_value, *value, key, "'" + out + "' is not one of " + known,
                    nearest ? "did you mean '" + *nearest + "'?" : "use one of them");
  }
}

GoldenEvent read_event(const JsonValue& value, const std::string& source, const std::string& item,
                       const std::string& path, std::optional<Error>& error) {
  GoldenEvent event;
  event.line = value.line;
  JsonReader reader(value, source, item, path);
  if (!value.is(JsonValue::Kind::object)) {
    reader.complain(ErrorKind::wrong_type, value, "", std::string("it is ") + value.kind_name(),
                    "write an object with query and ucs_catid");
  }
  reader.read("query", event.query, true);
  reader.read("ucs_catid", event.ucs_catid, false);
  read_choice(reader, "layer", event.layer, kLayers);
  reader.read("diegetic", event.diegetic, false);
  read_choice(reader, "salience", event.salience, kSaliences);
  error = reader.error();
  return event;
}

void read_events(const JsonValue& value, const std::string& source, GoldenItem& item,
                 std::optional<Error>& error) {
  for (std::size_t e = 0; e < value.list.size() && !error; ++e) {
    item.expected_events.push_back(read_event(value.list[e], source, item.id,
                                              "expected_events[" + std::to_string(e) + "]", error));
  }
}

void read_answers(JsonReader& reader, const JsonValue& value, GoldenItem& item) {
  for (const auto& [catid, clips] : value.object) {
    const std::string field = "answer_clip_ids['" + catid + "']";
    if (!clips.is(JsonValue::Kind::list)) {
      reader.complain(ErrorKind::wrong_type, clips, field,
                      std::string("it is ") + clips.kind_name(), "write a list of clip ids");
      return;
    }
    std::vector<std::string> ids;
    std::unordered_set<std::string> seen;
    for (std::size_t i = 0; i < clips.list.size(); ++i) {
      const std::string place = field + "[" + std::to_string(i) + "]";
      const auto id = reader.text(clips.list[i], place);
      if (!id) {
        return;
      }
      if (!seen.insert(*id).second) {
        reader.complain(ErrorKind::duplicate, clips.list[i], place, "'" + *id + "' stands twice",
                        "remove one of them");
        return;
      }
      ids.push_back(*id);
    }
    item.answer_clip_ids.emplace_back(catid, std::move(ids));
  }
}

void read_grades(JsonReader& reader, const JsonValue& value, GoldenItem& item) {
  for (const auto& [clip, grade] : value.object) {
    const std::string field = "grade['" + clip + "']";
    if (!grade.is(JsonValue::Kind::integer)) {
      reader.complain(ErrorKind::wrong_type, grade, field,
                      std::string("it is ") + grade.kind_name(),
                      "write 2 (ideal), 1 (acceptable) or 0 (wrong)");
      return;
    }
    if (grade.integer < 0 || grade.integer > golden::kTopGrade) {
      reader.complain(ErrorKind::bad_value, grade, field,
                      std::to_string(grade.integer) + " is not on the scale",
                      "write 2 (ideal), 1 (acceptable) or 0 (wrong)");
      return;
    }
    item.grade.emplace_back(clip, grade.integer);
  }
}

GoldenItem read_item(const JsonValue& value, std::size_t index, const std::string& source,
                     std::optional<Error>& error) {
  GoldenItem item;
  item.line = value.line;
  JsonReader reader(value, source, "item " + std::to_string(index));
  if (!value.is(JsonValue::Kind::object)) {
    reader.complain(ErrorKind::wrong_type, value, "", std::string("it is ") + value.kind_name(),
                    "write an object");
    error = reader.error();
    return item;
  }
  reader.read("id", item.id, true);
  if (reader.ok() && item.id.empty()) {
    reader.complain(ErrorKind::bad_value, *value.find("id"), "id", "it is empty",
                    "give each item its own id");
  }
  reader.rename_item(item.id.empty() ? "item " + std::to_string(index) : item.id);
  reader.read("context", item.context, true);
  if (const JsonValue* events = reader.member("expected_events", JsonValue::Kind::list, true)) {
    if (events->list.empty()) {
      reader.complain(ErrorKind::bad_value, *events, "expected_events", "the list is empty",
                      "an item expects at least one sound");
    } else {
      read_events(*events, source, item, error);
    }
  }
  if (error) {
    return item;
  }
  if (const auto* answers = reader.member("answer_clip_ids", JsonValue::Kind::object, true)) {
    read_answers(reader, *answers, item);
  }
  if (const auto* grades = reader.member("grade", JsonValue::Kind::object, true)) {
    read_grades(reader, *grades, item);
  }
  reader.read("negatives", item.negatives, false);
  reader.read("labeler", item.labeler, false);
  reader.read("schema_version", item.schema_version, false);
  error = reader.error();
  return item;
}

}  // namespace

Result<GoldenDocument> parse_golden(std::string_view bytes, const std::string& source) {
  const auto document = parse_json(bytes, source);
  if (!document) {
    return fail(document.error());
  }
  Error top{.kind = ErrorKind::wrong_top, .source = source, .line = document->line};
  if (!document->is(JsonValue::Kind::list)) {
    top.problem = std::string("a golden set is a list of items, this is ") + document->kind_name();
    top.advice = "put the items into [ … ]";
    return fail(top);
  }
  GoldenDocument golden;
  std::unordered_map<std::string, std::size_t> line_of;
  for (std::size_t i = 0; i < document->list.size(); ++i) {
    std::optional<Error> error;
    GoldenItem item = read_item(document->list[i], i, source, error);
    if (!error) {
      const auto [first, added] = line_of.try_emplace(item.id, item.line);
      if (!added) {
        error =
            Error{.kind = ErrorKind::duplicate,
                  .source = source,
                  .line = item.line,
                  .item = item.id,
                  .field = "id",
                  .problem = "the id is taken by the item on line " + std::to_string(first->second),
                  .advice = "give each item its own id"};
      }
    }
    if (error) {
      golden.errors.push_back(std::move(*error));
    } else {
      golden.items.push_back(std::move(item));
    }
  }
  return golden;
}

Result<std::vector<golden::GoldenItem>> load_golden(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) {
    return fail(bytes.error());
  }
  auto document = parse_golden(*bytes, path);
  if (!document) {
    return fail(document.error());
  }
  if (!document->errors.empty()) {
    return fail(document->errors.front());
  }
  return std::move(document->items);
}

}  // namespace foley::io
