#pragma once

#include <string_view>

namespace foley {

/// Version of the software, as in `1.2.3`.
[[nodiscard]] std::string_view version();

}  // namespace foley
