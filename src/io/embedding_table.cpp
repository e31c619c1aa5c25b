#include <algorithm>
#include <array>
#include <memory>

#include "delimited_reader.hpp"
#include "embedding_parts.hpp"
#include "field_lines.hpp"
#include "ratings_values.hpp"

namespace foley::io {

namespace {

using Fields = std::vector<DelimitedField>;

constexpr std::size_t none = static_cast<std::size_t>(-1);

bool one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  std::string lower(trimmed(name));
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  return std::find(names.begin(), names.end(), lower) != names.end();
}

class TableReader {
 public:
  TableReader(std::string_view bytes, char separator, const std::string& source)
      : source_(source), reader_(bytes, separator, source_) {}

  Result<EmbeddingSet> read() {
    Fields fields;
    auto next = reader_.next(fields);
    if (!next) {
      return fail(std::move(next.error()));
    }
    if (*next && !take_header(fields)) {
      if (auto error = add_row(fields)) {
        return fail(std::move(*error));
      }
    }
    while (*next) {
      next = reader_.next(fields);
      if (!next) {
        return fail(std::move(next.error()));
      }
      if (*next) {
        if (auto error = add_row(fields)) {
          return fail(std::move(*error));
        }
      }
    }
    EmbeddingSet set;
    const std::size_t rows = cols_ == 0 ? 0 : values_->size() / cols_;
    set.rows = EmbeddingView(values_->data(), rows, cols_);
    set.owner = values_;
    set.dtype = "float64";
    if (clip_ == none) {
      set.categories = std::move(categories_);
    } else if (auto error = set_clips(set, std::move(clips_), std::move(categories_), source_)) {
      return fail(std::move(*error));
    }
    return set;
  }

 private:
  static bool is_number(std::string_view text) {
    bool number = false;
    return finite_number(trimmed(text), number).has_value() || number;
  }

  // 0, 1, 2, … from field `first` on: pandas numbers columns that have no names.
  static bool counts_columns(const Fields& fields, std::size_t first) {
    for (std::size_t i = first; i < fields.size(); ++i) {
      if (trimmed(fields[i].text) != std::to_string(i - first)) {
        return false;
      }
    }
    return fields.size() - first > 1;
  }

  // The first line is a header unless all but its first field are numbers.
  bool take_header(const Fields& fields) {
    width_ = fields.size();
    const bool index = trimmed(fields.front().text).empty();
    const bool header =
        counts_columns(fields, index ? 1 : 0) ||
        !std::all_of(fields.begin() + (fields.size() > 1 ? 1 : 0), fields.end(),
                     [](const DelimitedField& field) { return is_number(field.text); });
    if (!header) {
      if (!is_number(fields.front().text)) {
        clip_ = 0;
      }
      return false;
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (clip_ == none && one_of(fields[i].text, {"clip", "clip_id", "id", "name", "file"})) {
        clip_ = i;
      } else if (category_ == none && one_of(fields[i].text, {"category", "label", "class"})) {
        category_ = i;
      }
    }
    if (index) {
      (clip_ == none ? clip_ : skipped_) = 0;
    }
    return true;
  }

  std::optional<Error> add_row(const Fields& fields) {
    if (fields.size() != width_) {
      return reader_.error_at(fields.front(), ErrorKind::bad_syntax, "FE-IO-37",
                              "has " + std::to_string(fields.size()) + " fields, the first line " +
                                  std::to_string(width_),
                              "give every line the same columns");
    }
    std::size_t cols = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i == skipped_) {
        continue;
      }
      if (i == clip_) {
        clips_.emplace_back(trimmed(fields[i].text));
        continue;
      }
      if (i == category_) {
        categories_.emplace_back(trimmed(fields[i].text));
        continue;
      }
      bool number = false;
      const auto value = finite_number(trimmed(fields[i].text), number);
      if (!value) {
        return reader_.error_at(fields[i], ErrorKind::bad_value, "FE-IO-34",
                                number ? "is NaN or infinite" : "is no number",
                                "give numbers in all columns but clip and category");
      }
      values_->push_back(*value);
      ++cols;
    }
    cols_ = cols;
    return std::nullopt;
  }

  const std::string& source_;
  DelimitedReader reader_;
  std::shared_ptr<std::vector<double>> values_ = std::make_shared<std::vector<double>>();
  std::vector<std::string> clips_;
  std::vector<std::string> categories_;
  std::size_t width_ = 0;
  std::size_t cols_ = 0;
  std::size_t clip_ = none;
  std::size_t category_ = none;
  std::size_t skipped_ = none;  // numbers of the rows, beside names
};

}  // namespace

Result<EmbeddingSet> embeddings_of_table(const std::string& path) {
  auto text = whole_text(path);
  if (!text) {
    return fail(std::move(text.error()));
  }
  const std::string_view first = std::string_view(*text).substr(0, text->find('\n'));
  const char separator = first.find('\t') != std::string_view::npos ? '\t' : ',';
  auto set = TableReader(*text, separator, path).read();
  if (!set) {
    return set;
  }
  auto manifest = manifest_beside(path + ".manifest.json");
  if (!manifest) {
    return fail(std::move(manifest.error()));
  }
  set->manifest = std::move(*manifest);
  return set;
}

}  // namespace foley::io
