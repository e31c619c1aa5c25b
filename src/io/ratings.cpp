#include "foley/io/ratings.hpp"

#include <algorithm>
#include <array>

#include "byte_source.hpp"
#include "foley/core/nearest_name.hpp"
#include "foley/core/printable.hpp"
#include "foley/io/file_bytes.hpp"
#include "ranking_head.hpp"
#include "ratings_builder.hpp"
#include "ratings_readers.hpp"

namespace foley::io {
namespace {

constexpr std::array kFormats{std::string_view("long"), std::string_view("wide"),
                              std::string_view("jsonl"), std::string_view("label-studio"),
                              std::string_view("webmushra")};

// The first letter that is no blank; a blank where there is none.
char first_letter(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? ' ' : text[first];
}

bool begins_json(std::string_view text) {
  const char first = first_letter(text);
  return first == '{' || first == '[';
}

bool is_utf16(std::string_view bytes) {
  return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
}

std::optional<Error> object_to_bytes(std::string_view bytes, const std::string& source) {
  Error error{.kind = ErrorKind::bad_encoding, .source = source, .line = 1};
  if (bytes.starts_with("\xEF\xBB\xBF")) {
    error.problem = "it begins with a byte-order mark";
    error.advice = "save it as UTF-8 without BOM";
    error.column = 1;
    error.code = "FE-IO-03";
    return error;
  }
  const std::size_t wrong = std::min(first_invalid_utf8(bytes), bytes.find('\0'));
  if (wrong == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view before = bytes.substr(0, wrong);
  error.line += static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  error.column = wrong - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
  error.problem = "the line is not UTF-8 text";
  error.advice = is_utf16(bytes) ? "it is UTF-16; save it as UTF-8" : "is this the right file?";
  error.code = "FE-IO-02";
  return error;
}

// JSON may be one line; of other text the first line is a header.
std::optional<Error> object_to_ratings(std::string_view head, const std::string& source) {
  auto error = object_to_text(head, source);
  if (error && error->code == "FE-IO-13" && begins_json(head)) {
    error.reset();
  }
  if (error && error->code == "FE-IO-02" && is_utf16(head)) {
    error->advice = "it is UTF-16; save it as UTF-8";
  }
  return error;
}

Error unknown_format(const std::string& format, const std::string& source) {
  std::string known;
  for (const std::string_view each : kFormats) {
    known += (known.empty() ? "" : ", ") + std::string(each);
  }
  const auto near = nearest_name(format.substr(0, 40), kFormats);
  return {.kind = ErrorKind::unknown_name,
          .source = source,
          .problem = "there is no format " + quoted(format) + " of ratings",
          .advice = near ? "did you mean " + quoted(*near) + "?" : "choose one of: " + known};
}

// Gives the builder what the text holds.
std::optional<Error> read_ratings(std::string_view bytes, const std::string& source,
                                  const RatingsRequest& request, RatingsBuilder& builder) {
  const std::string& format = request.format;
  if (!format.empty() && std::ranges::find(kFormats, format) == kFormats.end()) {
    return unknown_format(format, source);
  }
  if (auto error = object_to_bytes(bytes, source)) {
    return error;
  }
  if (first_letter(bytes) == ' ') {
    return builder.error_at({1, 0}, ErrorKind::bad_syntax, "FE-IO-04", "the file is empty",
                            "check that it was written completely");
  }
  const bool is_json =
      format == "jsonl" || format == "label-studio" || (format.empty() && begins_json(bytes));
  return is_json ? read_json_ratings(bytes, source, request, builder)
                 : read_delimited_ratings(bytes, source, request, builder);
}

}  // namespace

Result<reliability::RatingTable> parse_ratings(std::string_view bytes, const std::string& source,
                                               const RatingsRequest& request) {
  RatingsBuilder builder(source, request);
  auto error = read_ratings(bytes, source, request, builder);
  return error ? fail(std::move(*error)) : builder.finish();
}

Result<reliability::RatingTable> load_ratings(const std::string& path,
                                              const RatingsRequest& request) {
  auto source = ByteSource::open(path, kLargestRun, object_to_ratings);
  if (!source) {
    return fail(source.error());
  }
  std::string scratch;
  const auto bytes = source->all(object_to_ratings, scratch);
  if (!bytes) {
    return fail(bytes.error());
  }
  const std::string name = source->name();
  RatingsBuilder builder(name, request);
  if (auto error = read_ratings(*bytes, name, request, builder)) {
    return fail(std::move(*error));
  }
  // The builder holds all of it now, and needs the room.
  std::string().swap(scratch);  // an assignment may keep the memory
  source = ByteSource::of_bytes({}, name);
  return builder.finish();
}

}  // namespace foley::io
