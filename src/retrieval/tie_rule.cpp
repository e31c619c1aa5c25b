#include "foley/retrieval/tie_rule.hpp"

#include <array>
#include <utility>

namespace foley::retrieval {
namespace {

constexpr std::array<std::pair<std::string_view, TieRule>, 4> kRules{{{"id-asc", TieRule::id_asc},
                                                                      {"id-desc", TieRule::id_desc},
                                                                      {"rank", TieRule::rank},
                                                                      {"input", TieRule::input}}};

}  // namespace

std::string_view to_string(TieRule rule) {
  for (const auto& [name, each] : kRules) {
    if (each == rule) {
      return name;
    }
  }
  return "";
}

std::optional<TieRule> parse_tie_rule(std::string_view name) {
  for (const auto& [each, rule] : kRules) {
    if (each == name) {
      return rule;
    }
  }
  return std::nullopt;
}

}  // namespace foley::retrieval
