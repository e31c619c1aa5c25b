#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace foley::app {

/// What the user asked of `foley-eval retrieval`.
struct RetrievalOptions {
  std::string golden;
  std::string corpus;
  std::string run;
  std::string qrels;
  std::string baseline;
  std::string metrics;
  std::int64_t k = 10;
  double rel_level = 1.0;
  std::size_t worst = 8;
  bool gate = false;
  bool update_baseline = false;
  std::string updated_at;
  std::string revision;
  std::optional<double> tolerance;
  bool json = false;

  /// True when the bundled golden set and corpus are measured, whose baseline is bundled too.
  [[nodiscard]] bool is_default_data() const {
    return golden.empty() && corpus.empty() && run.empty() && qrels.empty();
  }
};

}  // namespace foley::app
