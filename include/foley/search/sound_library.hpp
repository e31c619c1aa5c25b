#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/search/embedder.hpp"
#include "foley/search/memory_index.hpp"
#include "foley/search/sound_record.hpp"

namespace foley::search {

/// Which records a search may return. Unset filters let everything pass.
struct SearchFilters {
  std::optional<bool> commercial_ok;  ///< True: licence allows commercial use and is verified.
  std::optional<std::string> ucs_category;
  std::optional<double> min_snr_db;  ///< Drops records known to be below; unknown ones pass.
  std::optional<std::pair<double, double>> duration_range_s;  ///< Inclusive; unknown ones fail.

  [[nodiscard]] bool any() const;
  [[nodiscard]] bool pass(const SoundRecord& record) const;
};

/// A search result.
struct Candidate {
  const SoundRecord* sound = nullptr;  ///< Owned by the library.
  std::optional<double> clap_score;
  std::optional<double> bm25_score;
  double rrf_score = 0.0;
};

/// Sounds in memory with hybrid search: vector leg, keyword leg, reciprocal-rank fusion, filters.
class SoundLibrary {
 public:
  /// The embedder must outlive the library.
  explicit SoundLibrary(const Embedder& embedder);

  /// Adds a record with the vector of its text, or replaces the one with its id in place.
  [[nodiscard]] Result<void> add(SoundRecord record);

  /// The best `k` sounds for a query. With filters the legs are asked for five times as many before
  /// the filters apply.
  [[nodiscard]] Result<std::vector<Candidate>> search(std::string_view query, std::int64_t k = 10,
                                                      const SearchFilters& filters = {}) const;

  /// The sounds nearest to a stored one, itself left out; nothing for an unknown id.
  [[nodiscard]] std::vector<Candidate> similar(std::string_view id, std::size_t k = 10) const;

  [[nodiscard]] const SoundRecord* find(std::string_view id) const;
  [[nodiscard]] std::span<const SoundRecord> records() const { return records_; }
  [[nodiscard]] const Embedder& embedder() const { return *embedder_; }

 private:
  const Embedder* embedder_;
  MemoryIndex index_;
  std::vector<SoundRecord> records_;
  std::unordered_map<std::string, std::size_t> row_of_;
};

}  // namespace foley::search
