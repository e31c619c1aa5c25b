#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "foley/retrieval/trec/preferences.hpp"

namespace foley::retrieval {
namespace {

using Lines = std::vector<const PreferenceLine*>;

constexpr std::size_t kMostJudges = std::numeric_limits<std::uint16_t>::max();

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

Error at(const PreferenceLine& line, const std::string& source, ErrorKind kind, const char* code,
         std::string problem, std::string advice) {
  return {.kind = kind,
          .source = source,
          .line = line.line,
          .problem = std::move(problem),
          .advice = std::move(advice),
          .column = line.column,
          .code = code};
}

// Preferences of a judge with several groups, closed under transitivity.
class PartialOrder {
 public:
  explicit PartialOrder(std::size_t docs) : docs_(docs), preferred_(docs * docs, 0) {}

  void prefer(std::size_t a, std::size_t b) { preferred_[a * docs_ + b] = 1; }

  // Warshall 1962.
  void close() {
    for (std::size_t via = 0; via < docs_; ++via) {
      for (std::size_t a = 0; a < docs_; ++a) {
        if (preferred_[a * docs_ + via] == 0) {
          continue;
        }
        for (std::size_t b = 0; b < docs_; ++b) {
          preferred_[a * docs_ + b] |= preferred_[via * docs_ + b];
        }
      }
    }
  }

  // A document that is preferred to itself, by way of others.
  [[nodiscard]] std::size_t in_circle() const {
    for (std::size_t a = 0; a < docs_; ++a) {
      if (preferred_[a * docs_ + a] != 0) {
        return a;
      }
    }
    return docs_;
  }

  [[nodiscard]] std::vector<std::uint8_t> take() { return std::move(preferred_); }

 private:
  std::size_t docs_;
  std::vector<std::uint8_t> preferred_;
};

class TopicMaker {
 public:
  TopicMaker(const Lines& lines, const std::string& source) : lines_(lines), source_(source) {}

  Result<PreferenceTopic> make() {
    name_docs();
    if (auto twice = find_twice()) {
      return fail(std::move(*twice));
    }
    std::map<std::string_view, Lines> judges;
    for (const PreferenceLine* line : lines_) {
      judges[line->judge].push_back(line);
    }
    if (judges.size() > kMostJudges) {
      return fail(at(*lines_.front(), source_, ErrorKind::bad_value, "FE-IO-21",
                     "the query " + quoted(lines_.front()->query) + " has more than " +
                         std::to_string(kMostJudges) + " judges",
                     "split the file"));
    }
    for (auto& [name, lines] : judges) {
      const bool whole = std::all_of(lines.begin(), lines.end(), [&](const PreferenceLine* line) {
        return line->group == lines.front()->group;
      });
      auto judge = whole ? Result<JudgePreferences>(classes(lines)) : partial(lines);
      if (!judge) {
        return fail(judge.error());
      }
      topic_.judges.push_back(std::move(*judge));
    }
    return std::move(topic_);
  }

 private:
  void name_docs() {
    topic_.query = lines_.front()->query;
    std::vector<std::string_view> ids;
    for (const PreferenceLine* line : lines_) {
      ids.push_back(line->doc);
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    topic_.docs.assign(ids.begin(), ids.end());
    for (std::size_t i = 0; i < topic_.docs.size(); ++i) {
      index_.emplace(topic_.docs[i], i);
    }
  }

  [[nodiscard]] std::optional<Error> find_twice() const {
    Lines sorted = lines_;
    const auto key = [](const PreferenceLine* line) {
      return std::tie(line->judge, line->group, line->doc);
    };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const auto* a, const auto* b) { return key(a) < key(b); });
    const PreferenceLine* first = nullptr;
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      if (key(sorted[i - 1]) == key(sorted[i]) &&
          (first == nullptr || sorted[i]->line < first->line)) {
        first = sorted[i];
      }
    }
    if (first == nullptr) {
      return std::nullopt;
    }
    return at(*first, source_, ErrorKind::duplicate, "FE-IO-11",
              "the document " + quoted(first->doc) + " stands twice in one group of the query " +
                  quoted(first->query),
              "remove one of them");
  }

