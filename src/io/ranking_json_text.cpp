#include "ranking_json_text.hpp"

#include <utility>

#include "json_fault.hpp"

namespace foley::io {
namespace {

const char* code_of(const JsonFault& fault, const JsonRankingCodes& codes, std::size_t depth) {
  switch (fault.what) {
    case JsonFault::What::not_utf8:
      return "FE-IO-02";
    case JsonFault::What::byte_order_mark:
      return "FE-IO-03";
    case JsonFault::What::empty:
      return "FE-IO-04";
    case JsonFault::What::too_large:
      return codes.too_large;
    case JsonFault::What::not_a_number:
      return codes.not_a_number;
    case JsonFault::What::duplicate_key:
      return fault.depth == depth ? codes.duplicate : "FE-IO-19";
    case JsonFault::What::syntax:
      break;
  }
  return "FE-IO-19";
}

}  // namespace

Result<JsonValue> parse_ranking_json(std::string_view bytes, const std::string& source,
                                     const JsonRankingCodes& codes, std::size_t depth) {
  auto document = read_json(bytes, source);
  if (!document) {
    document.error().error.code = code_of(document.error(), codes, depth);
    return fail(std::move(document.error().error));
  }
  return std::move(*document);
}

}  // namespace foley::io
