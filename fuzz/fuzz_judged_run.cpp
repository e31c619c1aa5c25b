#include "check.hpp"
#include "foley/io/judged_run.hpp"
#include "foley/io/trec_text.hpp"

// The reader of blocks against the reader of tables, which it must agree with on every input: the
// same rankings, or the same fault.

namespace {

using foley::fuzz::require;
using foley::retrieval::TopicSet;

void require_same(const foley::retrieval::JudgedRun& blocks,
                  const foley::retrieval::JudgedRun& table, const TopicSet& topics) {
  require(blocks.unjudged_queries == table.unjudged_queries, "the same unjudged queries");
  for (std::size_t t = 0; t < topics.size(); ++t) {
    const auto a = blocks.ranking(topics, t);
    const auto b = table.ranking(topics, t);
    require(a.retrieved() == b.retrieved(), "rankings of the same length");
    require(a.hits().size() == b.hits().size(), "the same number of hits");
    for (std::size_t i = 0; i < a.hits().size(); ++i) {
      require(a.hits()[i].rank == b.hits()[i].rank && a.hits()[i].tied == b.hits()[i].tied &&
                  a.hits()[i].grade == b.hits()[i].grade,
              "the same hits");
    }
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = foley::fuzz::as_text(data, size);
  static const foley::Qrels kQrels =
      foley::io::parse_trec_qrels("q1 0 a 2\nq1 0 b 0\nq1 0 c -1\nq2 0 a 1\n", "qrels").value();
  static const TopicSet kTopics(kQrels);
  const auto table = foley::io::parse_trec_run(text, "input");
  foley::io::RunReading reading;
  reading.check_tag = false;
  reading.check_ranks = false;
  for (const std::size_t block : {std::size_t{1}, std::size_t{64}, std::size_t{1} << 20U}) {
    reading.block_bytes = block;
    const auto blocks = foley::io::parse_judged_run(text, "input", kTopics, reading);
    if (!blocks) {
      foley::fuzz::require_one_line(blocks.error());
    } else if (table) {
      require_same(blocks->run, foley::retrieval::judge_run(*table, kTopics, reading.ranking),
                   kTopics);
    }
  }
  reading.lenient = true;
  const auto lenient = foley::io::parse_judged_run(text, "input", kTopics, reading);
  if (!lenient) {
    foley::fuzz::require_one_line(lenient.error());
  }
  return 0;
}
