#include "foley/io/beir.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "field_lines.hpp"
#include "foley/io/delimited.hpp"

namespace foley::io {
namespace {

namespace fs = std::filesystem;

std::string splits_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code code;
  for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code)) {
    if (at->path().extension() == ".tsv") {
      names.push_back(at->path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

}  // namespace

bool is_beir_folder(const std::string& path) {
  std::error_code code;
  return fs::is_directory(fs::path(path) / "qrels", code);
}

Result<std::string> beir_qrels_path(const std::string& folder, const std::string& split) {
  const fs::path qrels = fs::path(folder) / "qrels";
  Error error{.kind = ErrorKind::not_found, .source = folder, .code = "FE-IO-01"};
  std::error_code code;
  if (!fs::is_directory(qrels, code)) {
    error.problem = "there is no folder 'qrels' in it";
    error.advice = "name the folder of a BEIR data set";
    return fail(std::move(error));
  }
  const fs::path file = qrels / (split + ".tsv");
  // A split is a name, not a way to other folders.
  if (split.find('/') == std::string::npos && fs::exists(file, code)) {
    return file.string();
  }
  const std::string splits = splits_in(qrels);
  error.problem = "there is no split '" + split + "' in its qrels";
  error.advice = splits.empty() ? "no split is there: fetch the data set again"
                                : "splits that are there: " + splits;
  return fail(std::move(error));
}

Result<Qrels> load_beir_qrels(const std::string& folder, const std::string& split) {
  const auto path = beir_qrels_path(folder, split);
  if (!path) {
    return fail(path.error());
  }
  const auto bytes = whole_text(*path);
  if (!bytes) {
    return fail(bytes.error());
  }
  return parse_delimited_qrels(*bytes, *path);
}

}  // namespace foley::io
