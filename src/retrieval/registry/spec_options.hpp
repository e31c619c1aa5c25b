#pragma once

#include "foley/retrieval/measures/compat.hpp"
#include "foley/retrieval/measures/dcg.hpp"
#include "foley/retrieval/measures/diversity.hpp"
#include "foley/retrieval/measures/gain_scale.hpp"
#include "foley/retrieval/measures/rbp.hpp"

/// Options of kernels from the parameters of a specification.
namespace foley::retrieval {

inline DcgOptions dcg_options(const MeasureSpec& spec) {
  return {.form = spec.word("dcg") == "exp-log2" ? DcgForm::exp_log2 : DcgForm::log2,
          .gains = spec.gains("gains"),
          .rel = spec.number("rel"),
          .cutoff = spec.cutoff()};
}

inline RbpOptions rbp_options(const MeasureSpec& spec) {
  return {.p = spec.number("p").value(),
          .rel = spec.number("rel"),
          .max_rel = spec.number("max_rel").value(),
          .cutoff = spec.cutoff()};
}

inline CompatOptions compat_options(const MeasureSpec& spec) {
  return {.p = spec.number("p").value(), .normalize = spec.flag("normalize")};
}

inline GainScale gain_scale(const MeasureSpec& spec) {
  return {spec.number("min_rel").value(), spec.number("max_rel").value()};
}

inline DiversityOptions diversity_options(const MeasureSpec& spec, double rel_level) {
  return {.rel = spec.relevance(rel_level),
          .alpha = spec.number("alpha").value_or(0.5),
          .beta = spec.number("beta").value_or(0.5),
          .cutoff = spec.cutoff()};
}

}  // namespace foley::retrieval
