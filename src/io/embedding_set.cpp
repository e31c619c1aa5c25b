#include "foley/io/embedding_set.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "embedding_parts.hpp"
#include "foley/core/printable.hpp"
#include "foley/io/file_bytes.hpp"
#include "foley/io/npy.hpp"
#include "foley/io/npz.hpp"
#include "npy_header.hpp"

namespace foley::io {

namespace {

namespace fs = std::filesystem;

Result<EmbeddingSet> embeddings_of_npy(const std::string& path) {
  auto array = load_npy(path);
  if (!array) {
    return fail(std::move(array.error()));
  }
  auto manifest = manifest_beside(path + ".manifest.json");
  if (!manifest) {
    return fail(std::move(manifest.error()));
  }
  EmbeddingSet set;
  set.owner = std::move(array->owner);
  set.rows = array->view;
  set.dtype = std::move(array->dtype);
  set.manifest = std::move(*manifest);
  return set;
}

// Clips and categories of a .npz: one a row, or one a clip.
Result<std::vector<std::string>> texts_of(const NpzFile& file, std::string_view name,
                                          std::size_t rows) {
  auto bytes = file.bytes(name);
  if (!bytes) {
    return fail(std::move(bytes.error()));
  }
  const std::string source = file.source() + ", array " + std::string(name);
  auto texts = parse_npy_texts(bytes->first, source);
  if (texts && texts->size() != rows) {
    return fail(embedding_error(source, ErrorKind::bad_value, "FE-IO-37",
                                "has " + std::to_string(texts->size()) + " texts for " +
                                    std::to_string(rows) + " embeddings",
                                "give one text an embedding"));
  }
  return texts;
}

std::optional<std::string> first_present(const NpzFile& file,
                                         std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (file.has(name)) {
      return name;
    }
  }
  return std::nullopt;
}

// A name ends up in reports, tables and JSON.
std::optional<Error> unprintable_text(const std::string& path,
                                      const std::vector<std::string>& texts, const char* what) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const bool encoded = is_utf8(texts[i]);
    if (encoded && printable(texts[i]) == texts[i]) {
      continue;
    }
    return embedding_error(path, encoded ? ErrorKind::bad_syntax : ErrorKind::bad_encoding,
                           encoded ? "FE-IO-12" : "FE-IO-02",
                           std::string(what) + " '" + texts[i] + "' of clip " +
                               std::to_string(i + 1) +
                               (encoded ? " holds a control character" : " is not UTF-8"),
                           "give it a plain name");
  }
  return std::nullopt;
}

// The array of a .npz without names that are known: the only one with two dimensions.
std::optional<std::string> only_table(const NpzFile& file) {
  std::optional<std::string> found;
  for (const std::string& name : file.names()) {
    const auto bytes = file.bytes(name);
    const auto header =
        bytes ? parse_npy_header(bytes->first, name) : Result<NpyHeader>(fail(bytes.error()));
    const bool numbers =
        header && (header->kind == 'f' || header->kind == 'i' || header->kind == 'u');
    if (!numbers || header->shape.size() != 2) {
      continue;
    }
    if (found) {
      return std::nullopt;
    }
    found = name;
  }
  return found;
}

}  // namespace

std::size_t EmbeddingSet::clip_count() const {
  return clip_of_row.empty()
             ? rows.rows()
             : std::size_t{*std::max_element(clip_of_row.begin(), clip_of_row.end())} + 1;
}

Error embedding_error(const std::string& source, ErrorKind kind, std::string code,
                      std::string problem, std::string advice) {
  return {.kind = kind,
          .source = source,
          .problem = std::move(problem),
          .advice = std::move(advice),
          .code = std::move(code)};
}

Result<fidelity::Manifest> manifest_beside(const std::string& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) {
    return fidelity::Manifest{};
  }
  auto bytes = read_file(file);
  if (!bytes) {
    return fail(std::move(bytes.error()));
  }
  return parse_manifest(*bytes, file);
}

