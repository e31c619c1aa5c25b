#include "foley/retrieval/registry.hpp"

#include <algorithm>
#include <array>

#include "params.hpp"

namespace foley::retrieval {

std::span<const MeasureInfo* const> all_measures() {
  static const std::vector<const MeasureInfo*> kAll = [] {
    std::vector<const MeasureInfo*> all;
    for (const auto* list : {&registry::reference_measures(), &registry::ranked_measures(),
                             &registry::graded_measures(), &registry::cwl_measures(),
                             &registry::counted_measures(), &registry::diversity_measures(),
                             &registry::sampled_measures(), &registry::trec_measures()}) {
      for (const MeasureInfo& info : *list) {
        all.push_back(&info);
      }
    }
    return all;
  }();
  return kAll;
}

const MeasureInfo* find_info(std::string_view name) {
  for (const Family family : {Family::extended, Family::reference, Family::trec}) {
    for (const MeasureInfo* info : all_measures()) {
      if (info->family == family &&
          (info->name == name ||
           std::find(info->aliases.begin(), info->aliases.end(), name) != info->aliases.end())) {
        return info;
      }
    }
  }
  return nullptr;
}

std::vector<std::string_view> known_measure_names() {
  std::vector<std::string_view> names;
  const auto add = [&](std::string_view name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  };
  for (const MeasureInfo* info : all_measures()) {
    add(info->name);
    for (const std::string_view alias : info->aliases) {
      add(alias);
    }
  }
  return names;
}

std::string_view to_string(Evidence evidence) {
  constexpr std::array<std::string_view, 4> kWords{"graded", "grouped", "sampled", "preferences"};
  return kWords.at(static_cast<std::size_t>(evidence));
}

std::string_view to_string(Aggregate aggregate) {
  constexpr std::array<std::string_view, 5> kWords{"mean", "sum", "geometric mean", "topics",
                                                   "none"};
  return kWords.at(static_cast<std::size_t>(aggregate));
}

std::string_view to_string(Family family) {
  constexpr std::array<std::string_view, 3> kWords{"reference", "trec_eval", "extended"};
  return kWords.at(static_cast<std::size_t>(family));
}

}  // namespace foley::retrieval
