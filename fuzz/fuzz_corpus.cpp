#include <set>
#include <string>

#include "check.hpp"
#include "foley/golden/lint.hpp"
#include "foley/io/corpus_json.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document = foley::io::parse_corpus(foley::fuzz::as_text(data, size), "input");
  if (!document) {
    foley::fuzz::require_one_line(document.error());
    return 0;
  }
  for (const foley::Error& error : document->errors) {
    foley::fuzz::require_one_line(error);
  }
  std::set<std::string> ids;
  for (const auto& entry : document->entries) {
    foley::fuzz::require(ids.insert(foley::golden::clip_id(entry.file)).second, "ids are unique");
    static_cast<void>(foley::golden::license_of(entry));
  }
  static_cast<void>(foley::golden::lint_golden({}, document->entries));
  return 0;
}
