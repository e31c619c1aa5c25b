#include "foley/golden/golden_item.hpp"

#include <algorithm>

namespace foley::golden {

std::span<const std::string> GoldenItem::answers(std::string_view catid) const {
  const auto found = std::find_if(answer_clip_ids.begin(), answer_clip_ids.end(),
                                  [&](const auto& entry) { return entry.first == catid; });
  return found == answer_clip_ids.end() ? std::span<const std::string>{}
                                        : std::span<const std::string>(found->second);
}

std::int64_t GoldenItem::grade_of(std::string_view clip) const {
  const auto found = std::find_if(grade.begin(), grade.end(),
                                  [&](const auto& entry) { return entry.first == clip; });
  return found == grade.end() ? 0 : found->second;
}

std::string query_id(const GoldenItem& item, std::size_t event) {
  return item.id + "::" + std::to_string(event);
}

Qrels to_qrels(std::span<const GoldenItem> golden) {
  Qrels qrels;
  for (const GoldenItem& item : golden) {
    for (std::size_t e = 0; e < item.expected_events.size(); ++e) {
      if (!qrels.add_query(query_id(item, e))) {
        continue;
      }
      for (const std::string& clip : item.answers(item.expected_events[e].ucs_catid)) {
        qrels.add(clip, static_cast<double>(item.grade_of(clip)));
      }
    }
  }
  return qrels;
}

}  // namespace foley::golden
