#include "subtopics.hpp"

#include <algorithm>

namespace foley::retrieval {

Subtopics::Subtopics(const GroupedRanking& ranking, double rel) : rel_(rel) {
  for (std::size_t g = 0; g < ranking.groups; ++g) {
    const auto covering = static_cast<std::size_t>(
        std::count_if(ranking.docs.begin(), ranking.docs.end(),
                      [&](const GroupedDoc& doc) { return doc.grades[g] >= rel; }));
    if (covering > 0) {
      groups_.push_back(g);
      relevant_.push_back(covering);
    }
  }
}

double Novelty::gain(const GroupedDoc& doc) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < left_.size(); ++i) {
    sum += subtopics_.covers(doc, i) ? left_[i] : 0.0;
  }
  return sum;
}

double Novelty::take(const GroupedDoc& doc) {
  const double sum = gain(doc);
  for (std::size_t i = 0; i < left_.size(); ++i) {
    left_[i] *= subtopics_.covers(doc, i) ? kept_ : 1.0;
  }
  return sum;
}

std::vector<const GroupedDoc*> retrieved_docs(const GroupedRanking& ranking, Cutoff cutoff) {
  const auto kept = static_cast<std::int64_t>(cutoff.kept(ranking.retrieved));
  std::vector<const GroupedDoc*> docs;
  for (const GroupedDoc& doc : ranking.docs) {
    if (doc.rank > 0 && doc.rank <= kept) {
      docs.push_back(&doc);
    }
  }
  std::sort(docs.begin(), docs.end(),
            [](const GroupedDoc* a, const GroupedDoc* b) { return a->rank < b->rank; });
  return docs;
}

std::vector<const GroupedDoc*> ideal_docs(const GroupedRanking& ranking, const Subtopics& subtopics,
                                          double alpha, Cutoff cutoff) {
  Novelty novelty(subtopics, alpha);
  const std::size_t kept = cutoff.kept(ranking.docs.size());
  std::vector<bool> taken(ranking.docs.size(), false);
  std::vector<const GroupedDoc*> order;
  while (order.size() < kept) {
    double best = 0.0;
    std::size_t where = ranking.docs.size();
    for (std::size_t i = 0; i < ranking.docs.size(); ++i) {
      const double gain = taken[i] ? 0.0 : novelty.gain(ranking.docs[i]);
      if (gain > 0.0 && gain >= best) {
        best = gain;
        where = i;
      }
    }
    if (where == ranking.docs.size()) {
      break;
    }
    taken[where] = true;
    novelty.take(ranking.docs[where]);
    order.push_back(&ranking.docs[where]);
  }
  return order;
}

}  // namespace foley::retrieval
