#include "foley/golden/ucs.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "foley/core/nearest_name.hpp"
#include "ucs_csv.hpp"

namespace foley::golden {
namespace {

// The table has five plain columns and no quoting; its test counts rows and columns.
std::vector<UcsCategory> parse(std::string_view csv) {
  std::vector<UcsCategory> categories;
  csv.remove_prefix(std::min(csv.find('\n') + 1, csv.size()));  // header
  while (!csv.empty()) {
    const std::size_t end = std::min(csv.find('\n'), csv.size());
    std::string_view line = csv.substr(0, end);
    csv.remove_prefix(std::min(end + 1, csv.size()));
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (line.empty()) {
      continue;
    }
    std::array<std::string_view, 5> cells{};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool last = i + 1 == cells.size();
      const std::size_t comma = last ? line.size() : std::min(line.find(','), line.size());
      cells[i] = line.substr(0, comma);
      line.remove_prefix(std::min(comma + 1, line.size()));
    }
    categories.push_back({cells[0], cells[1], cells[2], cells[3], cells[4]});
  }
  return categories;
}

}  // namespace

std::span<const UcsCategory> ucs_categories() {
  static const std::vector<UcsCategory> kCategories = parse(ucs_csv());
  return kCategories;
}

const UcsCategory* find_ucs(std::string_view cat_id) {
  const auto all = ucs_categories();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const UcsCategory& each) { return each.cat_id == cat_id; });
  return found == all.end() ? nullptr : &*found;
}

std::optional<std::string> nearest_ucs(std::string_view wrong) {
  std::vector<std::string_view> ids;
  for (const UcsCategory& each : ucs_categories()) {
    ids.push_back(each.cat_id);
  }
  return nearest_name(wrong, ids);
}

}  // namespace foley::golden
