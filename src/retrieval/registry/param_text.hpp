#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/retrieval/measure_spec.hpp"

/// Values of parameters from text and back.
namespace foley::retrieval::registry {

/// The value of a parameter, or what it may be, as a sentence that ends the problem.
[[nodiscard]] tl::expected<ParamValue, std::string> read_value(const ParamInfo& param,
                                                               std::string_view text);

/// The text that read_value reads back.
[[nodiscard]] std::string value_text(const ParamInfo& param, const ParamValue& value);

/// What a parameter may be, in words.
[[nodiscard]] std::string domain_text(const ParamInfo& param);

/// The default of a parameter, or nothing.
[[nodiscard]] std::optional<ParamValue> standard_value(const ParamInfo& param);

/// Without blanks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The number that the whole text is, or nothing.
[[nodiscard]] std::optional<double> number_of(std::string_view text);

}  // namespace foley::retrieval::registry
