#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agreement_shared.hpp"
#include "foley/report/fidelity_parts.hpp"

namespace foley::report {

/// A bound pair of figures, as wide as they need.
[[nodiscard]] std::string figure_bounds(const stats::Interval& interval, bool with_sign = false);
/// The figure with its sign; what is 0 has a plus.
[[nodiscard]] std::string signed_figure(double value);
/// `160 clips x 48` or `1200 rows of 30 clips x 48`.
[[nodiscard]] std::string size_text(const FidelitySet& set);
/// A table of measures with value, interval, p and remark.
[[nodiscard]] std::string measures_table(std::span<const FidelityMeasure> measures,
                                         const std::optional<double>& confidence,
                                         const TextStyle& style);
/// Warnings of sets, then notes.
[[nodiscard]] std::string warnings_text(std::span<const FidelitySet* const> sets,
                                        std::span<const std::string> notes, const TextStyle& style);
/// What was measured with what: the stamp, dim, on lines that fit.
[[nodiscard]] std::string stamp_text(const FidelityRuler& ruler, const FidelitySet& reference,
                                     std::span<const FidelitySet* const> generated,
                                     const TextStyle& style);
/// PASS and FAIL lines of rules.
[[nodiscard]] std::string rules_text(std::span<const FidelityRule> rules, const TextStyle& style);
/// A title in bold, with an empty line before it.
[[nodiscard]] std::string section(const std::string& title, const TextStyle& style);

[[nodiscard]] Json set_json(const FidelitySet& set);
[[nodiscard]] Json ruler_json(const FidelityRuler& ruler, const FidelitySet& reference,
                              std::span<const FidelitySet* const> generated);
[[nodiscard]] Json fidelity_interval_json(const stats::Interval& interval);
[[nodiscard]] Json measure_json(const FidelityMeasure& measure);
[[nodiscard]] Json rules_json(std::span<const FidelityRule> rules);

}  // namespace foley::report
