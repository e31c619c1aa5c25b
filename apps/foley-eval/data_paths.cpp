#include "data_paths.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "context.hpp"

namespace foley::app {
namespace {

namespace fs = std::filesystem;

DataPaths below(const fs::path& folder) {
  const auto at = [&](const char* relative) { return (folder / relative).string(); };
  return {folder.string(), at("golden/seed.json"), at("golden/corpus.json"),
          at("golden/baseline.json"), at("ring0/manifest.json")};
}

}  // namespace

DataPaths data_paths() {
  std::error_code code;
  if (const char* named = std::getenv("FOLEY_EVAL_DATA"); named != nullptr && *named != '\0') {
    if (!fs::is_directory(named, code)) {
      throw Failure{
          std::string(named) + ": FOLEY_EVAL_DATA names no folder; correct it or unset it",
          kBadInput};
    }
    return below(named);
  }
  std::vector<fs::path> places;
  const fs::path self = fs::read_symlink("/proc/self/exe", code);
  if (!code) {
    places.push_back(self.parent_path().parent_path() / "share/foley-eval/data");
  }
  // Only a program that still lies where it was built: an installed one must not fall back to the
  // sources of whoever built it.
  if (self.parent_path() == fs::path(FOLEY_BUILD_BIN)) {
    places.emplace_back(FOLEY_SOURCE_DATA);
  }
  for (const fs::path& place : places) {
    if (fs::is_directory(place, code)) {
      return below(place);
    }
  }
  throw Failure{
      "the bundled data is not installed; reinstall, or set FOLEY_EVAL_DATA to a data folder",
      kEnvironment};
}

}  // namespace foley::app
