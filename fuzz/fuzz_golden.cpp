#include "check.hpp"
#include "foley/golden/golden_item.hpp"
#include "foley/golden/lint.hpp"
#include "foley/io/golden_json.hpp"

using foley::fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document = foley::io::parse_golden(foley::fuzz::as_text(data, size), "input");
  if (!document) {
    foley::fuzz::require_one_line(document.error());
    return 0;
  }
  for (const foley::Error& error : document->errors) {
    foley::fuzz::require_one_line(error);
  }
  std::size_t events = 0;
  for (const auto& item : document->items) {
    require(!item.id.empty() && item.line > 0, "an item has an id and a line");
    events += item.expected_events.size();
  }
  require(foley::golden::to_qrels(document->items).size() <= events, "one query an event at most");
  static_cast<void>(foley::golden::lint_golden(document->items, {}));
  return 0;
}
