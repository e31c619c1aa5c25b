#pragma once

#include <span>
#include <string_view>

#include "definition.hpp"

namespace foley::retrieval::trec {

/// All measures in the order in which they are reported.
std::span<const Definition* const> definitions();

/// The measure of this name, or nullptr.
const Definition* find_definition(std::string_view name);

}  // namespace foley::retrieval::trec
