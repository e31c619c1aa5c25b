#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/retrieval/topic.hpp"

namespace foley::retrieval {

/// A line of a preference file: within one group of one judge, a document of a higher level is
/// preferred to each of a lower one.
struct PreferenceLine {
  std::string_view query;
  std::string_view judge;
  std::string_view group;
  std::string_view doc;
  double level = 0.0;
  std::size_t line = 0;    ///< In the file, for messages.
  std::size_t column = 0;  ///< Of the document.
};

/// What one judge prefers. A judge with one group orders all documents of it in classes; the
/// groups of another are joined to a partial order, what follows from it included.
struct JudgePreferences {
  /// Documents of one level.
  struct Class {
    double level = 0.0;
    std::vector<std::size_t> docs;  ///< Indices into PreferenceTopic::docs.
  };

  /// Best first. Empty when the order is partial.
  std::vector<Class> classes;
  /// For a partial order: `preferred[a * docs + b]` is 1 when a is preferred to b.
  std::vector<std::uint8_t> preferred;
  /// For a partial order: the level of each document; NaN when the judge does not name it.
  std::vector<double> levels;
};

/// The preferences of all judges of one query.
struct PreferenceTopic {
  std::string query;
  std::vector<std::string> docs;         ///< All documents that are named, ascending bytewise.
  std::vector<JudgePreferences> judges;  ///< By their ids, ascending bytewise.
};

/// The preferences of all queries, in the order of the file.
struct PreferenceQrels {
  std::vector<PreferenceTopic> topics;

  /// The topic of this query, or nullptr.
  [[nodiscard]] const PreferenceTopic* find(std::string_view query) const;
};

/// Makes topics of lines. Refused with the line: the same document twice in a group; a document
/// that one judge calls relevant (level above 0) in one group and not relevant (0) in another;
/// groups of one judge that prefer a document to another and, be it by way of others, the other to
/// it.
[[nodiscard]] Result<PreferenceQrels> make_preferences(std::span<const PreferenceLine> lines,
                                                       const std::string& source);

/// A ranking seen through preferences. Documents are numbered by their place among those that are
/// named: first the retrieved ones by rank, then the others by id.
struct PreferenceRanking {
  /// A judge's preferences in that numbering, and how the ranking met them. A preference of a over
  /// b is met when a stands before b; when only a was retrieved that is implied.
  struct Judge {
    std::vector<std::vector<std::size_t>> classes;  ///< As JudgePreferences, each ascending.
    std::vector<double> class_levels;
    std::vector<std::uint8_t> preferred;
    std::vector<double> levels;
    std::int64_t met = 0;               ///< Both retrieved, met.
    std::int64_t possible = 0;          ///< Both retrieved.
    std::int64_t met_implied = 0;       ///< One retrieved: the preferred one.
    std::int64_t possible_implied = 0;  ///< One retrieved.
    std::int64_t unseen = 0;            ///< Neither retrieved.
    std::int64_t relevant = 0;          ///< Documents of a level above 0.
    std::int64_t relevant_retrieved = 0;
    std::int64_t nonrelevant = 0;  ///< In classes: all others; in a partial order: level 0.
    std::int64_t nonrelevant_retrieved = 0;
  };

  std::size_t named = 0;      ///< Documents that any judge names.
  std::size_t retrieved = 0;  ///< Those of them that were retrieved.
  std::vector<Judge> judges;
  /// How many judges prefer a to b: `counts[a * named + b]`.
  std::vector<std::uint16_t> counts;
};

/// `ranks[i]` is the 1-based rank of `topic.docs[i]`, 0 when it was not retrieved. trec_eval breaks
/// ties of scores by id ascending here, unlike for qrels. Throws std::invalid_argument when there
/// are not as many ranks as documents.
[[nodiscard]] PreferenceRanking preference_ranking(const PreferenceTopic& topic,
                                                   std::span<const std::int64_t> ranks);

}  // namespace foley::retrieval
