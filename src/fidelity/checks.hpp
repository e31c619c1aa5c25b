#pragma once

#include <cstddef>
#include <string_view>

#include "foley/core/embedding_view.hpp"

namespace foley::fidelity {

/// Throws std::invalid_argument naming row and column (both from 0) of the first number of `rows`
/// that no distance can be taken of; `what` names the set.
void check_usable(const EmbeddingView& rows, std::string_view what, unsigned threads);

/// Throws std::invalid_argument for fewer than `least` rows.
void check_rows(const EmbeddingView& rows, std::size_t least, std::string_view what);

/// Throws std::invalid_argument for different dimensions.
void check_dimensions(std::size_t reference, std::size_t generated);

}  // namespace foley::fidelity
