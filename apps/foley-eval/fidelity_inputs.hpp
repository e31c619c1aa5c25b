#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fidelity_options.hpp"
#include "foley/fidelity/manifest.hpp"
#include "foley/io/embedding_set.hpp"
#include "foley/io/statistics_file.hpp"
#include "foley/report/fidelity_parts.hpp"

namespace foley::app {

/// An embedding set or a statistics file, with how a report names it.
struct SoundSet {
  io::EmbeddingSet data;  ///< No rows for statistics.
  std::optional<io::StatisticsFile> statistics;
  fidelity::Manifest manifest;
  report::FidelitySet described;

  [[nodiscard]] const EmbeddingView& view() const { return data.view(); }
  [[nodiscard]] std::span<const std::uint32_t> clip_of_row() const { return data.clip_of_row; }
  /// The clip of a row.
  [[nodiscard]] std::size_t clip_of(std::size_t row) const;
  /// The name of the clip of a row; `row 17` (from 1) where the set names none.
  [[nodiscard]] std::string clip_name(std::size_t row) const;
  [[nodiscard]] bool has_names() const;
  /// The name of the clip that a row belongs to, with the row's place in it where it has several.
  [[nodiscard]] std::string row_name(std::size_t row) const;
  /// The category of a row; empty where the set has none.
  [[nodiscard]] std::string category_of(std::size_t row) const;
  [[nodiscard]] bool has_categories() const;
};

/// Reads a set; statistics where `may_be_statistics`, else a Failure that says what they are for.
[[nodiscard]] SoundSet load_set(const std::string& path, const FidelityOptions& options,
                                const std::string& option, bool may_be_statistics);

/// Generated sets whose manifests differ from the reference's: a Failure with the fields, or a note
/// for each where that is allowed. A note too where nobody can say whether they agree.
void check_manifests(const SoundSet& reference, const std::vector<const SoundSet*>& generated,
                     const FidelityOptions& options, std::vector<std::string>& notes);

/// The rules of `--gate`; a Failure for one that cannot be read.
[[nodiscard]] std::vector<gate::Rule> read_rules(const std::vector<std::string>& texts);
/// Their outcome; a Failure for a rule that asks for a number that is not there.
[[nodiscard]] std::vector<report::FidelityRule> check_rules(
    const std::vector<gate::Rule>& rules, const std::vector<gate::Quantity>& quantities);
[[nodiscard]] bool all_passed(const std::vector<report::FidelityRule>& rules);

}  // namespace foley::app
