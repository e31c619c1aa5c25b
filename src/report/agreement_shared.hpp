#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "foley/reliability/alpha_interval.hpp"
#include "foley/reliability/causes/rater_profile.hpp"
#include "foley/report/agreement_parts.hpp"

namespace foley::report {

inline const std::string kNothing = "–";

/// `1 unit`, `2 units`.
[[nodiscard]] std::string counted(std::size_t count, std::string_view one);
/// `0.8154`
[[nodiscard]] std::string four_digits(double value);
/// `[0.5123, 0.9412]`
[[nodiscard]] std::string bounds_text(const stats::Interval& interval, bool with_sign = false);
/// `95%`
[[nodiscard]] std::string percent_text(double share);
/// `<0.0001` for what would be 0.
[[nodiscard]] std::string chance_text(double p);
/// The interval of a row; a dash where there is none or it has only one point.
[[nodiscard]] std::string alpha_bounds(const AlphaRow& row);
/// The name of a band in its colour.
[[nodiscard]] std::string painted_band(std::string_view band, const TextStyle& style);
/// `BCa bootstrap over units, 1000 replicates, seed 0`; a jackknife draws no replicates.
[[nodiscard]] std::string method_and_seed(const reliability::AlphaIntervalOptions& how);
/// Text of several lines that stays within the width, with `lead` before each line but the first.
[[nodiscard]] std::string wrapped(const std::string& text, const std::string& lead,
                                  const TextStyle& style);

/// Pieces of a headline with a point between them, on as few lines as fit.
[[nodiscard]] std::string headline_of(std::span<const std::string> pieces, const TextStyle& style);

/// What is there to know of an interval besides its bounds, as lines; often empty.
[[nodiscard]] std::string interval_remark(const AlphaRow& row, const TextStyle& style);
/// The raters who were found out, with what speaks against them.
[[nodiscard]] std::string suspects_text(std::span<const SuspectRow> suspects,
                                        const TextStyle& style);
/// `note: …` lines.
[[nodiscard]] std::string notes_text(std::span<const std::string> notes, const TextStyle& style);

using Json = nlohmann::ordered_json;

/// Schema, versions.
[[nodiscard]] Json document_head(std::string_view schema);
[[nodiscard]] Json interval_json(const stats::Interval& interval);
[[nodiscard]] Json coefficient_json(const reliability::Coefficient& coefficient);
[[nodiscard]] Json alpha_json(const AlphaRow& row);
[[nodiscard]] Json interval_options_json(
    const std::optional<reliability::AlphaIntervalOptions>& options);
[[nodiscard]] Json confusion_json(const ConfusionTable& table);
[[nodiscard]] Json suspects_json(std::span<const SuspectRow> suspects);
[[nodiscard]] Json profile_json(const reliability::RaterProfile& profile);
[[nodiscard]] std::string dumped(const Json& document);

/// The same with `reason` where there is one.
[[nodiscard]] Json with_reason(Json json, reliability::Reason reason);

}  // namespace foley::report
