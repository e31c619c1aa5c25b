#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// The measures word for word from their definitions, slow on purpose: a ranking picks the best of
/// what is left, every lookup is a loop. Cut-offs follow Python's slice `[:k]`.
namespace foley::reference {

using Row = std::vector<std::pair<std::string, double>>;

/// `list[:k]`: k < 0 drops from the end, a k beyond the list keeps all, no k keeps all.
template <class T>
std::vector<T> slice(std::vector<T> list, std::optional<std::int64_t> k) {
  if (!k) {
    return list;
  }
  const auto n = static_cast<std::int64_t>(list.size());
  std::int64_t end = *k < 0 ? n + *k : *k;
  end = std::clamp<std::int64_t>(end, 0, n);
  list.resize(static_cast<std::size_t>(end));
  return list;
}

/// Ids, best first: score descending, then id by code point; NaN scores last, by id.
inline std::vector<std::string> ranked_ids(Row run) {
  const auto comes_first = [](const auto& a, const auto& b) {
    if (std::isnan(a.second) != std::isnan(b.second)) {
      return std::isnan(b.second);
    }
    const bool tied = std::isnan(a.second) || a.second == b.second;
    return tied ? a.first < b.first : a.second > b.second;
  };
  std::vector<std::string> ids;
  while (!run.empty()) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < run.size(); ++i) {
      best = comes_first(run[i], run[best]) ? i : best;
    }
    ids.push_back(run[best].first);
    run.erase(run.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return ids;
}

/// Grade of a document; nothing when it is not judged.
inline std::optional<double> grade_of(const Row& qrels, const std::string& id) {
  for (const auto& [judged, grade] : qrels) {
    if (judged == id) {
      return grade;
    }
  }
  return std::nullopt;
}

inline bool is_relevant(const Row& qrels, const std::string& id, double rel_level) {
  const auto grade = grade_of(qrels, id);
  return grade && *grade >= rel_level;
}

inline double count_relevant(const Row& qrels, double rel_level) {
  double count = 0.0;
  for (const auto& [id, grade] : qrels) {
    count += grade >= rel_level ? 1.0 : 0.0;
  }
  return count;
}

inline double dcg(const std::vector<double>& gains) {
  double sum = 0.0;
  for (std::size_t i = 0; i < gains.size(); ++i) {
    sum += gains[i] / std::log2(static_cast<double>(i) + 2.0);
  }
  return sum;
}

inline double ndcg(const Row& qrels, const Row& run, std::optional<std::int64_t> k) {
  std::vector<double> gains;
  for (const std::string& id : slice(ranked_ids(run), k)) {
    gains.push_back(grade_of(qrels, id).value_or(0.0));
  }
  std::vector<double> ideal;
  for (const auto& [id, grade] : qrels) {
    ideal.push_back(grade);
  }
  std::sort(ideal.begin(), ideal.end(), std::greater<>());
  const double best = dcg(slice(ideal, k));
  return best == 0.0 ? 0.0 : dcg(gains) / best;
}

inline double hits(const Row& qrels, const Row& run, std::optional<std::int64_t> k, double rel) {
  double count = 0.0;
  for (const std::string& id : slice(ranked_ids(run), k)) {
    count += is_relevant(qrels, id, rel) ? 1.0 : 0.0;
  }
  return count;
}

inline double recall(const Row& qrels, const Row& run, std::optional<std::int64_t> k, double rel) {
  const double relevant = count_relevant(qrels, rel);
  return relevant == 0.0 ? 0.0 : hits(qrels, run, k, rel) / relevant;
}

inline double precision(const Row& qrels, const Row& run, std::int64_t k, double rel) {
  return k <= 0 ? 0.0 : hits(qrels, run, k, rel) / static_cast<double>(k);
}

inline double average_precision(const Row& qrels, const Row& run, std::optional<std::int64_t> k,
                                double rel) {
  const double relevant = count_relevant(qrels, rel);
  if (relevant == 0.0) {
    return 0.0;
  }
  double rank = 0.0;
  double found = 0.0;
  double sum = 0.0;
  for (const std::string& id : slice(ranked_ids(run), k)) {
    rank += 1.0;
    if (is_relevant(qrels, id, rel)) {
      found += 1.0;
      sum += found / rank;
    }
  }
  return sum / relevant;
}

inline double reciprocal_rank(const Row& qrels, const Row& run, std::optional<std::int64_t> k,
                              double rel) {
  double rank = 0.0;
  for (const std::string& id : slice(ranked_ids(run), k)) {
    rank += 1.0;
    if (is_relevant(qrels, id, rel)) {
      return 1.0 / rank;
    }
  }
  return 0.0;
}

/// 1-based rank of the first judged document with the highest grade; 0 when it was not retrieved.
inline std::int64_t rank_of_top(const Row& qrels, const Row& run) {
  if (qrels.empty()) {
    return 0;
  }
  std::string top = qrels.front().first;
  double highest = qrels.front().second;
  for (const auto& [id, grade] : qrels) {
    if (grade > highest) {
      top = id;
      highest = grade;
    }
  }
  std::int64_t rank = 0;
  for (const std::string& id : ranked_ids(run)) {
    rank += 1;
    if (id == top) {
      return rank;
    }
  }
  return 0;
}

/// 1-based rank of the best-placed judged document with the highest grade; 0 when none was
/// retrieved.
inline std::int64_t best_rank_of_top(const Row& qrels, const Row& run) {
  std::int64_t rank = 0;
  for (const std::string& id : ranked_ids(run)) {
    rank += 1;
    const auto grade = grade_of(qrels, id);
    bool is_highest = grade.has_value();
    for (const auto& [other, other_grade] : qrels) {
      is_highest = is_highest && *grade >= other_grade;
    }
    if (is_highest) {
      return rank;
    }
  }
  return 0;
}

/// A measure by its registered name. Throws std::out_of_range for another name.
inline double measure(const std::string& name, const Row& qrels, const Row& run, std::int64_t k,
                      double rel) {
  if (name == "ndcg") {
    return ndcg(qrels, run, k);
  }
  if (name == "recall") {
    return recall(qrels, run, k, rel);
  }
  if (name == "precision") {
    return precision(qrels, run, k, rel);
  }
  if (name == "map") {
    return average_precision(qrels, run, k, rel);
  }
  if (name == "mrr") {
    return reciprocal_rank(qrels, run, k, rel);
  }
  throw std::out_of_range("no reference for the measure " + name);
}

}  // namespace foley::reference
