#pragma once

#include "fidelity_inputs.hpp"
#include "foley/report/fidelity_document.hpp"

namespace foley::app {

/// Adds to what the report says of a set whether all its rows are the same, or some repeat others.
void warn_of_duplicates(SoundSet& set, unsigned threads);

/// Families of equal generated rows, largest first.
void add_duplicates(report::FidelityCauses& causes, const SoundSet& generated, unsigned threads);

}  // namespace foley::app
