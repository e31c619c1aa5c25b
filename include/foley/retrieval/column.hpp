#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "foley/retrieval/topic.hpp"

namespace foley::retrieval {

/// Kind of judgments that a measure reads.
enum class Evidence : std::uint8_t {
  graded,       ///< Topic::graded: ordinary qrels.
  grouped,      ///< Topic::grouped: several judges or subtopics.
  sampled,      ///< Topic::sampled: a sampled pool.
  preferences,  ///< Topic::preferences.
};

/// How the values of the topics become one number.
enum class Aggregate : std::uint8_t {
  mean,            ///< Sum over the topics in order, divided by their number.
  sum,             ///< Counts: num_ret, num_rel.
  geometric_mean,  ///< exp of the mean logarithm, values floored at 1e-5 (trec_eval gm_map).
  topics,          ///< The number of topics (num_q); no value a topic.
  error_of_mean,   ///< Standard errors of topics: the root of their squares' sum, by their number.
  none,            ///< No summary (relstring, runid).
};

/// How a value is written.
enum class NumberKind : std::uint8_t {
  real,     ///< `%6.4f` of trec_eval.
  integer,  ///< A count.
  text,     ///< `Column::text` gives it; `value` is not used.
};

/// One number that is asked of every topic: a measure with all its parameters fixed.
struct Column {
  std::string name;  ///< As reported: `ndcg@10`, `P_5`.
  std::function<double(const Topic&)> value;
  Evidence evidence = Evidence::graded;
  Aggregate aggregate = Aggregate::mean;
  NumberKind kind = NumberKind::real;
  bool per_topic = true;   ///< False: only in the summary (gm_map, num_q).
  bool in_summary = true;  ///< False: only per topic (relstring).
  double least = 0.0;      ///< Smallest value that can be right; less stops the run.
  double greatest = 1.0;   ///< Greatest value that can be right; infinity where there is none.
  std::function<std::string(const Topic&)> text;  ///< For NumberKind::text.
};

}  // namespace foley::retrieval
