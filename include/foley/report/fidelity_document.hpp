#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "foley/report/fidelity_parts.hpp"
#include "foley/report/table.hpp"

namespace foley::report {

/// How far one generated sound moves the distances.
struct InfluenceRow {
  std::string clip;
  std::string category;
  std::optional<double> fad;  ///< FAD with it less FAD without it, to first order.
  std::optional<double> kad;  ///< KAD with it less KAD without it.
};

/// A generated sound beside the nearest one of the reference.
struct NearestRow {
  std::string clip;
  std::string reference;
  double distance = 0.0;
  std::optional<double> ratio;  ///< To the usual distance of neighbours within the reference.
  bool exact = false;           ///< The very same numbers.
};

/// A generated sound far from all of the reference.
struct OutlierRow {
  std::string clip;
  std::string nearest;    ///< The nearest sound of the reference.
  double distance = 0.0;  ///< To its k-th neighbour there.
  double score = 0.0;     ///< In robust standard deviations of the reference's own distances.
};

/// The distances within one category.
struct FidelityCategory {
  std::string name;
  std::size_t reference = 0;                                          ///< Rows there.
  std::size_t generated = 0;                                          ///< Rows here.
  std::vector<std::pair<std::string, std::optional<double>>> values;  ///< By measure.
  std::string reason;  ///< Why numbers are missing, or mean little.
};

/// Families of equal rows.
struct DuplicateRow {
  std::vector<std::string> clips;  ///< The first few names.
  std::size_t count = 0;           ///< All of them.
};

/// Which sounds a distance comes from.
struct FidelityCauses {
  std::size_t top = 0;                   ///< Rows asked for in each list.
  std::vector<InfluenceRow> influence;   ///< Those that raise the distance most.
  std::vector<OutlierRow> outliers;      ///< Furthest first.
  std::size_t outlier_count = 0;         ///< All above the threshold.
  std::vector<NearestRow> memorised;     ///< Suspiciously near, nearest first.
  std::size_t memorised_count = 0;       ///< All of these.
  std::size_t exact_count = 0;           ///< Equal to a sound of the reference.
  double expected_near = 0.0;            ///< So many would be, if they were like the reference's.
  std::optional<double> usual_distance;  ///< Median distance of neighbours in the reference.
  std::optional<double> near_limit;      ///< Below it a sound is called suspiciously near.
  std::vector<DuplicateRow> duplicates;  ///< Within the generated set, largest first.
  std::size_t duplicate_rows = 0;        ///< Rows that repeat another one.
};

/// How close generated sounds are to real ones, and what that rests on.
struct FidelityDocument {
  FidelitySet reference;
  FidelitySet generated;
  FidelityRuler ruler;
  std::vector<FidelityMeasure> measures;
  std::vector<FidelityCurve> curves;
  std::optional<FidelityCauses> causes;
  std::vector<FidelityCategory> categories;
  std::vector<FidelityRule> rules;
  std::vector<std::string> notes;
};

/// The report for people; what makes the numbers mean little stands below them.
[[nodiscard]] std::string fidelity_text(const FidelityDocument& document, const TextStyle& style);

/// The document for programs, `foley-eval/fidelity/1`.
[[nodiscard]] std::string fidelity_json(const FidelityDocument& document);

}  // namespace foley::report