Result<EmbeddingSet> embeddings_of_npz(const std::string& path) {
  auto file = NpzFile::open(path);
  if (!file) {
    return fail(std::move(file.error()));
  }
  auto name = first_present(*file, {"embeddings", "x"});
  if (!name) {
    name = only_table(*file);
  }
  if (!name) {
    return fail(embedding_error(path, ErrorKind::missing_field, "FE-IO-36",
                                "has no array 'embeddings', nor a single one of two dimensions",
                                "save the rows under that name: numpy.savez(file, embeddings=x)"));
  }
  auto bytes = file->bytes(*name);
  if (!bytes) {
    return fail(std::move(bytes.error()));
  }
  auto array = parse_npy(bytes->first, path + ", array " + *name, bytes->second);
  if (!array) {
    return fail(std::move(array.error()));
  }
  EmbeddingSet set;
  set.owner = std::move(array->owner);
  set.rows = array->view;
  set.dtype = std::move(array->dtype);
  std::vector<std::string> categories;
  if (file->has("categories")) {
    auto texts = texts_of(*file, "categories", set.rows.rows());
    if (!texts) {
      return fail(std::move(texts.error()));
    }
    categories = std::move(*texts);
  }
  if (const auto clips = first_present(*file, {"clips", "ids"})) {
    auto texts = texts_of(*file, *clips, set.rows.rows());
    if (!texts) {
      return fail(std::move(texts.error()));
    }
    if (auto error = set_clips(set, std::move(*texts), std::move(categories), path)) {
      return fail(std::move(*error));
    }
  } else {
    set.categories = std::move(categories);
  }
  if (file->has("manifest")) {
    auto text = file->bytes("manifest");
    if (!text) {
      return fail(std::move(text.error()));
    }
    const std::string source = path + ", array manifest";
    auto texts = parse_npy_texts(text->first, source);
    if (!texts) {
      return fail(std::move(texts.error()));
    }
    auto manifest = parse_manifest(texts->empty() ? std::string() : texts->front(), source);
    if (!manifest) {
      return fail(std::move(manifest.error()));
    }
    set.manifest = std::move(*manifest);
  } else {
    auto manifest = manifest_beside(path + ".manifest.json");
    if (!manifest) {
      return fail(std::move(manifest.error()));
    }
    set.manifest = std::move(*manifest);
  }
  return set;
}

Result<EmbeddingSet> load_embeddings(const std::string& path, const EmbeddingOptions& options) {
  std::error_code ignored;
  const auto read = [&]() -> Result<EmbeddingSet> {
    if (fs::is_directory(path, ignored)) {
      return embeddings_of_folder(path, options);
    }
    std::string extension = fs::path(path).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    if (extension == ".npz") {
      return embeddings_of_npz(path);
    }
    if (extension == ".npy") {
      return embeddings_of_npy(path);
    }
    if (extension == ".csv" || extension == ".tsv") {
      return embeddings_of_table(path);
    }
    if (!fs::exists(path, ignored)) {
      return fail(embedding_error(path, ErrorKind::not_found, "FE-IO-01", "there is no such file",
                                  "check the path"));
    }
    return fail(embedding_error(
        path, ErrorKind::unknown_name, "FE-IO-36", "is of no kind that is read",
        "give .npy, .npz, .csv, .tsv or a folder; the Python module reads Parquet"));
  };
  auto set = read();
  if (!set) {
    return set;
  }
  set->source = path;
  if (set->rows.rows() == 0 || set->rows.cols() == 0) {
    return fail(embedding_error(path, ErrorKind::bad_value, "FE-IO-36", "holds no embeddings",
                                "check how it was written"));
  }
  for (const auto& [texts, what] :
       {std::pair{&set->clips, "the name"}, std::pair{&set->categories, "the category"}}) {
    if (auto error = unprintable_text(path, *texts, what)) {
      return fail(std::move(*error));
    }
  }
  if (const auto place = first_unusable(set->rows, options.threads)) {
    const double number = set->rows.at(place->row, place->col);
    Error error = embedding_error(path, ErrorKind::bad_value, "FE-IO-34",
                                  "row " + std::to_string(place->row + 1) + ", column " +
                                      std::to_string(place->col + 1) + " is " +
                                      (std::isnan(number)   ? "NaN"
                                       : std::isinf(number) ? "infinite"
                                                            : "beyond 1e140"),
                                  "find out why the embedder gave it, or leave the row out");
    const std::size_t clip = set->clip_of_row.empty() ? place->row : set->clip_of_row[place->row];
    if (clip < set->clips.size()) {
      error.item = set->clips[clip];
    }
    return fail(std::move(error));
  }
  return set;
}

}  // namespace foley::io
