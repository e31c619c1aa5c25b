#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "reference/measures.hpp"

/// Measures beyond trec_eval word for word from their definitions, over lists of grades.
namespace foley::reference {

/// Grades of the run by rank; unjudged documents have none.
inline std::vector<std::optional<double>> run_grades(const Row& qrels, const Row& run) {
  std::vector<std::optional<double>> grades;
  for (const std::string& id : ranked_ids(run)) {
    grades.push_back(grade_of(qrels, id));
  }
  return grades;
}

/// The gain of a grade on a scale, unjudged documents gaining nothing.
inline double scaled(const std::optional<double>& grade, double max_rel) {
  return grade ? std::clamp(*grade, 0.0, max_rel) / max_rel : 0.0;
}

inline double err(const Row& qrels, const Row& run, double k, double max_rel) {
  const auto grades = run_grades(qrels, run);
  double sum = 0.0;
  for (std::size_t r = 0; r < grades.size() && static_cast<double>(r) < k; ++r) {
    const auto stop = [&](std::size_t i) {
      const double grade = std::clamp(grades[i].value_or(0.0), 0.0, max_rel);
      return (std::pow(2.0, grade) - 1.0) / std::pow(2.0, max_rel);
    };
    double part = stop(r) / (static_cast<double>(r) + 1.0);
    for (std::size_t i = 0; i < r; ++i) {
      part *= 1.0 - stop(i);
    }
    sum += part;
  }
  return sum;
}

inline double rbp(const Row& qrels, const Row& run, double p, double max_rel) {
  const auto grades = run_grades(qrels, run);
  double sum = 0.0;
  for (std::size_t i = 0; i < grades.size(); ++i) {
    sum += (1.0 - p) * std::pow(p, static_cast<double>(i)) * scaled(grades[i], max_rel);
  }
  return sum;
}

/// C/W/L with the probabilities of going on `go_on(rank, gain, gain so far)`.
template <class GoOn>
double cwl(const Row& qrels, const Row& run, double max_rel, GoOn go_on) {
  auto grades = run_grades(qrels, run);
  grades.resize(1000);
  std::vector<double> weights{1.0};
  double so_far = 0.0;
  for (std::size_t i = 0; i + 1 < grades.size(); ++i) {
    const double gain = scaled(grades[i], max_rel);
    so_far += gain;
    weights.push_back(weights.back() * go_on(static_cast<double>(i) + 1.0, gain, so_far));
  }
  double all = 0.0;
  for (const double weight : weights) {
    all += weight;
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < grades.size(); ++i) {
    sum += weights[i] / all * scaled(grades[i], max_rel);
  }
  return sum;
}

/// Compatibility: the best rank-biased overlap over all ideal orders, tried one by one.
inline double compat(const Row& qrels, const Row& run, double p) {
  Row relevant;
  for (const auto& each : qrels) {
    if (each.second > 0.0) {
      relevant.push_back(each);
    }
  }
  const std::vector<std::string> ranked = ranked_ids(run);
  const std::size_t depth = std::max(ranked.size(), relevant.size());
  const auto overlap = [&](const std::vector<std::string>& a, const std::vector<std::string>& b) {
    double sum = 0.0;
    double weights = 0.0;
    for (std::size_t d = 1; d <= depth; ++d) {
      double shared = 0.0;
      for (std::size_t i = 0; i < std::min(d, a.size()); ++i) {
        const auto end = b.begin() + static_cast<std::ptrdiff_t>(std::min(d, b.size()));
        shared += std::find(b.begin(), end, a[i]) != end ? 1.0 : 0.0;
      }
      const double weight = std::pow(p, static_cast<double>(d) - 1.0);
      sum += weight * shared / static_cast<double>(d);
      weights += weight;
    }
    return sum / weights;
  };
  std::sort(relevant.begin(), relevant.end());
  double best = 0.0;
  do {
    if (!std::is_sorted(relevant.begin(), relevant.end(),
                        [](const auto& a, const auto& b) { return a.second > b.second; })) {
      continue;
    }
    std::vector<std::string> ideal;
    for (const auto& [id, grade] : relevant) {
      ideal.push_back(id);
    }
    const double most = overlap(ideal, ideal);
    best = std::max(best, most == 0.0 ? 0.0 : overlap(ranked, ideal) / most);
  } while (std::next_permutation(relevant.begin(), relevant.end()));
  return best;
}

/// Documents with the subtopics they cover.
using Covers = std::map<std::string, std::set<std::string>>;

/// Sum of alpha-DCG of documents in this order, discounted by `discount(rank)`.
template <class Discount>
double novelty(const Covers& covers, const std::vector<std::string>& order, double alpha,
               Discount discount) {
  double sum = 0.0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto at = covers.find(order[i]);
    if (at == covers.end()) {
      continue;
    }
    double gain = 0.0;
    for (const std::string& subtopic : at->second) {
      double before = 0.0;
      for (std::size_t j = 0; j < i; ++j) {
        const auto other = covers.find(order[j]);
        before += other != covers.end() && other->second.contains(subtopic) ? 1.0 : 0.0;
      }
      gain += std::pow(1.0 - alpha, before);
    }
    sum += gain / discount(static_cast<double>(i) + 1.0);
  }
  return sum;
}

}  // namespace foley::reference
