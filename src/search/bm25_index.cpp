#include "foley/search/bm25_index.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "foley/search/tokenizer.hpp"

namespace foley::search {

void Bm25Index::remove_postings(std::uint32_t doc) {
  for (const std::uint32_t term : terms_of_[doc]) {
    std::erase_if(postings_[term], [&](const Posting& posting) { return posting.doc == doc; });
  }
  total_length_ -= lengths_[doc];
}

void Bm25Index::index(std::string_view id, std::string_view text) {
  const auto [at, added] =
      doc_of_.try_emplace(std::string(id), static_cast<std::uint32_t>(ids_.size()));
  const std::uint32_t doc = at->second;
  if (added) {
    ids_.emplace_back(id);
    terms_of_.emplace_back();
    lengths_.push_back(0);
  } else {
    remove_postings(doc);
    terms_of_[doc].clear();
  }
  std::map<std::string, std::uint32_t> counts;
  lengths_[doc] = 0;
  for (std::string& token : tokenize(text)) {
    counts[std::move(token)] += 1;
    lengths_[doc] += 1;
  }
  total_length_ += lengths_[doc];
  for (const auto& [token, count] : counts) {
    const auto [term, new_term] =
        term_of_.try_emplace(token, static_cast<std::uint32_t>(postings_.size()));
    if (new_term) {
      postings_.emplace_back();
    }
    postings_[term->second].push_back({doc, count});
    terms_of_[doc].push_back(term->second);
  }
}

std::vector<Hit> Bm25Index::search(std::string_view query, Cutoff k) const {
  const double n = static_cast<double>(ids_.size());
  const double average = total_length_ == 0 ? 1.0 : static_cast<double>(total_length_) / n;
  // Query tokens outermost: each document's terms are added in the order of the query, with its
  // repeats, which fixes the bits of the sum.
  std::unordered_map<std::uint32_t, double> scores;
  for (const std::string& token : tokenize(query)) {
    const auto term = term_of_.find(token);
    if (term == term_of_.end()) {
      continue;
    }
    const auto& postings = postings_[term->second];
    const double df = static_cast<double>(postings.size());
    const double idf = std::log(1.0 + (n - df + 0.5) / (df + 0.5));
    for (const Posting& posting : postings) {
      const double tf = posting.count;
      const double length = static_cast<double>(lengths_[posting.doc]);
      const double denominator = tf + kK1 * (1.0 - kB + kB * length / average);
      scores[posting.doc] += idf * (tf * (kK1 + 1.0)) / denominator;
    }
  }
  std::vector<Hit> hits;
  hits.reserve(scores.size());
  for (const auto& [doc, score] : scores) {
    if (score > 0.0) {
      hits.push_back({ids_[doc], score});
    }
  }
  const auto kept = static_cast<std::ptrdiff_t>(k.kept(hits.size()));
  std::partial_sort(hits.begin(), hits.begin() + kept, hits.end(), [](const Hit& a, const Hit& b) {
    return a.score != b.score ? a.score > b.score : a.id < b.id;
  });
  hits.resize(static_cast<std::size_t>(kept));
  return hits;
}

}  // namespace foley::search
