#include "fidelity_duplicates.hpp"

#include "foley/fidelity/duplicates.hpp"

namespace foley::app {

void warn_of_duplicates(SoundSet& set, unsigned threads) {
  if (set.statistics) {
    return;
  }
  const auto families = fidelity::duplicate_families(set.view(), threads);
  const std::size_t rows = set.view().rows();
  if (rows > 1 && families.count() == 1) {
    set.described.warnings.push_back(
        "ALL " + std::to_string(rows) +
        " embeddings are identical: silence, or an embedder that failed; no distance means "
        "anything");
  } else if (families.repeats() > 0) {
    set.described.warnings.push_back(std::to_string(families.repeats()) + " of " +
                                     std::to_string(rows) +
                                     " embeddings repeat another one exactly");
  }
}

void add_duplicates(report::FidelityCauses& causes, const SoundSet& generated, unsigned threads) {
  const auto families = fidelity::duplicate_families(generated.view(), threads);
  causes.duplicate_rows = families.repeats();
  constexpr std::size_t kNamesShown = 4;
  for (const std::vector<std::size_t>& rows : families.repeated()) {
    if (causes.duplicates.size() == causes.top) {
      break;
    }
    report::DuplicateRow row{{}, rows.size()};
    for (std::size_t i = 0; i < rows.size() && i < kNamesShown; ++i) {
      row.clips.push_back(generated.row_name(rows[i]));
    }
    causes.duplicates.push_back(std::move(row));
  }
}

}  // namespace foley::app
