#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "foley/core/tables.hpp"
#include "foley/io/judged_run.hpp"
#include "foley/retrieval/judged_run.hpp"
#include "foley/retrieval/ranking_builder.hpp"
#include "foley/retrieval/topic_set.hpp"

namespace foley::python {

/// Qrels prepared for any number of runs, whatever they came from.
class Judgments {
 public:
  /// `keys`: the ids of the judged documents as Python has them, a list a topic; may be empty.
  explicit Judgments(Qrels qrels, std::vector<std::vector<nanobind::object>> keys = {})
      : qrels_(std::move(qrels)), topics_(qrels_), keys_(std::move(keys)) {}

  [[nodiscard]] const Qrels& qrels() const { return qrels_; }
  [[nodiscard]] const retrieval::TopicSet& topics() const { return topics_; }

  /// Ids of a topic's judged documents as Python text, for looking them up in dicts; made when they
  /// are first asked for, unless they were given. Python keeps their hashes.
  std::span<const nanobind::object> keys(std::size_t topic);

 private:
  Qrels qrels_;
  retrieval::TopicSet topics_;
  std::vector<std::vector<nanobind::object>> keys_;
};

/// A run as far as it was judged.
struct ReadRun {
  retrieval::JudgedRun run;
  std::vector<std::size_t> order;  ///< The topics that the run answers, in the order of the run.
  io::Dropped dropped;             ///< What a lenient reading of a file left out.
};

/// Qrels from a dict of dicts. Grades are whole numbers of any kind of Python's or NumPy's; ids are
/// text. TypeError or ValueError names what is not. `skip_empty` leaves out queries without
/// judgments.
[[nodiscard]] std::unique_ptr<Judgments> judgments_from_dict(nanobind::handle table,
                                                             bool skip_empty);

/// A run from a dict of dicts. Scores are finite numbers; `single` rounds them to float32 as
/// trec_eval 9 does. Every row is checked, also those that no judgment is about.
[[nodiscard]] std::unique_ptr<ReadRun> run_from_dict(nanobind::handle table, Judgments& judgments,
                                                     const retrieval::RankingOptions& options,
                                                     bool single);

/// Text of an id; `what` it names (`document`) is for messages. TypeError when it is none,
/// UnicodeEncodeError for a lone surrogate.
[[nodiscard]] std::string_view id_text(PyObject* id, const char* what);

/// A grade that is a whole number of 32 bits, from any object that is a number.
[[nodiscard]] double grade_of(PyObject* value);

}  // namespace foley::python
