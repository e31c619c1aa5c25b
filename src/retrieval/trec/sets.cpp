#include <array>

#include "definition.hpp"
#include "hits.hpp"

namespace foley::retrieval::trec {
namespace {

// The four numbers that measures of the whole set need.
struct Table {
  std::int64_t retrieved;
  std::int64_t relevant;
  std::int64_t both;
};

Table table(const JudgedRanking& ranking, double level) {
  return {length(ranking), count_from(ranking, level), relevant_retrieved(ranking, level)};
}

template <class Value>
Columns of_table(const Request& request, Value value) {
  return single(request, [value](const JudgedRanking& ranking, double level) {
    return value(table(ranking, level));
  });
}

Columns make_set_p(const Request& request) {
  return of_table(
      request, [](const Table& t) { return t.retrieved == 0 ? 0.0 : ratio(t.both, t.retrieved); });
}

Columns make_set_relative_p(const Request& request) {
  return of_table(request, [](const Table& t) {
    const std::int64_t most = std::min(t.retrieved, t.relevant);
    return most == 0 ? 0.0 : ratio(t.both, most);
  });
}

Columns make_set_recall(const Request& request) {
  return of_table(request,
                  [](const Table& t) { return t.relevant == 0 ? 0.0 : ratio(t.both, t.relevant); });
}

Columns make_set_map(const Request& request) {
  return of_table(request, [](const Table& t) {
    const auto both = static_cast<double>(t.both);
    return t.retrieved == 0 || t.relevant == 0
               ? 0.0
               : both * both / (static_cast<double>(t.retrieved) * static_cast<double>(t.relevant));
  });
}

Columns make_set_f(const Request& request) {
  const double weight = request.parameters.numbers.front();
  Columns columns = of_table(request, [weight](const Table& t) {
    if (t.both == 0) {
      return 0.0;
    }
    const double precision = ratio(t.both, t.retrieved);
    const double recall = ratio(t.both, t.relevant);
    return (weight + 1.0) * precision * recall / (weight * precision + recall);
  });
  columns.front().name = joined(request.name, request.parameters.text);
  if (weight < 0.0) {
    columns.front().least = -kInfinity;
    columns.front().greatest = kInfinity;
  } else {
    columns.front().greatest = kJustOverOne;
  }
  return columns;
}

Columns make_utility(const Request& request) {
  const std::vector<double> weights = request.parameters.numbers;
  const auto collection = request.options.collection_size;
  Columns columns = of_table(request, [weights, collection](const Table& t) {
    const std::int64_t neither = collection + t.both - t.retrieved - t.relevant;
    return weights[0] * static_cast<double>(t.both) +
           weights[1] * static_cast<double>(t.retrieved - t.both) +
           weights[2] * static_cast<double>(t.relevant - t.both) +
           weights[3] * static_cast<double>(neither);
  });
  columns.front().name = joined(request.name, request.parameters.text);
  columns.front().least = -kInfinity;
  columns.front().greatest = kInfinity;
  return columns;
}

constexpr std::array<Definition, 6> kMeasures{{
    {{.name = "set_P",
      .about = "Precision of everything that was retrieved.",
      .formula = "r / n",
      .edge_cases =
          "0 when nothing was retrieved. P_k divides by k instead, however few there are."},
     make_set_p},
    {{.name = "set_relative_P",
      .about = "Precision of everything retrieved, relative to the best that so many can reach.",
      .formula = "r / min(n, R)",
      .edge_cases = "0 when nothing was retrieved or nothing is relevant."},
     make_set_relative_p},
    {{.name = "set_recall",
      .about = "Share of the relevant documents that was retrieved.",
      .formula = "r / R",
      .edge_cases = "0 when nothing is relevant."},
     make_set_recall},
    {{.name = "set_map",
      .about = "Precision times recall of everything retrieved.",
      .formula = "r * r / (n * R)",
      .edge_cases = "0 when nothing was retrieved or nothing is relevant."},
     make_set_map},
    {{.name = "set_F",
      .parameters = ParameterKind::numbers,
      .defaults = "1.0",
      .about = "Weighted harmonic mean of precision and recall of everything retrieved.",
      .formula = "(x + 1) P R / (x P + R), x the weight of recall",
      .edge_cases = "0 when nothing relevant was retrieved.",
      .citation = "van Rijsbergen, Information Retrieval, 2nd ed., 1979"},
     make_set_f},
    {{.name = "utility",
      .parameters = ParameterKind::numbers,
      .defaults = "1,-1,0,0",
      .about = "Worth of the set: each of its four kinds of documents has a price.",
      .formula = "a r + b (n - r) + c (R - r) + d (N + r - n - R)",
      .edge_cases = "N is the size of the collection (-N), 0 unless given. No range."},
     make_utility},
}};

}  // namespace

std::span<const Definition> set_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
