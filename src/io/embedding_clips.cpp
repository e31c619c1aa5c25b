#include <string>
#include <utility>

#include "embedding_parts.hpp"
#include "name_table.hpp"
#include "ratings_values.hpp"

namespace foley::io {

std::optional<Error> set_clips(EmbeddingSet& set, std::vector<std::string> of_row,
                               std::vector<std::string> category_of_row,
                               const std::string& source) {
  const auto refused = [&](std::size_t row, std::string problem, std::string advice) {
    return embedding_error(source, ErrorKind::bad_value, "FE-IO-37",
                           "row " + std::to_string(row + 1) + " " + std::move(problem),
                           std::move(advice));
  };
  NameTable names;
  std::vector<std::uint32_t> clips(of_row.size());
  for (std::size_t row = 0; row < of_row.size(); ++row) {
    if (of_row[row].empty()) {
      return refused(row, "names no clip", "name the clip of every row, or of none");
    }
    const std::size_t known = names.size();
    const std::uint32_t clip = names.place_of(of_row[row]);
    clips[row] = clip;
    if (category_of_row.empty()) {
      continue;
    }
    if (clip == known) {
      set.categories.push_back(std::move(category_of_row[row]));
    } else if (set.categories[clip] != category_of_row[row]) {
      return refused(row,
                     "puts clip " + quoted(of_row[row]) + " into category " +
                         quoted(category_of_row[row]) + ", a row before into " +
                         quoted(set.categories[clip]),
                     "give a clip one category, and other clips other names");
    }
  }
  set.clips = names.take();
  if (set.clips.size() < clips.size()) {
    set.clip_of_row = std::move(clips);
  }
  return std::nullopt;
}

}  // namespace foley::io
