#pragma once

#include <string>
#include <vector>

#include "foley/retrieval/grouped.hpp"
#include "foley/retrieval/registry.hpp"
#include "support/rows.hpp"

namespace foley::testing {

/// The specification of a text that must be right.
inline retrieval::MeasureSpec spec_of(const std::string& text) {
  auto spec = retrieval::parse_measure(text);
  if (!spec) {
    throw std::invalid_argument(text + ": " + spec.error().to_line());
  }
  return *spec;
}

/// Value of a measure for one query over graded judgments.
inline double value_of(const std::string& measure, const Row& qrels, const Row& run,
                       double rel_level = 1.0) {
  const auto ranking = judged_ranking(qrels, run);
  return retrieval::to_column(spec_of(measure), rel_level).value({ranking.ranking()});
}

/// A judgment of a subtopic.
struct SubtopicJudgment {
  std::string subtopic;
  std::string doc;
  double grade = 0.0;
};

/// Judgments by subtopic, documents in the order of their ids.
inline retrieval::GroupedTopic grouped_topic(const std::vector<SubtopicJudgment>& judgments) {
  retrieval::GroupedTopic topic;
  for (const auto& each : judgments) {
    topic.groups.push_back(each.subtopic);
    topic.docs.push_back(each.doc);
  }
  const auto unique = [](std::vector<std::string>& names) {
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
  };
  unique(topic.groups);
  unique(topic.docs);
  const auto place = [](const std::vector<std::string>& names, const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  topic.grades.assign(topic.docs.size() * topic.groups.size(),
                      std::numeric_limits<double>::quiet_NaN());
  for (const auto& each : judgments) {
    topic.grades[place(topic.docs, each.doc) * topic.groups.size() +
                 place(topic.groups, each.subtopic)] = each.grade;
  }
  return topic;
}

/// Value of a measure over subtopics.
inline double subtopic_value(const std::string& measure, const retrieval::GroupedTopic& topic,
                             const Row& run) {
  const auto row = entries_of<ScoredDoc>(run);
  const auto grouped = retrieval::grouped_ranking(topic, row, retrieval::TieRule::id_asc);
  retrieval::Topic seen;
  seen.grouped = &grouped;
  return retrieval::to_column(spec_of(measure)).value(seen);
}

}  // namespace foley::testing
