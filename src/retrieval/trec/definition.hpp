#pragma once

#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "foley/retrieval/trec/measures.hpp"
#include "parameters.hpp"

namespace foley::retrieval::trec {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Shares whose two sides are rounded apart may pass 1 by the last bits.
inline constexpr double kJustOverOne = 1.0 + 1e-9;

/// A measure as it was asked.
struct Request {
  std::string name;
  Parameters parameters;
  Options options;
  bool in_all_trec = false;  // asked for by that name; rbp says why it matters
};

using Columns = std::vector<Column>;

/// A measure and how its columns are made.
struct Definition {
  MeasureInfo info;
  Columns (*make)(const Request& request);
};

// One list a family, in its own file.
std::span<const Definition> count_measures();
std::span<const Definition> set_measures();
std::span<const Definition> cut_measures();
std::span<const Definition> average_precision_measures();
std::span<const Definition> r_precision_measures();
std::span<const Definition> interpolated_measures();
std::span<const Definition> incomplete_measures();
std::span<const Definition> gain_measures();
std::span<const Definition> discounted_measures();
std::span<const Definition> rank_biased_measures();
std::span<const Definition> string_measures();
std::span<const Definition> judge_measures();
std::span<const Definition> preference_measures();

/// The reported name: `P` and `5` give `P_5`.
inline std::string joined(const std::string& name, const std::string& parameters) {
  return parameters.empty() ? name : name + "_" + parameters;
}

/// A column over ordinary qrels.
template <class Value>
Column graded(std::string name, Value value) {
  Column column;
  column.name = std::move(name);
  column.value = [value = std::move(value)](const Topic& topic) { return value(topic.graded); };
  return column;
}

/// The one column of a measure without parameters, from `value(ranking, relevance level)`.
template <class Value>
Columns single(const Request& request, Value value) {
  const double level = request.options.relevance_level;
  return {graded(request.name,
                 [level, value](const JudgedRanking& ranking) { return value(ranking, level); })};
}

/// A column for each cut-off, from `value(ranking, relevance level, cut-off)`.
template <class Value>
Columns for_cutoffs(const Request& request, Value value) {
  const double level = request.options.relevance_level;
  Columns columns;
  for (const double number : request.parameters.numbers) {
    const auto cutoff = static_cast<std::int64_t>(number);
    columns.push_back(graded(joined(request.name, std::to_string(cutoff)),
                             [level, cutoff, value](const JudgedRanking& ranking) {
                               return value(ranking, level, cutoff);
                             }));
  }
  return columns;
}

}  // namespace foley::retrieval::trec
