#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "dict_rows.hpp"
#include "judgments.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using retrieval::TieRule;

// A row {id: score}, read into flat arrays. Keys are borrowed: valid until Python code runs.
class ScoreRow final : public retrieval::RowIds {
 public:
  explicit ScoreRow(bool single) : single_(single) {}

  void assign(nb::handle dict);

  [[nodiscard]] std::span<const double> scores() const { return scores_; }
  [[nodiscard]] std::string_view id(std::size_t i) const override {
    return id_text(keys_[i], "document");
  }
  // Ids and scores are of Python's own types: looking at them runs no Python code.
  [[nodiscard]] bool plain() const { return plain_; }
  // No score is better than the one before it.
  [[nodiscard]] bool falling() const { return falling_; }
  // A score as the row holds it.
  [[nodiscard]] double kept(double score) const {
    return single_ ? static_cast<double>(static_cast<float>(score)) : score;
  }

 private:
  void walk(nb::handle dict);
  [[nodiscard]] bool read_plain_numbers();
  void read_from_copy(nb::handle dict);
  void require_text() const;
  void require_finite() const;

  bool single_;
  bool plain_ = false;
  bool falling_ = false;
  std::vector<PyObject*> keys_;
  std::vector<PyObject*> objects_;
  std::vector<double> scores_;
  nb::object keep_alive_;
};

void ScoreRow::walk(nb::handle dict) {
  keys_.clear();
  objects_.clear();
  PyObject* key = nullptr;
  PyObject* object = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict.ptr(), &at, &key, &object) != 0) {
    // As in DictRow: asked for here, read in a second pass.
    __builtin_prefetch(object);
    __builtin_prefetch(key);
    keys_.push_back(key);
    objects_.push_back(object);
  }
}

bool ScoreRow::read_plain_numbers() {
  scores_.resize(objects_.size());
  plain_ = true;
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    plain_ = plain_ && PyUnicode_CheckExact(keys_[i]);
    PyObject* const object = objects_[i];
    if (PyFloat_Check(object)) {
      scores_[i] = PyFloat_AS_DOUBLE(object);
    } else if (PyLong_CheckExact(object) || PyBool_Check(object)) {
      scores_[i] = number_of(object);
    } else {
      plain_ = false;
      return false;
    }
  }
  if (!plain_) {
    require_text();
  }
  return true;
}

void ScoreRow::read_from_copy(nb::handle dict) {
  keep_alive_ = nb::steal(PyDict_Items(dict.ptr()));
  keys_.clear();
  scores_.clear();
  for (const nb::handle item : keep_alive_) {
    keys_.push_back(PyTuple_GET_ITEM(item.ptr(), 0));
    scores_.push_back(number_of(PyTuple_GET_ITEM(item.ptr(), 1)));
  }
  require_text();
}

void ScoreRow::require_text() const {
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    static_cast<void>(id(i));
  }
}

void ScoreRow::require_finite() const {
  double sum = 0.0;
  for (const double score : scores_) {
    sum += score - score;  // NaN for NaN and infinity, else 0
  }
  for (std::size_t i = 0; sum != 0.0 && i < keys_.size(); ++i) {
    if (!std::isfinite(scores_[i])) {
      const std::string problem = "the score of document '" + std::string(id(i)) + "' is " +
                                  (std::isnan(scores_[i]) ? "NaN" : "infinite") +
                                  "; it ranks nothing";
      throw nb::value_error(problem.c_str());
    }
  }
}

void ScoreRow::assign(nb::handle dict) {
  if (!PyDict_Check(dict.ptr())) {
    const std::string problem = std::string("a row of the run is ") + Py_TYPE(dict.ptr())->tp_name +
                                "; write a dict {document: score}";
    throw nb::type_error(problem.c_str());
  }
  keep_alive_ = nb::object();
  walk(dict);
  if (!read_plain_numbers()) {
    read_from_copy(dict);
  }
  require_finite();
  if (single_) {
    for (double& score : scores_) {
      score = kept(score);
    }
  }
  falling_ = std::is_sorted(scores_.begin(), scores_.end(), std::greater<>());
}

// Asks for ids and scores of a row ahead of their use; of a long one for the first alone, since the
// others are not in time or would drive these out.
void prefetch_entries(PyObject* row) {
  constexpr int kAhead = 128;
  if (!PyDict_CheckExact(row)) {
    return;
  }
  PyObject* key = nullptr;
  PyObject* score = nullptr;
  Py_ssize_t at = 0;
  for (int i = 0; i < kAhead && PyDict_Next(row, &at, &key, &score) != 0; ++i) {
    __builtin_prefetch(key);
    __builtin_prefetch(score);
  }
}

// Finds the judged documents of one row after the other and ranks them.
class DictJudge {
 public:
  DictJudge(Judgments& judgments, const retrieval::RankingOptions& options, bool single)
      : judgments_(judgments), options_(options), row_(single) {}

  // Checks a row that no judgment is about.
  void check(nb::handle row) { row_.assign(row); }

