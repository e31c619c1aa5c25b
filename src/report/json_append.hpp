#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace foley::report {

/// Adds a member to an object without looking whether it is there: an ordered object is a list, and
/// to look up each of a hundred thousand topics in it takes minutes. The key must be new.
inline void append(nlohmann::ordered_json& object, const std::string& key,
                   nlohmann::ordered_json value) {
  auto& members = object.get_ref<nlohmann::ordered_json::object_t&>();
  members.push_back({key, std::move(value)});
}

}  // namespace foley::report
