#include "foley/golden/corpus.hpp"

namespace foley::golden {

std::string clip_id(std::string_view file) {
  const std::size_t slash = file.find_last_of('/');
  std::string_view name = slash == std::string_view::npos ? file : file.substr(slash + 1);
  if (name.empty() && !file.empty()) {
    // `x/` names the folder x, as a path library reads it.
    const std::size_t end = file.find_last_not_of('/');
    if (end != std::string_view::npos) {
      file = file.substr(0, end + 1);
      const std::size_t parent = file.find_last_of('/');
      name = parent == std::string_view::npos ? file : file.substr(parent + 1);
    }
  }
  // A leading dot starts a name, a trailing one ends it: neither begins a suffix.
  const std::size_t dot = name.find_last_of('.');
  const bool has_suffix = dot != std::string_view::npos && dot > 0 && dot + 1 < name.size();
  return "ring0:" + std::string(has_suffix ? name.substr(0, dot) : name);
}

search::License license_of(const CorpusEntry& entry) {
  search::License license;
  if (!entry.license_id) {
    return license;
  }
  const search::LicenseTerms& terms = search::license_terms(*entry.license_id);
  if (terms.id == *entry.license_id) {
    license.id = *entry.license_id;
    license.rights_verified = license.id != "unknown" && entry.rights_verified;
    return license;
  }
  const search::CcLicense read = search::license_from_cc(*entry.license_id);
  license.id = read.id;
  license.rights_verified = read.verified && entry.rights_verified;
  return license;
}

}  // namespace foley::golden
