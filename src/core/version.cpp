#include "foley/core/version.hpp"

namespace foley {

std::string_view version() { return FOLEY_VERSION; }

}  // namespace foley