  static void best_first(Lines& lines) {
    std::stable_sort(lines.begin(), lines.end(),
                     [](const auto* a, const auto* b) { return a->level > b->level; });
  }

  JudgePreferences classes(Lines lines) const {
    best_first(lines);
    JudgePreferences judge;
    for (const PreferenceLine* line : lines) {
      if (judge.classes.empty() || judge.classes.back().level != line->level) {
        judge.classes.push_back({line->level, {}});
      }
      judge.classes.back().docs.push_back(index_.at(line->doc));
    }
    return judge;
  }

  Result<JudgePreferences> partial(const Lines& lines) const {
    const std::size_t n = topic_.docs.size();
    JudgePreferences judge;
    judge.levels.assign(n, std::numeric_limits<double>::quiet_NaN());
    std::map<std::string_view, Lines> groups;
    for (const PreferenceLine* line : lines) {
      groups[line->group].push_back(line);
    }
    PartialOrder order(n);
    for (auto& [name, group] : groups) {
      best_first(group);
      for (std::size_t i = 0; i < group.size(); ++i) {
        const std::size_t doc = index_.at(group[i]->doc);
        double& known = judge.levels[doc];
        if ((known > 0.0 && group[i]->level == 0.0) || (known == 0.0 && group[i]->level > 0.0)) {
          return fail(at(*group[i], source_, ErrorKind::bad_value, "FE-IO-21",
                         "the judge " + quoted(group[i]->judge) + " calls the document " +
                             quoted(group[i]->doc) + " relevant in one group and not in another",
                         "level 0 means not relevant; give it in all groups or in none"));
        }
        known = group[i]->level;
        for (std::size_t j = i + 1; j < group.size(); ++j) {
          if (group[j]->level < group[i]->level) {
            order.prefer(doc, index_.at(group[j]->doc));
          }
        }
      }
    }
    order.close();
    if (const std::size_t doc = order.in_circle(); doc != n) {
      const auto named = std::find_if(lines.begin(), lines.end(), [&](const PreferenceLine* line) {
        return line->doc == topic_.docs[doc];
      });
      return fail(at(**named, source_, ErrorKind::bad_value, "FE-IO-21",
                     "the groups of the judge " + quoted((*named)->judge) +
                         " contradict each other: the document " + quoted(topic_.docs[doc]) +
                         " would be preferred to itself",
                     "write what disagrees as another judge"));
    }
    judge.preferred = order.take();
    return judge;
  }

  const Lines& lines_;
  const std::string& source_;
  PreferenceTopic topic_;
  std::unordered_map<std::string_view, std::size_t> index_;
};

}  // namespace

const PreferenceTopic* PreferenceQrels::find(std::string_view query) const {
  const auto found = std::find_if(topics.begin(), topics.end(), [&](const PreferenceTopic& topic) {
    return topic.query == query;
  });
  return found == topics.end() ? nullptr : &*found;
}

Result<PreferenceQrels> make_preferences(std::span<const PreferenceLine> lines,
                                         const std::string& source) {
  std::vector<Lines> queries;
  std::unordered_map<std::string_view, std::size_t> index;
  for (const PreferenceLine& line : lines) {
    const auto [at, first] = index.try_emplace(line.query, queries.size());
    if (first) {
      queries.emplace_back();
    }
    queries[at->second].push_back(&line);
  }
  PreferenceQrels qrels;
  for (const Lines& query : queries) {
    auto topic = TopicMaker(query, source).make();
    if (!topic) {
      return fail(topic.error());
    }
    qrels.topics.push_back(std::move(*topic));
  }
  return qrels;
}

}  // namespace foley::retrieval
