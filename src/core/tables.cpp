#include "foley/core/tables.hpp"

namespace foley {

template <class Entry>
bool QueryTable<Entry>::add_query(std::string_view query) {
  if (index_.contains(query)) {
    return false;
  }
  const std::string_view kept = pool_.keep(query);
  index_.emplace(kept, rows_.size());
  rows_.push_back({kept, entries_.size(), entries_.size()});
  return true;
}

template <class Entry>
void QueryTable<Entry>::add(std::string_view doc, double value) {
  entries_.push_back({pool_.keep(doc), value});
  rows_.back().end = entries_.size();
}

template <class Entry>
std::span<const Entry> QueryTable<Entry>::find(std::string_view query) const {
  const auto found = index_.find(query);
  return found == index_.end() ? std::span<const Entry>{} : entries(rows_[found->second]);
}

template class QueryTable<ScoredDoc>;
template class QueryTable<GradedDoc>;

}  // namespace foley