  void judge(std::size_t topic, nb::handle row, retrieval::JudgedRun& run) {
    row_.assign(row);
    const bool plain = look_up(topic, row);
    if (!plain || !row_.plain()) {
      // The look-ups may have run Python code, which may have changed the row: what is read now
      // stays as it is.
      row_.assign(row);
    }
    const bool by_id = options_.ties == TieRule::id_asc || options_.ties == TieRule::id_desc;
    if (by_id && row_.falling()) {
      place_in_falling_row();
    } else if (by_id) {
      retrieval::places_of(wanted_, row_.scores(), row_, options_.ties, places_);
    } else {
      place_by_position();
    }
    const std::span<const double> grades = judgments_.topics().grades(topic);
    hits_.clear();
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const retrieval::Place& place = places_[i];
      if (place.tied < 1 || place.rank > static_cast<std::int64_t>(row_.scores().size())) {
        throw std::runtime_error("the run changed while it was read");
      }
      hits_.push_back({grades[found_[i]], place.rank, place.above, place.tied});
    }
    const std::size_t returned = row_.scores().size();
    const std::size_t retrieved = retrieval::apply_options(options_, returned, hits_);
    run.add(topic, returned, retrieved, hits_);
  }

 private:
  // Finds the judged documents in the row. Returns whether they are asked for by plain text, which
  // runs no Python code.
  bool look_up(std::size_t topic, nb::handle row) {
    const std::span<const nb::object> keys = judgments_.keys(topic);
    const std::span<const GradedDoc> judged = judgments_.topics().judged(topic);
    found_.clear();
    wanted_.clear();
    if (PyDict_Size(row.ptr()) == 0) {
      return true;
    }
    for (const nb::object& key : keys) {
      __builtin_prefetch(key.ptr());  // for its hash
    }
    bool plain = true;
    for (std::size_t j = 0; j < keys.size(); ++j) {
      plain = plain && PyUnicode_CheckExact(keys[j].ptr());
      const nb::object score = nb::borrow(PyDict_GetItemWithError(row.ptr(), keys[j].ptr()));
      if (score.is_valid()) {
        found_.push_back(j);
        wanted_.push_back({judged[j].id, row_.kept(number_of(score))});
      } else if (PyErr_Occurred() != nullptr) {
        throw nb::python_error();
      }
    }
    return plain;
  }

  // As places_of, for the rows that searches return: what is better stands before.
  void place_in_falling_row() {
    const std::span<const double> scores = row_.scores();
    const bool ascending = options_.ties == TieRule::id_asc;
    places_.clear();
    for (const ScoredDoc& each : wanted_) {
      const auto [from, to] =
          std::equal_range(scores.begin(), scores.end(), each.score, std::greater<>());
      retrieval::Place place{1 + (from - scores.begin()), from - scores.begin(), to - from};
      for (auto at = from; place.tied > 1 && at != to; ++at) {
        const std::string_view id = row_.id(static_cast<std::size_t>(at - scores.begin()));
        place.rank += (ascending ? id < each.id : id > each.id) ? 1 : 0;
      }
      places_.push_back(place);
    }
  }

  void place_by_position() {
    std::unordered_map<std::string_view, std::size_t> at;
    for (std::size_t i = 0; i < row_.scores().size(); ++i) {
      at.emplace(row_.id(i), i);
    }
    std::vector<std::size_t> positions;
    for (const ScoredDoc& each : wanted_) {
      const auto found = at.find(each.id);
      if (found == at.end()) {
        throw std::runtime_error("the run changed while it was read");
      }
      positions.push_back(found->second);
    }
    retrieval::places_at(positions, row_.scores(), row_, options_.ties, places_);
  }

  Judgments& judgments_;
  retrieval::RankingOptions options_;
  ScoreRow row_;
  std::vector<std::size_t> found_;
  std::vector<ScoredDoc> wanted_;
  std::vector<retrieval::Place> places_;
  std::vector<retrieval::Hit> hits_;
};

}  // namespace

std::unique_ptr<ReadRun> run_from_dict(nb::handle table, Judgments& judgments,
                                       const retrieval::RankingOptions& options, bool single) {
  const retrieval::TopicSet& topics = judgments.topics();
  auto read = std::make_unique<ReadRun>(ReadRun{retrieval::JudgedRun(topics.size()), {}, {}});
  DictJudge judge(judgments, options, single);
  const nb::object items = nb::steal(PyDict_Items(table.ptr()));
  if (!items.is_valid()) {
    throw nb::python_error();
  }
  const Py_ssize_t size = PyList_GET_SIZE(items.ptr());
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyObject* const item = PyList_GET_ITEM(items.ptr(), i);
    if (i + 2 < size) {
      prefetch_dict(PyTuple_GET_ITEM(PyList_GET_ITEM(items.ptr(), i + 2), 1));
    }
    if (i + 1 < size) {
      prefetch_entries(PyTuple_GET_ITEM(PyList_GET_ITEM(items.ptr(), i + 1), 1));
    }
    const std::string_view query = id_text(PyTuple_GET_ITEM(item, 0), "query");
    const nb::handle row = PyTuple_GET_ITEM(item, 1);
    if (const auto topic = topics.find(query)) {
      if (read->run.row(*topic).answered) {
        throw nb::value_error(("query '" + std::string(query) + "' is there twice").c_str());
      }
      read->order.push_back(*topic);
      judge.judge(*topic, row, read->run);
    } else {
      judge.check(row);
      read->run.unjudged_queries.emplace_back(query);
    }
  }
  return read;
}

}  // namespace foley::python
