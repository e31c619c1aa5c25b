#include <array>

#include "definition.hpp"
#include "hits.hpp"

namespace foley::retrieval::trec {
namespace {

Column as_count(Column column) {
  column.aggregate = Aggregate::sum;
  column.kind = NumberKind::integer;
  column.greatest = kInfinity;
  return column;
}

template <class Value>
Columns counted(const Request& request, Value value) {
  Columns columns = single(request, [value](const JudgedRanking& ranking, double level) {
    return static_cast<double>(value(ranking, level));
  });
  columns.front() = as_count(std::move(columns.front()));
  return columns;
}

// The run's tag; whoever holds the run writes it.
Columns make_runid(const Request& request) {
  Column column;
  column.name = request.name;
  column.aggregate = Aggregate::none;
  column.kind = NumberKind::text;
  column.per_topic = false;
  return {column};
}

Columns make_num_q(const Request& request) {
  Column column = as_count(graded(request.name, [](const JudgedRanking&) { return 1.0; }));
  column.aggregate = Aggregate::topics;
  column.per_topic = false;
  return {column};
}

Columns make_num_ret(const Request& request) {
  return counted(request, [](const JudgedRanking& ranking, double) { return length(ranking); });
}

Columns make_num_rel(const Request& request) { return counted(request, count_from); }

Columns make_num_rel_ret(const Request& request) { return counted(request, relevant_retrieved); }

Columns make_num_nonrel_judged_ret(const Request& request) {
  return counted(request, [](const JudgedRanking& ranking, double level) {
    std::int64_t count = 0;
    for (const Hit& hit : ranking.hits()) {
      count += hit.grade >= 0.0 && hit.grade < level ? 1 : 0;
    }
    return count;
  });
}

constexpr std::array<Definition, 6> kMeasures{{
    {{.name = "runid",
      .about = "The tag of the run, from the last line of its file.",
      .formula = "text",
      .edge_cases = "Summary only."},
     make_runid},
    {{.name = "num_q",
      .about = "How many topics the summary is over.",
      .formula = "topics",
      .edge_cases = "With -c every topic of the qrels counts. Summary only."},
     make_num_q},
    {{.name = "num_ret",
      .about = "Documents retrieved.",
      .formula = "n",
      .edge_cases = "After -M and -J. The summary is the sum over the topics."},
     make_num_ret},
    {{.name = "num_rel",
      .about = "Relevant documents in the qrels, retrieved or not.",
      .formula = "R = number of judgments with grade >= level",
      .edge_cases = "The summary is the sum over the topics."},
     make_num_rel},
    {{.name = "num_rel_ret",
      .about = "Relevant documents retrieved.",
      .formula = "r = number of ranks with grade >= level",
      .edge_cases = "The summary is the sum over the topics."},
     make_num_rel_ret},
    {{.name = "num_nonrel_judged_ret",
      .about = "Documents retrieved that were judged and found not relevant.",
      .formula = "number of ranks with 0 <= grade < level",
      .edge_cases = "Documents of the pool without a judgment (grade below 0) do not count."},
     make_num_nonrel_judged_ret},
}};

}  // namespace

std::span<const Definition> count_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
