#pragma once

#include <string_view>

namespace foley::golden {

/// The bytes of data/ucs-8.2.1.csv.
[[nodiscard]] std::string_view ucs_csv();

}  // namespace foley::golden
