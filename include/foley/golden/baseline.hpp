#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "foley/retrieval/report.hpp"

namespace foley::golden {

/// How far the mean may fall below the baseline unless the baseline says otherwise.
inline constexpr double kDefaultTolerance = 0.02;

/// The number a change may not fall below, and everything it was measured with.
struct Baseline {
  std::string metric = "ndcg@10";
  double value = 0.0;
  double tolerance = kDefaultTolerance;
  std::string embedder;  ///< Model id of the embedder.
  std::int64_t dim = 0;
  std::int64_t rrf_k = 60;
  std::string backend = "memory";
  std::string corpus_name = "ring0";
  std::string manifest_sha256;      ///< fixture_digest of the corpus manifest.
  std::string revision = "gld-v1";  ///< Generation of the golden set.
  std::int64_t n_items = 0;
  std::string seed_sha256;  ///< fixture_digest of the golden set.
  std::string updated_at;   ///< As the caller stated it.
};

/// SHA-256 of a text file after its line ends were made LF (CRLF and lone CR alike), so that a
/// checkout with other line ends keeps its stamp.
[[nodiscard]] std::string fixture_digest(std::string_view bytes);

/// Which fixtures are no longer those of the baseline.
struct Staleness {
  bool golden = false;
  bool corpus = false;
  [[nodiscard]] bool any() const { return golden || corpus; }
};

/// Compares the baseline's stamps with the digests of the fixtures at hand.
[[nodiscard]] Staleness staleness(const Baseline& baseline, std::string_view seed_sha256,
                                  std::string_view manifest_sha256);

/// The value that a baseline records for a mean: six decimals, correctly rounded.
[[nodiscard]] double baseline_value(double mean);

}  // namespace foley::golden
