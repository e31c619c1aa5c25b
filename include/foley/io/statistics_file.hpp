#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/fidelity/manifest.hpp"

namespace foley::io {

/// All that a Fréchet distance needs of a reference, and the ruler of a kernel distance: what can
/// be published in place of sounds.
struct StatisticsFile {
  std::vector<double> mean;         ///< d.
  std::vector<double> covariance;   ///< d x d, divisor n - 1.
  std::uint64_t count = 0;          ///< Rows behind them; 0 where a foreign file does not say.
  std::optional<double> bandwidth;  ///< Of the kernel distance.
  std::string bandwidth_rule;       ///< How it was found, in words.
  fidelity::Manifest manifest;      ///< What the embeddings were made with.
  std::string source;               ///< The path as it was given.
};

/// Whether a path holds statistics instead of embeddings: a `.npz` with mean and covariance (also
/// under the names `mu` and `cov`, or `<model>.mu` and `<model>.cov`), or a folder with
/// `stats/<model>/mu.npy` and no embeddings.
[[nodiscard]] bool holds_statistics(const std::string& path);

/// Reads such a file or folder. `model` chooses among several. Anything that is no mean with its
/// covariance is an error.
[[nodiscard]] Result<StatisticsFile> load_statistics(const std::string& path,
                                                     const std::string& model = {});

/// Writes a `.npz` with `mean`, `covariance`, `n`, `bandwidth`, `bandwidth_rule`, `manifest` (JSON)
/// and `format`, whole or not at all.
[[nodiscard]] Result<void> save_statistics(const std::string& path, const StatisticsFile& file);

}  // namespace foley::io
