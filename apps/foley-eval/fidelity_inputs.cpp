#include "fidelity_inputs.hpp"

#include "context.hpp"
#include "fidelity_duplicates.hpp"
#include "foley/core/printable.hpp"

namespace foley::app {
namespace {

std::vector<std::string> texts_of(const std::vector<fidelity::ManifestDifference>& differences) {
  std::vector<std::string> texts;
  for (const fidelity::ManifestDifference& each : differences) {
    texts.push_back(each.field + " (" + (each.first.empty() ? "unknown" : each.first) + " / " +
                    (each.second.empty() ? "unknown" : each.second) + ")");
  }
  return texts;
}

std::string listed(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    all += (all.empty() ? "" : ", ") + text;
  }
  return all;
}

SoundSet load_reference_statistics(const std::string& path, const FidelityOptions& options) {
  SoundSet set;
  set.statistics = value_or_fail(io::load_statistics(path, options.model));
  set.manifest = set.statistics->manifest;
  set.described.rows = set.statistics->count;
  set.described.clips = static_cast<std::size_t>(set.statistics->count);
  set.described.dimension = set.statistics->mean.size();
  set.described.is_statistics = true;
  set.described.dtype = "float64";
  if (set.statistics->count == 0) {
    set.described.warnings.emplace_back(
        "does not say of how many sounds its statistics are, so that nothing tells how far off FAD "
        "may be");
  }
  return set;
}

}  // namespace

bool SoundSet::has_names() const { return !data.clips.empty(); }

bool SoundSet::has_categories() const { return !data.categories.empty(); }

std::size_t SoundSet::clip_of(std::size_t row) const {
  return data.clip_of_row.empty() ? row : data.clip_of_row[row];
}

std::string SoundSet::clip_name(std::size_t row) const {
  return has_names() ? data.clips[clip_of(row)] : "row " + std::to_string(row + 1);
}

std::string SoundSet::row_name(std::size_t row) const {
  if (!has_names() || described.clips == described.rows) {
    return clip_name(row);
  }
  return clip_name(row) + " (row " + std::to_string(row + 1) + ")";
}

std::string SoundSet::category_of(std::size_t row) const {
  return has_categories() ? data.categories[clip_of(row)] : std::string();
}

SoundSet load_set(const std::string& path, const FidelityOptions& options,
                  const std::string& option, bool may_be_statistics) {
  SoundSet set;
  if (io::holds_statistics(path)) {
    if (!may_be_statistics) {
      throw Failure{option + ": " + path +
                        " is a statistics file, which can be the reference of FAD alone "
                        "(--metric fad); KAD and the generated set need the sounds themselves",
                    kBadInput};
    }
    set = load_reference_statistics(path, options);
  } else {
    set.data = value_or_fail(
        io::load_embeddings(path, {.model = options.model, .threads = threads_of(options)}));
    set.manifest = set.data.manifest;
    set.described.rows = set.data.view().rows();
    set.described.clips = set.data.clip_count();
    set.described.dimension = set.data.view().cols();
    set.described.dtype = set.data.dtype;
    warn_of_duplicates(set, threads_of(options));
  }
  set.described.path = path;
  set.described.manifest = set.manifest.fields();
  return set;
}

void check_manifests(const SoundSet& reference, const std::vector<const SoundSet*>& generated,
                     const FidelityOptions& options, std::vector<std::string>& notes) {
  std::vector<std::string> silent;
  if (reference.manifest.empty()) {
    silent.push_back(reference.described.path);
  }
  for (const SoundSet* set : generated) {
    const std::string pair =
        printable(reference.described.path, 80) + " and " + printable(set->described.path, 80);
    const auto differing = texts_of(fidelity::differences(reference.manifest, set->manifest));
    if (!differing.empty()) {
      const std::string line =
          pair + " were made differently: " + printable(listed(differing), 600);
      if (!options.allow_unlike) {
        throw Failure{
            line + "; numbers over them mean nothing (--allow-unlike compares them anyway)",
            kBadInput};
      }
      notes.push_back(line + "; compared because of --allow-unlike");
    }
    if (set->manifest.empty()) {
      silent.push_back(set->described.path);
    } else if (!reference.manifest.empty()) {
      const auto unknown = fidelity::unknown_fields(reference.manifest, set->manifest);
      std::vector<std::string> names;
      for (const fidelity::ManifestDifference& each : unknown) {
        names.push_back(each.field);
      }
      if (!names.empty()) {
        notes.push_back("only one of " + pair + " says its " + printable(listed(names), 300) +
                        "; nobody checked these");
      }
    }
  }
  if (!silent.empty()) {
    notes.push_back("no manifest says what made " + printable(listed(silent), 400) +
                    "; nobody checked that the embeddings are alike");
  }
}

}  // namespace foley::app
