#include "delimited_columns.hpp"

#include <algorithm>
#include <array>

namespace foley::io {
namespace {

using Name = std::string_view;

constexpr std::array kQuery{Name("query_id"), Name("qid"), Name("q_id"), Name("query"),
                            Name("topic")};
constexpr std::array kDocument{Name("doc_id"),      Name("docno"), Name("corpus_id"),
                               Name("document_id"), Name("docid"), Name("doc")};
constexpr std::array kScore{Name("score"), Name("sim"), Name("similarity")};
constexpr std::array kGrade{Name("relevance"), Name("rel"), Name("grade"), Name("label"),
                            Name("score")};
constexpr std::array kRun{Name("run"), Name("run_id"), Name("tag"), Name("system")};

}  // namespace

ColumnNames query_names() { return kQuery; }
ColumnNames document_names() { return kDocument; }
ColumnNames score_names() { return kScore; }
ColumnNames grade_names() { return kGrade; }
ColumnNames run_names() { return kRun; }

std::optional<char> separator_of(std::string_view header) {
  const std::size_t first = header.substr(0, header.find('\n')).find_first_of("\t,");
  return first == std::string_view::npos ? std::nullopt : std::optional(header[first]);
}

std::string canonical_name(std::string_view name) {
  std::string canonical(name);
  for (char& c : canonical) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
    } else if (c == '-') {
      c = '_';
    }
  }
  return canonical;
}

std::optional<std::size_t> find_column(const std::vector<DelimitedField>& header,
                                       ColumnNames names) {
  for (const std::string_view name : names) {
    const auto found = std::find_if(header.begin(), header.end(), [&](const DelimitedField& each) {
      return canonical_name(each.text) == name;
    });
    if (found != header.end()) {
      return static_cast<std::size_t>(found - header.begin());
    }
  }
  return std::nullopt;
}

}  // namespace foley::io
