#pragma once

#include <cmath>
#include <limits>

#include "foley/retrieval/measure_spec.hpp"

/// Parameters that several measures share, and the parts of the registry.
namespace foley::retrieval::registry {

inline const ParamInfo kCutoff{.name = "cutoff",
                               .kind = ParamKind::count,
                               .standard = "",
                               .about = "only the first documents count; none: all",
                               .at = true};
inline const ParamInfo kNeededCutoff{.name = "cutoff",
                                     .kind = ParamKind::count,
                                     .standard = "",
                                     .about = "only the first documents count",
                                     .required = true,
                                     .at = true};
inline const ParamInfo kRel{.name = "rel",
                            .kind = ParamKind::grade,
                            .standard = "1",
                            .about = "least grade that is relevant"};
inline const ParamInfo kJudgedOnly{.name = "judged_only",
                                   .kind = ParamKind::flag,
                                   .standard = "False",
                                   .about = "leave out unjudged documents first"};
inline const ParamInfo kMinRel{
    .name = "min_rel", .kind = ParamKind::grade, .standard = "0", .about = "grade with the gain 0"};
inline const ParamInfo kMaxRel{.name = "max_rel",
                               .kind = ParamKind::grade,
                               .standard = "",
                               .about = "grade with the gain 1",
                               .required = true};
inline const ParamInfo kT{.name = "T",
                          .kind = ParamKind::positive,
                          .standard = "1.0",
                          .about = "gain that the user wants"};

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The measures of retrieval reports.
[[nodiscard]] const std::vector<MeasureInfo>& reference_measures();
/// Measures of the judged ranking, ir_measures' names.
[[nodiscard]] const std::vector<MeasureInfo>& ranked_measures();
/// nDCG, DCG, ERR, RBP, Compat.
[[nodiscard]] const std::vector<MeasureInfo>& graded_measures();
/// INST, INSQ, BPM, SDCG, NERR.
[[nodiscard]] const std::vector<MeasureInfo>& cwl_measures();
/// Measures over subtopics.
[[nodiscard]] const std::vector<MeasureInfo>& diversity_measures();
/// Estimates from sampled pools.
[[nodiscard]] const std::vector<MeasureInfo>& sampled_measures();
/// trec_eval's measures whose kernels live with them, under ir_measures' names.
[[nodiscard]] const std::vector<MeasureInfo>& counted_measures();
/// trec_eval's own names.
[[nodiscard]] const std::vector<MeasureInfo>& trec_measures();

}  // namespace foley::retrieval::registry
