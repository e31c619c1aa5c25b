#include "foley/io/trec_write.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "foley/core/number_text.hpp"
#include "foley/io/percent_text.hpp"

namespace foley::io {
namespace {

template <class Table>
bool all_fit(const Table& table) {
  return std::all_of(table.rows().begin(), table.rows().end(), [&](const auto& row) {
    const auto entries = table.entries(row);
    return fits_trec(row.query) &&
           std::all_of(entries.begin(), entries.end(),
                       [](const auto& entry) { return fits_trec(entry.id); });
  });
}

// An id as a field, or why it cannot be one.
Result<std::string> field_of(std::string_view id, TrecIds ids, const std::string& source,
                             const std::string& what) {
  Error error{.kind = ErrorKind::bad_value, .source = source};
  if (id.empty()) {
    error.problem = what + " is empty";
    error.advice = "TREC text cannot hold it: give it a name";
    error.code = "FE-IO-05";
    return fail(std::move(error));
  }
  if (ids == TrecIds::encoded) {
    return percent_encoded(id);
  }
  if (fits_trec(id)) {
    return std::string(id);
  }
  error.problem = what + " '" + std::string(id) + "' holds blanks or begins with '#'";
  error.advice = "write it percent-encoded";
  error.code = "FE-IO-12";
  return fail(std::move(error));
}

std::vector<std::size_t> order_of(std::span<const ScoredDoc> docs, TrecOrder order) {
  std::vector<std::size_t> indices(docs.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  if (order == TrecOrder::by_score) {
    std::sort(indices.begin(), indices.end(), [&](std::size_t a, std::size_t b) {
      if (docs[a].score != docs[b].score) {
        return docs[a].score > docs[b].score;
      }
      return docs[a].id != docs[b].id ? docs[a].id < docs[b].id : a < b;
    });
  }
  return indices;
}

std::string query_item(std::string_view query) { return "query '" + std::string(query) + "'"; }

}  // namespace

bool fits_trec(const Run& run) { return all_fit(run); }

bool fits_trec(const Qrels& qrels) { return all_fit(qrels); }

Result<std::string> trec_run_text(const Run& run, const TrecRunFormat& format) {
  const std::string& source = format.tag;
  const auto tag = field_of(format.tag, format.ids, "run", "the tag");
  if (!tag) {
    return fail(tag.error());
  }
  std::string text;
  for (const auto& row : run.rows()) {
    const auto query = field_of(row.query, format.ids, source, "the query id");
    if (!query) {
      return fail(query.error());
    }
    const auto docs = run.entries(row);
    const auto not_finite = std::find_if(
        docs.begin(), docs.end(), [](const ScoredDoc& doc) { return !std::isfinite(doc.score); });
    if (not_finite != docs.end()) {
      return fail({.kind = ErrorKind::bad_value,
                   .source = source,
                   .item = query_item(row.query),
                   .field = std::string(not_finite->id),
                   .problem = "its score is " + shortest_text(not_finite->score),
                   .advice = "give it a finite score or leave it out",
                   .code = "FE-IO-07"});
    }
    std::size_t rank = 0;
    for (const std::size_t i : order_of(docs, format.order)) {
      const auto doc = field_of(docs[i].id, format.ids, source, "the document id");
      if (!doc) {
        return fail(doc.error());
      }
      rank += 1;
      text += *query + " Q0 " + *doc + ' ' + std::to_string(rank) + ' ' +
              shortest_text(docs[i].score) + ' ' + *tag + '\n';
    }
  }
  return text;
}

Result<std::string> trec_qrels_text(const Qrels& qrels, TrecIds ids) {
  const std::string source = "qrels";
  std::string text;
  for (const auto& row : qrels.rows()) {
    const auto query = field_of(row.query, ids, source, "the query id");
    if (!query) {
      return fail(query.error());
    }
    for (const GradedDoc& judged : qrels.entries(row)) {
      const auto doc = field_of(judged.id, ids, source, "the document id");
      if (!doc) {
        return fail(doc.error());
      }
      const bool whole = judged.grade == std::trunc(judged.grade);  // false for NaN
      if (!whole || std::fabs(judged.grade) > 127.0) {
        return fail({.kind = ErrorKind::bad_value,
                     .source = source,
                     .item = query_item(row.query),
                     .field = std::string(judged.id),
                     .problem = "the grade " + shortest_text(judged.grade) +
                                " is not a whole number from -127 to 127",
                     .advice = "TREC text cannot hold it: round or rescale the grades",
                     .code = whole ? "FE-IO-09" : "FE-IO-08"});
      }
      text += *query + " 0 " + *doc + ' ' + std::to_string(static_cast<int>(judged.grade)) + '\n';
    }
  }
  return text;
}

}  // namespace foley::io
