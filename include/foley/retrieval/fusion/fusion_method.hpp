#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/retrieval/fusion/fusion_topic.hpp"

namespace foley::retrieval {

/// The constant of reciprocal rank fusion that its paper recommends.
inline constexpr double kFusionRrfK = 60.0;

/// Numbers that some methods take.
struct FusionParameters {
  double k = kFusionRrfK;         ///< `rrf` only: finite, not negative.
  std::vector<double> weights{};  ///< One a run, finite; empty means 1 for each.
};

/// A way to make one ranking out of several, as data.
struct FusionMethod {
  std::string_view name;      ///< `combsum`, as the command takes it.
  std::string_view title;     ///< `CombSUM`.
  std::string_view about;     ///< One line.
  std::string_view formula;   ///< Plain text.
  std::string_view citation;  ///< Paper.
  bool uses_scores = false;   ///< Else ranks alone count and normalisation changes nothing.
  bool takes_weights = false;
  bool needs_weights = false;
  bool takes_k = false;

  /// Sets `fused[d]` for each document d of the topic. Lists are normalised already.
  void (*fuse)(const FusionTopic& topic, const FusionParameters& parameters,
               std::vector<double>& fused) = nullptr;
};

/// All methods, in the order in which help lists them.
[[nodiscard]] std::span<const FusionMethod> fusion_methods();

/// The method of this name; the error names the nearest known one.
[[nodiscard]] Result<const FusionMethod*> find_fusion(std::string_view name);

}  // namespace foley::retrieval
