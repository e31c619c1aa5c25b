#include "foley/retrieval/build_run.hpp"

#include <unordered_set>

namespace foley::retrieval {

bool add_ranked(Run& run, std::string_view query, std::span<const std::string> ids) {
  if (!run.add_query(query)) {
    return false;
  }
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (seen.insert(ids[i]).second) {
      run.add(ids[i], static_cast<double>(ids.size() - i));
    }
  }
  return true;
}

}  // namespace foley::retrieval
