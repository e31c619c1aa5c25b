#include "run_format.hpp"

#include "foley/io/delimited.hpp"
#include "foley/io/mteb.hpp"
#include "foley/io/ranking_json.hpp"
#include "ranking_head.hpp"
#include "trec_table.hpp"

namespace foley::io {
Result<RankingFormat> ranking_format(const ByteSource& source, bool lenient) {
  std::string scratch;
  const auto head = source.head(scratch);
  if (!head) {
    return fail(head.error());
  }
  const auto object = lenient ? object_to_lenient_ranking : object_to_ranking;
  if (auto error = object(*head, source.name())) {
    return fail(std::move(*error));
  }
  const std::string_view text = without_mark(*head);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '{') {
    return looks_like_mteb(text) ? RankingFormat::mteb : RankingFormat::json;
  }
  return looks_like_delimited(text) ? RankingFormat::delimited : RankingFormat::trec;
}

Result<Run> parse_run(std::string_view padded, const std::string& name, RankingFormat format,
                      const RankingChoice& choice) {
  switch (format) {
    case RankingFormat::json:
      return parse_run_json(padded, name);
    case RankingFormat::mteb:
      return parse_mteb_run(padded, name, {choice.subset, choice.split});
    case RankingFormat::delimited:
      return parse_delimited_run(padded, name);
    case RankingFormat::trec:
      break;
  }
  return trec_run_table(padded, name);
}

Result<Qrels> parse_qrels(std::string_view padded, const std::string& name, RankingFormat format,
                          const RankingChoice&) {
  switch (format) {
    case RankingFormat::mteb:
      return fail({.kind = ErrorKind::wrong_top,
                   .source = name,
                   .line = 1,
                   .problem = "these are predictions of MTEB, which hold no judgments",
                   .advice = "name the qrels first, then the run",
                   .code = "FE-IO-19"});
    case RankingFormat::json:
      return parse_qrels_json(padded, name);
    case RankingFormat::delimited:
      return parse_delimited_qrels(padded, name);
    case RankingFormat::trec:
      break;
  }
  return trec_qrels_table(padded, name);
}

}  // namespace foley::io
