#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// The legs of the search word for word from their definitions, slow on purpose.
namespace foley::reference {

using Scored = std::vector<std::pair<std::string, double>>;
using Document = std::pair<std::string, std::vector<std::string>>;  // id, tokens

inline void sort_scored(Scored& scored) {
  std::sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
}

inline double count_of(const std::vector<std::string>& tokens, const std::string& token) {
  return static_cast<double>(std::count(tokens.begin(), tokens.end(), token));
}

/// Okapi BM25 (k1 = 1.5, b = 0.75) by scanning the whole collection for every word of the query.
inline Scored bm25(const std::vector<Document>& documents, const std::vector<std::string>& query) {
  const double n = static_cast<double>(documents.size());
  double total = 0.0;
  for (const auto& [id, tokens] : documents) {
    total += static_cast<double>(tokens.size());
  }
  const double average = total == 0.0 ? 1.0 : total / n;
  Scored scored;
  for (const auto& [id, tokens] : documents) {
    double score = 0.0;
    for (const std::string& word : query) {
      double holders = 0.0;
      for (const auto& [other, other_tokens] : documents) {
        holders += count_of(other_tokens, word) > 0.0 ? 1.0 : 0.0;
      }
      const double tf = count_of(tokens, word);
      const double idf = std::log(1.0 + (n - holders + 0.5) / (holders + 0.5));
      const double length = static_cast<double>(tokens.size());
      score += idf * (tf * 2.5) / (tf + 1.5 * (1.0 - 0.75 + 0.75 * length / average));
    }
    if (score > 0.0) {
      scored.emplace_back(id, score);
    }
  }
  sort_scored(scored);
  return scored;
}

/// A vector of small whole numbers.
using Counts = std::vector<std::int64_t>;

inline std::int64_t dot(const Counts& a, const Counts& b) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += a[i] * b[i];
  }
  return sum;
}

/// Compares two cosines to the same query in whole numbers: -1, 0 or 1 as a's is less, equal, more.
inline int compare_cosines(const Counts& query, const Counts& a, const Counts& b) {
  const auto sign = [](std::int64_t v) { return v > 0 ? 1 : v < 0 ? -1 : 0; };
  const std::int64_t da = dot(query, a);
  const std::int64_t db = dot(query, b);
  if (sign(da) != sign(db)) {
    return sign(da) < sign(db) ? -1 : 1;
  }
  // sign * da² / |a|² against db² / |b|², both sides times |a|²|b|². Zero vectors have dot 0.
  const std::int64_t left = da * da * dot(b, b);
  const std::int64_t right = db * db * dot(a, a);
  return left == right ? 0 : (left < right ? -1 : 1) * sign(da);
}

/// Ids by cosine to the query, exactly; ties by id.
inline std::vector<std::string> exact_nearest(std::vector<std::pair<std::string, Counts>> rows,
                                              const Counts& query) {
  std::sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
    const int order = compare_cosines(query, a.second, b.second);
    return order != 0 ? order > 0 : a.first < b.first;
  });
  std::vector<std::string> ids;
  for (const auto& [id, counts] : rows) {
    ids.push_back(id);
  }
  return ids;
}

/// Cosine in extended precision; 0 when one of them is zero.
inline long double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  long double ab = 0.0L;
  long double aa = 0.0L;
  long double bb = 0.0L;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += static_cast<long double>(a[i]) * static_cast<long double>(b[i]);
    aa += static_cast<long double>(a[i]) * static_cast<long double>(a[i]);
    bb += static_cast<long double>(b[i]) * static_cast<long double>(b[i]);
  }
  return aa == 0.0L || bb == 0.0L ? 0.0L : ab / (std::sqrt(aa) * std::sqrt(bb));
}

/// Reciprocal-rank fusion by looking every id up in every list.
inline Scored rank_fusion(const std::vector<std::vector<std::string>>& lists, double k) {
  std::vector<std::string> ids;
  for (const auto& list : lists) {
    for (const std::string& id : list) {
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) {
        ids.push_back(id);
      }
    }
  }
  Scored fused;
  for (const std::string& id : ids) {
    double sum = 0.0;
    for (const auto& list : lists) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        sum += list[i] == id ? 1.0 / (k + static_cast<double>(i + 1)) : 0.0;
      }
    }
    fused.emplace_back(id, sum);
  }
  sort_scored(fused);
  return fused;
}

}  // namespace foley::reference
