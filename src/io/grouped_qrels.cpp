#include "foley/io/grouped_qrels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "field_lines.hpp"
#include "trec_line.hpp"

namespace foley::io {
namespace {

struct Judgment {
  std::size_t doc = 0;
  std::string_view group;
  double grade = 0.0;
};

// The lines of one query as they come.
struct Gathered {
  retrieval::GroupedTopic topic;
  std::vector<Judgment> judgments;
  std::unordered_map<std::string_view, std::size_t> docs;
  std::map<std::string_view, std::vector<bool>> groups;  // who judged which document
};

// Returns false when the group judged the document before.
bool add(Gathered& query, const TrecLine& line) {
  const auto [doc, first] = query.docs.try_emplace(line.doc, query.docs.size());
  if (first) {
    query.topic.docs.emplace_back(line.doc);
  }
  std::vector<bool>& judged = query.groups[line.group];
  judged.resize(std::max(judged.size(), query.docs.size()), false);
  if (judged[doc->second]) {
    return false;
  }
  judged[doc->second] = true;
  query.judgments.push_back({doc->second, line.group, line.value});
  return true;
}

retrieval::GroupedTopic finish(Gathered& query) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (const auto& [group, judged] : query.groups) {
    places.emplace(group, query.topic.groups.size());
    query.topic.groups.emplace_back(group);
  }
  const std::size_t groups = query.topic.groups.size();
  query.topic.grades.assign(query.topic.docs.size() * groups,
                            std::numeric_limits<double>::quiet_NaN());
  for (const Judgment& judgment : query.judgments) {
    query.topic.grades[judgment.doc * groups + places.at(judgment.group)] = judgment.grade;
  }
  return std::move(query.topic);
}

class Reader {
 public:
  explicit Reader(const std::string& source) : source_(source) {}

  Result<retrieval::GroupedQrels> read(std::string_view window) {
    TrecLineReader reader(TrecFormat::qrels);
    reader.start(window);
    const char* place = window.data();
    const char* const end = place + window.size();
    while (place < end) {
      line_number_ += 1;
      switch (reader.read(place, end)) {
        case TrecLineReader::Outcome::nothing:
          continue;
        case TrecLineReader::Outcome::fault:
          return refuse(reader.fault());
        case TrecLineReader::Outcome::line:
          break;
      }
      const TrecLine& line = reader.line();
      const auto [at, first] = index_.try_emplace(line.query, queries_.size());
      if (first) {
        queries_.emplace_back().topic.query = line.query;
      }
      if (!add(queries_[at->second], line)) {
        return refuse({ErrorKind::duplicate, "FE-IO-11", line.column,
                       "the document '" + std::string(line.doc) + "' stands twice for the query '" +
                           std::string(line.query) + "' and the group '" + std::string(line.group) +
                           "'",
                       "remove one of them"});
      }
    }
    if (queries_.empty()) {
      line_number_ = 1;
      return refuse({ErrorKind::bad_syntax, "FE-IO-04", 0, "the file holds no line of data",
                     "a line is: query group document grade"});
    }
    retrieval::GroupedQrels qrels;
    for (Gathered& query : queries_) {
      qrels.topics.push_back(finish(query));
    }
    return qrels;
  }

 private:
  [[nodiscard]] tl::unexpected<Error> refuse(const LineFault& fault) const {
    return fail({.kind = fault.kind,
                 .source = source_,
                 .line = line_number_,
                 .problem = fault.problem,
                 .advice = fault.advice,
                 .column = fault.column,
                 .code = fault.code});
  }

  const std::string& source_;
  std::size_t line_number_ = 0;
  std::vector<Gathered> queries_;
  std::unordered_map<std::string_view, std::size_t> index_;
};

}  // namespace

Result<retrieval::GroupedQrels> parse_grouped_qrels(std::string_view bytes,
                                                    const std::string& source) {
  std::string padded(bytes);
  padded.append(kPadding, '\n');
  return Reader(source).read(std::string_view(padded).substr(0, bytes.size()));
}

Result<retrieval::GroupedQrels> load_grouped_qrels(const std::string& path) {
  const auto bytes = whole_text(path);
  if (!bytes) {
    return fail(bytes.error());
  }
  return parse_grouped_qrels(*bytes, path);
}

}  // namespace foley::io
