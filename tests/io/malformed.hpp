#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/io/baseline_json.hpp"
#include "foley/io/corpus_json.hpp"
#include "foley/io/golden_json.hpp"
#include "foley/io/json_value.hpp"
#include "foley/io/ranking_json.hpp"
#include "foley/io/trec_text.hpp"
#include "support/one_line.hpp"

namespace foley::io {

/// Input that must be refused, and how.
struct Malformed {
  std::string name;
  std::string bytes;
  ErrorKind kind;
  std::size_t line;
  std::string about{};  ///< Text that the error's item, field or problem must hold.
};

inline std::ostream& operator<<(std::ostream& out, const Malformed& row) { return out << row.name; }

/// Readable name of a case.
inline std::string case_name(const ::testing::TestParamInfo<Malformed>& info) {
  std::string name;
  for (const char c : info.param.name) {
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
}

/// `text` with its only occurrence of `from` replaced.
inline std::string with(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos || text.find(from, at + 1) != std::string::npos) {
    throw std::invalid_argument("not there exactly once: " + std::string(from));
  }
  return text.replace(at, from.size(), to);
}

/// Checks one row against the error a reader gave.
inline void expect_refused(const Malformed& row, const std::optional<Error>& error) {
  ASSERT_TRUE(error.has_value()) << "accepted: " << row.name;
  EXPECT_STREQ(to_string(error->kind), to_string(row.kind)) << error->to_line();
  EXPECT_EQ(error->line, row.line) << error->to_line();
  EXPECT_TRUE(foley::testing::is_good_line(*error));
  const std::string said = error->item + "|" + error->field + "|" + error->problem;
  EXPECT_NE(said.find(row.about), std::string::npos) << said;
}

/// The error of a result, if any.
template <class T>
std::optional<Error> error_of(const Result<T>& result) {
  return result ? std::nullopt : std::optional(result.error());
}

/// The error of a document, be it of the whole or of its first faulty item.
template <class T>
std::optional<Error> document_error(const Result<T>& document) {
  if (!document) {
    return document.error();
  }
  return document->errors.empty() ? std::nullopt : std::optional(document->errors.front());
}

}  // namespace foley::io
