#include "foley/io/trec_text.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "doc_table.hpp"
#include "trec_line.hpp"
#include "trec_table.hpp"

namespace foley::io {
namespace {

// Lines of one query that follow each other.
struct Stretch {
  std::string_view query;
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The columns of a file and where its queries change.
struct Lines {
  std::vector<std::string_view> ids;
  std::vector<double> values;
  std::vector<const char*> begins;
  std::vector<std::uint32_t> columns;
  std::vector<Stretch> stretches;
};

class TableReader {
 public:
  TableReader(std::string_view window, const std::string& source, TrecFormat format)
      : window_(window), source_(source), format_(format) {}

  template <class Table>
  Result<Table> read() {
    if (auto error = read_lines()) {
      return fail(std::move(*error));
    }
    if (lines_.stretches.empty()) {
      return fail(at(window_.data(),
                     {ErrorKind::bad_syntax, "FE-IO-04", 0, "the file holds no line of data",
                      format_ == TrecFormat::run ? "a line is: query Q0 document rank score tag"
                                                 : "a line is: query 0 document grade"}));
    }
    Table table;
    DocTable seen;
    std::vector<std::string_view> ids;
    for (const std::vector<std::size_t>& query : by_query()) {
      ids.clear();
      std::vector<std::size_t> rows;
      for (const std::size_t s : query) {
        for (std::size_t i = lines_.stretches[s].begin; i < lines_.stretches[s].end; ++i) {
          ids.push_back(lines_.ids[i]);
          rows.push_back(i);
        }
      }
      const std::string_view name = lines_.stretches[query.front()].query;
      if (const std::size_t again = seen.assign(ids); again != DocTable::kNone) {
        return fail(duplicate(name, rows[again]));
      }
      table.add_query(name);
      for (const std::size_t row : rows) {
        table.add(lines_.ids[row], lines_.values[row]);
      }
    }
    return table;
  }

 private:
  std::optional<Error> read_lines() {
    TrecLineReader reader(format_);
    reader.start(window_);
    const char* place = window_.data();
    const char* const end = place + window_.size();
    while (place < end) {
      const char* const begin = place;
      switch (reader.read(place, end)) {
        case TrecLineReader::Outcome::nothing:
          continue;
        case TrecLineReader::Outcome::fault:
          return at(begin, reader.fault());
        case TrecLineReader::Outcome::line:
          break;
      }
      const TrecLine& line = reader.line();
      const std::size_t n = lines_.ids.size();
      if (lines_.stretches.empty() ||
          (!line.same_query && lines_.stretches.back().query != line.query)) {
        lines_.stretches.push_back({line.query, n, n});
      }
      lines_.ids.push_back(line.doc);
      lines_.values.push_back(line.value);
      lines_.begins.push_back(begin);
      lines_.columns.push_back(static_cast<std::uint32_t>(line.column));
      lines_.stretches.back().end = n + 1;
    }
    return std::nullopt;
  }

  // Rows of one query may stand apart in the file; they are gathered in the order of its first
  // line.
  [[nodiscard]] std::vector<std::vector<std::size_t>> by_query() const {
    std::vector<std::vector<std::size_t>> queries;
    std::unordered_map<std::string_view, std::size_t> index;
    for (std::size_t s = 0; s < lines_.stretches.size(); ++s) {
      const auto [at, first] = index.try_emplace(lines_.stretches[s].query, queries.size());
      if (first) {
        queries.emplace_back();
      }
      queries[at->second].push_back(s);
    }
    return queries;
  }

  [[nodiscard]] Error duplicate(std::string_view query, std::size_t row) const {
    const bool run = format_ == TrecFormat::run;
    return at(lines_.begins[row],
              {ErrorKind::duplicate, run ? "FE-IO-10" : "FE-IO-11", lines_.columns[row],
               "the document '" + std::string(lines_.ids[row]) + "' stands twice for the query '" +
                   std::string(query) + "'",
               "remove one of them"});
  }

  [[nodiscard]] Error at(const char* place, const LineFault& fault) const {
    return {.kind = fault.kind,
            .source = source_,
            .line = static_cast<std::size_t>(std::count(window_.data(), place, '\n')) + 1,
            .problem = fault.problem,
            .advice = fault.advice,
            .column = fault.column,
            .code = fault.code};
  }

  std::string_view window_;
  const std::string& source_;
  TrecFormat format_;
  Lines lines_;
};

std::string padded(std::string_view bytes) {
  std::string copy;
  copy.reserve(bytes.size() + kPadding);
  copy.append(bytes).append(kPadding, '\n');
  return copy;
}

}  // namespace

Result<Run> trec_run_table(std::string_view padded, const std::string& source) {
  return TableReader(padded, source, TrecFormat::run).read<Run>();
}

Result<Qrels> trec_qrels_table(std::string_view padded, const std::string& source) {
  return TableReader(padded, source, TrecFormat::qrels).read<Qrels>();
}

Result<Run> parse_trec_run(std::string_view bytes, const std::string& source) {
  const std::string copy = padded(bytes);
  return trec_run_table(std::string_view(copy).substr(0, bytes.size()), source);
}

Result<Qrels> parse_trec_qrels(std::string_view bytes, const std::string& source) {
  const std::string copy = padded(bytes);
  return trec_qrels_table(std::string_view(copy).substr(0, bytes.size()), source);
}

}  // namespace foley::io
