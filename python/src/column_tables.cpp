#include "column_tables.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "failure.hpp"

namespace foley::python {
namespace {

constexpr double kLeastGrade = std::numeric_limits<std::int32_t>::min();
constexpr double kGreatestGrade = std::numeric_limits<std::int32_t>::max();

void check_lengths(const Columns3& columns) {
  if (columns.query.size() != columns.doc.size() || columns.doc.size() != columns.value.size()) {
    throw std::invalid_argument(
        "the columns are not of the same length: " + std::to_string(columns.query.size()) +
        " queries, " + std::to_string(columns.doc.size()) + " documents, " +
        std::to_string(columns.value.size()) + " numbers");
  }
}

std::string row_name(std::size_t row) { return "row " + std::to_string(row); }

// The rows of each query, in the order of the column.
struct Groups {
  std::vector<std::string_view> queries;
  std::vector<std::size_t> begin;  // of each query in `rows`, and the end of the last
  std::vector<std::size_t> rows;

  explicit Groups(std::span<const std::string_view> column) {
    std::unordered_map<std::string_view, std::size_t> numbers;
    std::vector<std::size_t> group(column.size());
    std::vector<std::size_t> count;
    for (std::size_t i = 0; i < column.size(); ++i) {
      if (i > 0 && column[i] == column[i - 1]) {
        group[i] = group[i - 1];
      } else {
        const auto [at, fresh] = numbers.emplace(column[i], queries.size());
        if (fresh) {
          queries.push_back(column[i]);
          count.push_back(0);
        }
        group[i] = at->second;
      }
      count[group[i]] += 1;
    }
    begin.assign(queries.size() + 1, 0);
    for (std::size_t g = 0; g < count.size(); ++g) {
      begin[g + 1] = begin[g] + count[g];
    }
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    rows.resize(column.size());
    for (std::size_t i = 0; i < column.size(); ++i) {
      rows[next[group[i]]++] = i;
    }
  }

  [[nodiscard]] std::span<const std::size_t> of(std::size_t group) const {
    return std::span<const std::size_t>(rows).subspan(begin[group],
                                                      begin[group + 1] - begin[group]);
  }
};

// Where each document of a query stands; open addressing, since a node a document costs more than
// all the rest.
class Positions {
 public:
  // The place of an equal id that was added before, or nothing.
  void reset(std::size_t size) {
    std::size_t slots = 16;
    while (slots < 2 * size) {
      slots *= 2;
    }
    slots_.assign(slots, {});
  }

  // Adds an id; the position of the same id if it was there.
  std::optional<std::size_t> add(std::string_view id, std::size_t position) {
    Slot& slot = slots_[slot_of(id)];
    if (slot.used) {
      return slot.position;
    }
    slot = {id, position, true};
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::size_t> find(std::string_view id) const {
    const Slot& slot = slots_[slot_of(id)];
    return slot.used ? std::optional(slot.position) : std::nullopt;
  }

 private:
  struct Slot {
    std::string_view id;
    std::size_t position = 0;
    bool used = false;
  };

  [[nodiscard]] std::size_t slot_of(std::string_view id) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = std::hash<std::string_view>{}(id)&mask;
    while (slots_[at].used && slots_[at].id != id) {
      at = (at + 1) & mask;
    }
    return at;
  }

  std::vector<Slot> slots_;
};

class ColumnIds final : public retrieval::RowIds {
 public:
  ColumnIds(std::span<const std::string_view> column, std::span<const std::size_t> rows)
      : column_(column), rows_(rows) {}
  [[nodiscard]] std::string_view id(std::size_t i) const override { return column_[rows_[i]]; }

 private:
  std::span<const std::string_view> column_;
  std::span<const std::size_t> rows_;
};

// Fills `positions` with the documents of a query.
void index_rows(std::string_view query, const Columns3& columns, std::span<const std::size_t> rows,
                const char* source, const char* code, Positions& positions) {
  positions.reset(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string_view doc = columns.doc[rows[i]];
    if (const auto before = positions.add(doc, i)) {
      throw Failure{{.kind = ErrorKind::duplicate,
                     .source = source,
                     .item = row_name(rows[i]),
                     .problem = "document '" + std::string(doc) + "' of query '" +
                                std::string(query) + "' is in " + row_name(rows[*before]) + " too",
                     .advice = "keep one of them",
                     .code = code}};
    }
  }
}

}  // namespace

std::unique_ptr<Judgments> judgments_from_columns(const Columns3& columns) {
  check_lengths(columns);
  for (std::size_t i = 0; i < columns.value.size(); ++i) {
    const double grade = columns.value[i];
    const bool whole = std::floor(grade) == grade;
    if (!whole || grade < kLeastGrade || grade > kGreatestGrade) {
      throw Failure{
          {.kind = ErrorKind::bad_value,
           .source = "qrels",
           .item = row_name(i),
           .field = "grade",
           .problem = whole ? "the grade is off the scale" : "the grade is not a whole number",
           .advice = "write a whole number of 32 bits",
           .code = whole ? "FE-IO-09" : "FE-IO-08"}};
    }
  }
  const Groups groups(columns.query);
  Qrels qrels;
  Positions positions;
  for (std::size_t g = 0; g < groups.queries.size(); ++g) {
    index_rows(groups.queries[g], columns, groups.of(g), "qrels", "FE-IO-11", positions);
    qrels.add_query(groups.queries[g]);
    for (const std::size_t row : groups.of(g)) {
      qrels.add(columns.doc[row], columns.value[row]);
    }
  }
  return std::make_unique<Judgments>(std::move(qrels));
}

std::unique_ptr<ReadRun> run_from_columns(const Columns3& columns, const Judgments& judgments,
                                          const retrieval::RankingOptions& options) {
  check_lengths(columns);
  for (std::size_t i = 0; i < columns.value.size(); ++i) {
    if (!std::isfinite(columns.value[i])) {
      throw Failure{
          {.kind = ErrorKind::bad_value,
           .source = "run",
           .item = row_name(i),
           .field = "score",
           .problem = std::isnan(columns.value[i]) ? "the score is NaN" : "the score is infinite",
           .advice = "leave the document out, or give it a score",
           .code = "FE-IO-07"}};
    }
  }
  const retrieval::TopicSet& topics = judgments.topics();
  auto read = std::make_unique<ReadRun>(ReadRun{retrieval::JudgedRun(topics.size()), {}, {}});
  const Groups groups(columns.query);
  retrieval::RowJudge judge(topics, options);
  Positions positions;
  std::vector<double> scores;
  std::vector<retrieval::Found> found;
  for (std::size_t g = 0; g < groups.queries.size(); ++g) {
    const std::span<const std::size_t> rows = groups.of(g);
    index_rows(groups.queries[g], columns, rows, "run", "FE-IO-10", positions);
    const auto topic = topics.find(groups.queries[g]);
    if (!topic) {
      read->run.unjudged_queries.emplace_back(groups.queries[g]);
      continue;
    }
    scores.clear();
    for (const std::size_t row : rows) {
      scores.push_back(columns.value[row]);
    }
    found.clear();
    const std::span<const GradedDoc> judged = topics.judged(*topic);
    for (std::size_t j = 0; j < judged.size(); ++j) {
      if (const auto at = positions.find(judged[j].id)) {
        found.push_back({j, *at});
      }
    }
    const std::span<const retrieval::Hit> hits =
        judge.hits(*topic, scores, ColumnIds(columns.doc, rows), found);
    read->order.push_back(*topic);
    read->run.add(*topic, rows.size(), judge.retrieved(), hits);
  }
  return read;
}

}  // namespace foley::python
