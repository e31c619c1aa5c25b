#include "trec_values.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include "context.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/parallel.hpp"

namespace foley::app {
namespace {

using retrieval::Aggregate;
using retrieval::Column;
using retrieval::NumberKind;

// trec_eval's floor under a geometric mean.
constexpr double kGeometricFloor = 0.00001;

void check(const Column& column, std::string_view topic, double value) {
  if (value >= column.least && value <= column.greatest) {
    return;
  }
  const Error error{.kind = ErrorKind::bad_value,
                    .item = "topic '" + std::string(topic) + "'",
                    .field = column.name,
                    .problem = std::isnan(value)
                                   ? "the value is not a number"
                                   : "the value " + shortest_text(value) + " is not possible",
                    .advice = "look at the grades of this topic and the parameters of the measure"};
  throw Failure{error.to_line(), kBadInput};
}

// trec_eval sees a missing topic as one unjudged document, then takes back what that document did
// to some measures, known by their reported names.
bool taken_back(const std::string& name) {
  return name == "num_ret" || name == "utility" || name == "rbp_resid" || name.starts_with("unj") ||
         name == "relstring";
}

void fill(const TrecTopics::Known& known, bool missing, const std::vector<Column>& columns,
          TrecRow& row) {
  row.values.assign(columns.size(), 0.0);
  row.texts.assign(columns.size(), {});
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Column& column = columns[c];
    if (missing && taken_back(column.name)) {
      continue;
    }
    if (column.text) {
      row.texts[c] = column.text(known.topic);
    } else if (column.value) {
      row.values[c] = column.value(known.topic);
      check(column, row.topic, row.values[c]);
    }
  }
}

// trec_eval turns the logarithms of a geometric mean into z-scores, not the values.
bool is_geometric(const Column& column) { return column.aggregate == Aggregate::geometric_mean; }

void to_logarithms(const std::vector<Column>& columns, TrecRow& row) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (is_geometric(columns[c])) {
      row.values[c] = std::log(std::max(row.values[c], kGeometricFloor));
    }
  }
}

void to_z_scores(const std::vector<Column>& columns, const io::ZScores& references, TrecRow& row) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].kind != NumberKind::text) {
      row.values[c] = io::z_score(references, row.topic, columns[c].name, row.values[c]);
    }
  }
}

double summarised(const Column& column, std::size_t c, const std::vector<TrecRow>& rows) {
  const auto n = static_cast<double>(rows.size());
  if (column.aggregate == Aggregate::topics) {
    return n;
  }
  double sum = 0.0;
  for (const TrecRow& row : rows) {
    sum += row.values[c];
  }
  switch (column.aggregate) {
    case Aggregate::mean:
      return sum / n;
    case Aggregate::geometric_mean:
      return std::exp(sum / n);
    case Aggregate::sum:
      return sum;
    default:
      return 0.0;
  }
}

}  // namespace

TrecValues trec_values(const TrecArguments& arguments, const TrecTopics& topics,
                       const std::vector<Column>& columns, const io::ZScores* references) {
  TrecValues out;
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < topics.size(); ++i) {
    out.missing += topics.answered(i) ? 0 : 1;
    if (topics.answered(i) || arguments.all_topics) {
      chosen.push_back(i);
    }
  }
  if (chosen.empty()) {
    throw Failure{"the run lacks the topic that -D names", kBadInput};
  }
  out.rows.resize(chosen.size());
  constexpr std::size_t kBlock = 64;
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  parallel_for((chosen.size() + kBlock - 1) / kBlock, threads, [&](std::size_t block) {
    TrecTopics::Known known;
    const std::size_t end = std::min(chosen.size(), (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end; ++i) {
      TrecRow& row = out.rows[i];
      row.topic = topics.id(chosen[i]);
      topics.see(chosen[i], known);
      fill(known, !topics.answered(chosen[i]), columns, row);
      to_logarithms(columns, row);
      if (references != nullptr) {
        to_z_scores(columns, *references, row);
      }
    }
  });
  if (arguments.compat == 9 && arguments.all_topics) {
    // Version 9 divided by all topics without computing the missing ones.
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (topics.answered(chosen[i])) {
        continue;
      }
      for (std::size_t c = 0; c < columns.size(); ++c) {
        out.rows[i].values[c] = is_geometric(columns[c]) ? std::log(kGeometricFloor) : 0.0;
      }
    }
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    // With -c trec_eval counts the relevant documents of all topics once more, without -l.
    const bool counted_again = arguments.all_topics && columns[c].name == "num_rel";
    out.summary.push_back(counted_again ? static_cast<double>(topics.positive_judgments())
                                        : summarised(columns[c], c, out.rows));
  }
  if (arguments.compat == 9) {
    std::size_t i = 0;
    std::erase_if(out.rows, [&](const TrecRow&) { return !topics.answered(chosen[i++]); });
  }
  return out;
}

}  // namespace foley::app
