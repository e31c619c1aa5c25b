#include "foley/golden/eval_library.hpp"

#include <utility>

namespace foley::golden {

Result<EvalLibrary> build_eval_library(std::span<const CorpusEntry> corpus,
                                       const search::Embedder& embedder, std::string_view folder,
                                       const search::IntendedUse& use) {
  EvalLibrary built{search::SoundLibrary(embedder), {}};
  for (const CorpusEntry& entry : corpus) {
    search::SoundRecord record;
    record.id = clip_id(entry.file);
    record.uri = folder.empty() ? entry.file : std::string(folder) + "/" + entry.file;
    record.caption = entry.caption;
    record.tags = entry.tags;
    record.ucs_category = entry.ucs_catid;
    record.license = license_of(entry);
    if (auto reason = search::license_refusal(record.license, use)) {
      built.refused.push_back({record.id, entry.license_id.value_or(""), *reason, entry.line});
      continue;
    }
    if (auto added = built.library.add(std::move(record)); !added) {
      return fail(added.error());
    }
  }
  return built;
}

}  // namespace foley::golden
