#include <cmath>

#include "check.hpp"
#include "foley/io/ranking_json.hpp"
#include "foley/io/trec_text.hpp"

namespace {

void check(const foley::Result<foley::Run>& run) {
  if (!run) {
    foley::fuzz::require_one_line(run.error());
    return;
  }
  foley::fuzz::require(!run->empty(), "a run holds a query");
  for (const auto& row : run->rows()) {
    foley::fuzz::require(foley::is_utf8(row.query), "query ids are UTF-8");
    for (const foley::ScoredDoc& doc : run->entries(row)) {
      foley::fuzz::require(foley::is_utf8(doc.id), "document ids are UTF-8");
      foley::fuzz::require(std::isfinite(doc.score), "scores are finite");
    }
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = foley::fuzz::as_text(data, size);
  check(foley::io::parse_trec_run(text, "input"));
  check(foley::io::parse_run_json(text, "input"));
  return 0;
}
