#include "foley/io/trec_prefs.hpp"

#include "field_lines.hpp"

namespace foley::io {

Result<retrieval::PreferenceQrels> parse_trec_prefs(std::string_view bytes,
                                                    const std::string& source, PrefsFormat format) {
  const bool grouped = format == PrefsFormat::prefs;
  const std::size_t doc = grouped ? 3 : 2;
  std::vector<retrieval::PreferenceLine> lines;
  const auto take = [&](const FieldLine& line) -> std::optional<Error> {
    bool is_number = false;
    const auto level = finite_number(line.fields[doc + 1], is_number);
    if (!level) {
      return no_number(line, doc + 1, source, "the level of the document");
    }
    lines.push_back({.query = line.fields[0],
                     .judge = line.fields[1],
                     .group = grouped ? line.fields[2] : std::string_view(),
                     .doc = line.fields[doc],
                     .level = *level,
                     .line = line.number,
                     .column = line.column(doc)});
    return std::nullopt;
  };
  if (auto error = each_field_line(
          bytes, source, doc + 2,
          grouped ? "query judge group document level" : "query judge document level", take)) {
    return fail(std::move(*error));
  }
  return retrieval::make_preferences(lines, source);
}

Result<retrieval::PreferenceQrels> load_trec_prefs(const std::string& path, PrefsFormat format) {
  const auto bytes = whole_text(path);
  if (!bytes) {
    return fail(bytes.error());
  }
  return parse_trec_prefs(*bytes, path, format);
}

}  // namespace foley::io
