#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foley/core/tables.hpp"

namespace foley::golden {

/// The grades of a golden set: 2 ideal, 1 acceptable, 0 wrong.
inline constexpr std::int64_t kTopGrade = 2;

/// A sound that a context calls for.
struct GoldenEvent {
  std::string query;             ///< What is fed to the search.
  std::string ucs_catid;         ///< Names the event's answers; may be empty.
  std::string layer = "sfx_fg";  ///< voice, sfx_fg, ambience, stinger or music.
  bool diegetic = true;
  std::string salience = "medium";  ///< high, medium or low.
  std::size_t line = 0;             ///< Where it stands in its file, 0 when unknown.
};

/// One frozen judgment: a context, the sounds expected in it and the clips that answer them.
struct GoldenItem {
  std::string id;
  std::string context;
  std::vector<GoldenEvent> expected_events;
  /// CatID -> acceptable clips, in file order.
  std::vector<std::pair<std::string, std::vector<std::string>>> answer_clip_ids;
  /// Clip -> grade in 0..kTopGrade, in file order.
  std::vector<std::pair<std::string, std::int64_t>> grade;
  std::vector<std::string> negatives;
  std::string labeler = "llm+human";
  std::int64_t schema_version = 1;
  std::size_t line = 0;

  /// The clips listed for a CatID; empty when there are none.
  [[nodiscard]] std::span<const std::string> answers(std::string_view catid) const;

  /// Grade of a clip, 0 when it has none.
  [[nodiscard]] std::int64_t grade_of(std::string_view clip) const;
};

/// Id of an event's query: `<item id>::<index>`.
[[nodiscard]] std::string query_id(const GoldenItem& item, std::size_t event);

/// Qrels of a golden set: one row an event, in order; its answer clips with their grades. Clips
/// that are graded but answer nothing are left out. Item ids must be unique (readers see to it); a
/// repeated one is skipped.
[[nodiscard]] Qrels to_qrels(std::span<const GoldenItem> golden);

}  // namespace foley::golden
