#include <cmath>

#include "check.hpp"
#include "foley/io/delimited.hpp"
#include "foley/io/trec_text.hpp"
#include "foley/io/trec_write.hpp"

using foley::fuzz::require;

namespace {

// A table is sound, and TREC text can hold it, whatever its ids.
template <class Table, class Write, class Parse>
void check(const foley::Result<Table>& table, const Write& write, const Parse& parse) {
  if (!table) {
    foley::fuzz::require_one_line(table.error());
    require(table.error().code.starts_with("FE-IO-"), "the error has a code");
    return;
  }
  require(!table->empty(), "a table holds a query");
  for (const auto& row : table->rows()) {
    require(foley::is_utf8(row.query) && !row.query.empty(), "query ids are UTF-8 text");
    for (const auto& [id, value] : table->entries(row)) {
      require(foley::is_utf8(id) && !id.empty(), "document ids are UTF-8 text");
      require(std::isfinite(value), "numbers are finite");
    }
  }
  const auto text = write(*table);
  require(text.has_value(), "it can be written as TREC text");
  require(parse(*text, "input").has_value(), "what was written can be read");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = foley::fuzz::as_text(data, size);
  static_cast<void>(foley::io::looks_like_delimited(text));
  check(
      foley::io::parse_delimited_run(text, "input"),
      [](const foley::Run& run) { return foley::io::trec_run_text(run); },
      foley::io::parse_trec_run);
  check(
      foley::io::parse_delimited_qrels(text, "input"),
      [](const foley::Qrels& qrels) { return foley::io::trec_qrels_text(qrels); },
      foley::io::parse_trec_qrels);
  return 0;
}
