#include "foley/search/sound_library.hpp"

#include <algorithm>
#include <cmath>

namespace foley::search {
namespace {

// With filters on, this many times k hits are fetched, so that enough survive.
constexpr std::int64_t kFilterFactor = 5;

// No library is larger; a k beyond it would only overflow.
constexpr std::int64_t kDeepestSearch = std::int64_t{1} << 40U;

// What an embedder from outside may get wrong.
Result<std::vector<float>> checked(Result<std::vector<float>> vector, const Embedder& embedder) {
  const auto complain = [&](const std::string& problem) {
    return fail({.kind = ErrorKind::bad_value,
                 .source = embedder.model_id(),
                 .problem = problem,
                 .advice = "mend the embedder"});
  };
  if (!vector) {
    return vector;
  }
  if (vector->size() != embedder.dim()) {
    return complain("it gave " + std::to_string(vector->size()) + " dimensions, not " +
                    std::to_string(embedder.dim()));
  }
  if (!std::all_of(vector->begin(), vector->end(), [](float v) { return std::isfinite(v); })) {
    return complain("it gave NaN or infinity");
  }
  return vector;
}

}  // namespace

std::string search_text(const SoundRecord& record) {
  std::string text = record.caption;
  for (const std::string& tag : record.tags) {
    text += (text.empty() ? "" : " ") + tag;
  }
  return text;
}

bool SearchFilters::any() const {
  return commercial_ok || ucs_category || min_snr_db || duration_range_s;
}

bool SearchFilters::pass(const SoundRecord& record) const {
  if (commercial_ok.value_or(false) &&
      !(license_terms(record.license.id).commercial_ok && record.license.rights_verified)) {
    return false;
  }
  if (ucs_category && record.ucs_category != *ucs_category) {
    return false;
  }
  if (min_snr_db && record.snr_db && *record.snr_db < *min_snr_db) {
    return false;
  }
  return !duration_range_s || (record.duration_s && *record.duration_s >= duration_range_s->first &&
                               *record.duration_s <= duration_range_s->second);
}

SoundLibrary::SoundLibrary(const Embedder& embedder)
    : embedder_(&embedder), index_(embedder.dim()) {}

Result<void> SoundLibrary::add(SoundRecord record) {
  const std::string text = search_text(record);
  auto vector = checked(embedder_->embed_text(text), *embedder_);
  if (!vector) {
    return fail(vector.error());
  }
  index_.vectors.upsert(record.id, *vector);
  index_.texts.index(record.id, text);
  const auto [at, added] = row_of_.try_emplace(record.id, records_.size());
  if (added) {
    records_.push_back(std::move(record));
  } else {
    records_[at->second] = std::move(record);
  }
  return {};
}

const SoundRecord* SoundLibrary::find(std::string_view id) const {
  const auto found = row_of_.find(std::string(id));
  return found == row_of_.end() ? nullptr : &records_[found->second];
}

Result<std::vector<Candidate>> SoundLibrary::search(std::string_view query, std::int64_t k,
                                                    const SearchFilters& filters) const {
  auto vector = checked(embedder_->embed_text(query), *embedder_);
  if (!vector) {
    return fail(vector.error());
  }
  k = std::clamp(k, -kDeepestSearch, kDeepestSearch);
  const std::int64_t fetch = filters.any() ? kFilterFactor * k : k;
  std::vector<Candidate> candidates;
  for (const FusedHit& hit :
       index_.hybrid_search(query, *vector, fetch, std::max(kCandidateDepth, fetch))) {
    const SoundRecord* record = find(hit.id);
    if (record != nullptr && filters.pass(*record)) {
      candidates.push_back({record, hit.clap_score, hit.bm25_score, hit.rrf_score});
    }
  }
  candidates.resize(Cutoff(k).kept(candidates.size()));
  return candidates;
}

std::vector<Candidate> SoundLibrary::similar(std::string_view id, std::size_t k) const {
  std::vector<Candidate> candidates;
  if (find(id) == nullptr) {
    return candidates;
  }
  const std::size_t kept = std::min(k, records_.size());
  for (const Hit& hit : index_.vectors.knn(index_.vectors.vector(id), kept + 1)) {
    if (hit.id != id && candidates.size() < k) {
      candidates.push_back({find(hit.id), hit.score, std::nullopt, 0.0});
    }
  }
  return candidates;
}

}  // namespace foley::search
