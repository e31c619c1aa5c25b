#include <cmath>

#include "check.hpp"
#include "foley/io/ranking_json.hpp"
#include "foley/io/trec_text.hpp"

namespace {

void check(const foley::Result<foley::Qrels>& qrels) {
  if (!qrels) {
    foley::fuzz::require_one_line(qrels.error());
    return;
  }
  foley::fuzz::require(!qrels->empty(), "qrels hold a query");
  for (const auto& row : qrels->rows()) {
    foley::fuzz::require(foley::is_utf8(row.query), "query ids are UTF-8");
    for (const foley::GradedDoc& doc : qrels->entries(row)) {
      foley::fuzz::require(foley::is_utf8(doc.id), "document ids are UTF-8");
      foley::fuzz::require(std::fabs(doc.grade) <= 127.0 && doc.grade == std::trunc(doc.grade),
                           "grades are whole numbers on the scale");
    }
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = foley::fuzz::as_text(data, size);
  check(foley::io::parse_trec_qrels(text, "input"));
  check(foley::io::parse_qrels_json(text, "input"));
  return 0;
}
