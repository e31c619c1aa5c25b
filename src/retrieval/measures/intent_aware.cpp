#include "subtopics.hpp"

namespace foley::retrieval {
namespace {

// Mean over the subtopics of `value(i)`.
template <class Value>
double mean_over(const Subtopics& subtopics, Value value) {
  double sum = 0.0;
  for (std::size_t i = 0; i < subtopics.size(); ++i) {
    sum += value(i);
  }
  return subtopics.size() == 0 ? 0.0 : sum / static_cast<double>(subtopics.size());
}

}  // namespace

double ap_ia(const GroupedRanking& ranking, const DiversityOptions& options) {
  const Subtopics subtopics(ranking, options.rel);
  const auto docs = retrieved_docs(ranking, options.cutoff);
  return mean_over(subtopics, [&](std::size_t i) {
    double found = 0.0;
    double sum = 0.0;
    for (const GroupedDoc* doc : docs) {
      if (subtopics.covers(*doc, i)) {
        found += 1.0;
        sum += found / static_cast<double>(doc->rank);
      }
    }
    return sum / static_cast<double>(subtopics.relevant(i));
  });
}

double p_ia(const GroupedRanking& ranking, const DiversityOptions& options) {
  const Subtopics subtopics(ranking, options.rel);
  const auto docs = retrieved_docs(ranking, options.cutoff);
  const auto depth = static_cast<double>(depth_of(ranking, options.cutoff));
  if (depth == 0.0) {
    return 0.0;
  }
  return mean_over(subtopics, [&](std::size_t i) {
    double found = 0.0;
    for (const GroupedDoc* doc : docs) {
      found += subtopics.covers(*doc, i) ? 1.0 : 0.0;
    }
    return found / depth;
  });
}

double st_recall(const GroupedRanking& ranking, const DiversityOptions& options) {
  const Subtopics subtopics(ranking, options.rel);
  const auto docs = retrieved_docs(ranking, options.cutoff);
  return mean_over(subtopics, [&](std::size_t i) {
    for (const GroupedDoc* doc : docs) {
      if (subtopics.covers(*doc, i)) {
        return 1.0;
      }
    }
    return 0.0;
  });
}

}  // namespace foley::retrieval
