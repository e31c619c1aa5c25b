#include <map>
#include <set>
#include <string>

#include "foley/golden/lint.hpp"
#include "foley/golden/ucs.hpp"
#include "foley/search/tokenizer.hpp"

namespace foley::golden {

void lint_corpus(std::span<const CorpusEntry> corpus, std::vector<Finding>& findings) {
  std::map<std::string, std::string> file_of;
  std::set<std::string> reported_catids;
  for (const CorpusEntry& entry : corpus) {
    const std::string id = clip_id(entry.file);
    const auto add = [&](Severity severity, std::string_view code, std::string problem,
                         std::string advice) {
      findings.push_back(
          {severity, code, "corpus", entry.line, id, std::move(problem), std::move(advice)});
    };
    if (const auto [first, added] = file_of.try_emplace(id, entry.file); !added) {
      add(Severity::error, "repeated-clip",
          "'" + entry.file + "' has the clip id of '" + first->second + "'", "rename one of them");
    }
    if (const auto reason = search::license_refusal(license_of(entry), search::IntendedUse{})) {
      add(Severity::warning, "license",
          (entry.license_id ? "the licence '" + *entry.license_id + "' keeps it out: "
                            : std::string("it states no licence and stays out: ")) +
              *reason,
          "state a license_id that allows commercial, published use, e.g. CC0-1.0");
    }
    if (search::tokenize(entry.caption).empty()) {
      add(Severity::warning, "empty-caption", "the caption has no word to search for",
          "describe what is heard");
    }
    if (!entry.ucs_catid.empty() && find_ucs(entry.ucs_catid) == nullptr &&
        reported_catids.insert(entry.ucs_catid).second) {
      const auto nearest = nearest_ucs(entry.ucs_catid);
      add(Severity::warning, "unknown-catid", "UCS 8.2.1 has no CatID '" + entry.ucs_catid + "'",
          nearest ? "did you mean '" + *nearest + "'?" : "pick one from the UCS list");
    }
  }
}

}  // namespace foley::golden
