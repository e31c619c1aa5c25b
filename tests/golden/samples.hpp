#pragma once

#include <string>
#include <utility>
#include <vector>

#include "foley/golden/corpus.hpp"
#include "foley/golden/golden_item.hpp"

namespace foley::golden {

/// An item with one event, to which nothing can be objected together with good_corpus().
inline GoldenItem good_item(const std::string& id = "g1") {
  GoldenEvent event;
  event.query = "water falling from the sky";
  event.ucs_catid = "RAINGlas";
  event.line = 7;
  GoldenItem item;
  item.id = id;
  item.context = "it rains";
  item.expected_events = {event};
  item.answer_clip_ids = {{"RAINGlas", {"ring0:rain", "ring0:drip"}}};
  item.grade = {{"ring0:rain", 2}, {"ring0:drip", 1}};
  item.line = 3;
  return item;
}

/// A clip under a licence that allows everything.
inline CorpusEntry clip(const std::string& file, const std::string& caption) {
  CorpusEntry entry;
  entry.file = file;
  entry.caption = caption;
  entry.ucs_catid = "RAINGlas";
  entry.license_id = "CC0-1.0";
  entry.line = 11;
  return entry;
}

/// The clips that good_item() asks for.
inline std::vector<CorpusEntry> good_corpus() {
  return {clip("rain.wav", "steady rain on a window pane"), clip("drip.wav", "slow drip")};
}

}  // namespace foley::golden
