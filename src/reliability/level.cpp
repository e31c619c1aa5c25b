#include "foley/reliability/level.hpp"

#include <array>

namespace foley::reliability {
namespace {

constexpr std::array<std::pair<std::string_view, Level>, 7> kNames{{{"nominal", Level::nominal},
                                                                    {"ordinal", Level::ordinal},
                                                                    {"interval", Level::interval},
                                                                    {"ratio", Level::ratio},
                                                                    {"circular", Level::circular},
                                                                    {"bipolar", Level::bipolar},
                                                                    {"custom", Level::custom}}};

}  // namespace

std::string_view to_string(Level level) {
  for (const auto& [name, known] : kNames) {
    if (known == level) {
      return name;
    }
  }
  return "";
}

bool values_rise(Level level) {
  return level == Level::ordinal || level == Level::interval || level == Level::ratio ||
         level == Level::bipolar;
}

std::optional<Level> level_named(std::string_view name) {
  for (const auto& [known, level] : kNames) {
    if (known == name) {
      return level;
    }
  }
  return std::nullopt;
}

}  // namespace foley::reliability
