#include "foley/io/json_text.hpp"

#include <nlohmann/json.hpp>

namespace foley::io {

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

}  // namespace foley::io
