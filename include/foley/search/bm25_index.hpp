#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "foley/core/cutoff.hpp"
#include "foley/search/hit.hpp"

namespace foley::search {

/// Okapi BM25 over one text field, as an inverted index: a query costs the postings of its words,
/// not the whole collection.
///
/// `idf = ln(1 + (N - df + 0.5) / (df + 0.5))`, score = sum over the query's tokens, repeats
/// included, of `idf * tf (k1 + 1) / (tf + k1 (1 - b + b dl / avgdl))` with k1 = 1.5, b = 0.75.
/// Source: Robertson & Zaragoza, *The Probabilistic Relevance Framework*, 2009.
class Bm25Index {
 public:
  static constexpr double kK1 = 1.5;
  static constexpr double kB = 0.75;

  /// Stores or replaces the text of a document.
  void index(std::string_view id, std::string_view text);

  /// Documents with a score above 0, score descending, then id ascending, cut like a slice.
  [[nodiscard]] std::vector<Hit> search(std::string_view query, Cutoff k) const;

  [[nodiscard]] std::size_t size() const { return ids_.size(); }

 private:
  struct Posting {
    std::uint32_t doc;
    std::uint32_t count;
  };

  void remove_postings(std::uint32_t doc);

  std::vector<std::string> ids_;
  std::unordered_map<std::string, std::uint32_t> doc_of_;
  std::vector<std::vector<std::uint32_t>> terms_of_;  // needed when a text is replaced
  std::vector<std::uint64_t> lengths_;
  std::uint64_t total_length_ = 0;
  std::unordered_map<std::string, std::uint32_t> term_of_;
  std::vector<std::vector<Posting>> postings_;
};

}  // namespace foley::search
