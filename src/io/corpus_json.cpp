#include "foley/io/corpus_json.hpp"

#include <unordered_map>

#include "foley/io/file_bytes.hpp"
#include "json_reader.hpp"

namespace foley::io {
namespace {

golden::CorpusEntry read_entry(const JsonValue& value, std::size_t index, const std::string& source,
                               std::optional<Error>& error) {
  golden::CorpusEntry entry;
  entry.line = value.line;
  JsonReader reader(value, source, "clip " + std::to_string(index));
  if (!value.is(JsonValue::Kind::object)) {
    reader.complain(ErrorKind::wrong_type, value, "", std::string("it is ") + value.kind_name(),
                    "write an object with file and caption");
    error = reader.error();
    return entry;
  }
  reader.read("file", entry.file, true);
  if (reader.ok() && entry.file.empty()) {
    reader.complain(ErrorKind::bad_value, *value.find("file"), "file", "it is empty",
                    "name the sound file");
  }
  reader.rename_item(entry.file.empty() ? "clip " + std::to_string(index) : entry.file);
  reader.read("caption", entry.caption, true);
  reader.read("tags", entry.tags, false);
  reader.read("ucs_catid", entry.ucs_catid, false);
  const JsonValue* license = reader.member("license_id", false);
  if (license != nullptr && !license->is(JsonValue::Kind::null)) {
    entry.license_id = reader.text(*license, "license_id");
  }
  reader.read("rights_verified", entry.rights_verified, false);
  error = reader.error();
  return entry;
}

}  // namespace

Result<CorpusDocument> parse_corpus(std::string_view bytes, const std::string& source) {
  const auto document = parse_json(bytes, source);
  if (!document) {
    return fail(document.error());
  }
  Error top{.kind = ErrorKind::wrong_top, .source = source, .line = document->line};
  if (!document->is(JsonValue::Kind::list)) {
    top.problem = std::string("a corpus is a list of clips, this is ") + document->kind_name();
    top.advice = "put the clips into [ … ]";
    return fail(top);
  }
  CorpusDocument corpus;
  std::unordered_map<std::string, std::size_t> line_of;
  for (std::size_t i = 0; i < document->list.size(); ++i) {
    std::optional<Error> error;
    golden::CorpusEntry entry = read_entry(document->list[i], i, source, error);
    if (!error) {
      const std::string id = golden::clip_id(entry.file);
      const auto [first, added] = line_of.try_emplace(id, entry.line);
      if (!added) {
        error = Error{.kind = ErrorKind::duplicate,
                      .source = source,
                      .line = entry.line,
                      .item = entry.file,
                      .field = "file",
                      .problem = "the clip id '" + id + "' is taken by the clip on line " +
                                 std::to_string(first->second),
                      .advice = "rename one of the files"};
      }
    }
    if (error) {
      corpus.errors.push_back(std::move(*error));
    } else {
      corpus.entries.push_back(std::move(entry));
    }
  }
  return corpus;
}

Result<std::vector<golden::CorpusEntry>> load_corpus(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) {
    return fail(bytes.error());
  }
  auto document = parse_corpus(*bytes, path);
  if (!document) {
    return fail(document.error());
  }
  if (!document->errors.empty()) {
    return fail(document->errors.front());
  }
  return std::move(document->entries);
}

}  // namespace foley::io
