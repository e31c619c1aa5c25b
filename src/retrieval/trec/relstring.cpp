#include <array>

#include "definition.hpp"
#include "hits.hpp"

namespace foley::retrieval::trec {
namespace {

char letter(double grade) {
  if (grade > 9.0) {
    return '>';
  }
  return grade >= 0.0 ? static_cast<char>('0' + static_cast<int>(grade)) : '.';
}

std::string grades_of_first(const JudgedRanking& ranking, std::int64_t count) {
  const std::int64_t shown = std::max<std::int64_t>(0, std::min(count, length(ranking)));
  std::string text(static_cast<std::size_t>(shown), '-');
  for (const Hit& hit : ranking.hits()) {
    if (hit.rank > shown) {
      break;
    }
    text[static_cast<std::size_t>(hit.rank - 1)] = letter(hit.grade);
  }
  return text;
}

Columns make_relstring(const Request& request) {
  constexpr double kMost = 1e15;
  const double asked = std::min(request.parameters.numbers.front(), kMost);
  const auto count = static_cast<std::int64_t>(std::max(asked, 0.0));
  Column column;
  column.name = joined(request.name, request.parameters.text);
  column.aggregate = Aggregate::none;
  column.kind = NumberKind::text;
  column.in_summary = false;
  column.text = [count](const Topic& topic) { return grades_of_first(topic.graded, count); };
  return {column};
}

constexpr std::array<Definition, 1> kMeasures{{
    {{.name = "relstring",
      .parameters = ParameterKind::numbers,
      .defaults = "10",
      .about = "The grades of the first documents, a character each.",
      .formula = "0 to 9; '>' above 9; '.' in the pool but not judged (below 0); '-' not in the "
                 "qrels",
      .edge_cases = "Per topic only."},
     make_relstring},
}};

}  // namespace

std::span<const Definition> string_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
