#include <algorithm>
#include <nlohmann/json.hpp>

#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "foley/report/search_document.hpp"

namespace foley::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDigits = 4;
constexpr std::size_t kLongestId = 48;

std::string shown(const std::optional<double>& score) {
  return score ? fixed_text(*score, kDigits) : "–";
}

Json number(const std::optional<double>& score) { return score ? Json(*score) : Json(nullptr); }

std::string similar_table(const SearchDocument& document, const TextStyle& style) {
  TextTable table({"rank", "clip", "similarity", "caption"}, {true, false, true, false});
  for (std::size_t i = 0; i < document.found.size(); ++i) {
    const search::Candidate& each = document.found[i];
    table.add({std::to_string(i + 1), printable(each.sound->id, kLongestId), shown(each.clap_score),
               each.sound->caption});
  }
  return table.text(style);
}

std::string query_table(const SearchDocument& document, const TextStyle& style) {
  TextTable table({"rank", "clip", "fused", "vector", "keyword", "caption"},
                  {true, false, true, true, true, false});
  for (std::size_t i = 0; i < document.found.size(); ++i) {
    const search::Candidate& each = document.found[i];
    table.add({std::to_string(i + 1), printable(each.sound->id, kLongestId),
               fixed_text(each.rrf_score, kDigits), shown(each.clap_score), shown(each.bm25_score),
               each.sound->caption});
  }
  return table.text(style);
}

}  // namespace

std::string search_text(const SearchDocument& document, const TextStyle& style) {
  if (document.found.empty()) {
    return "nothing found; try fewer filters or other words\n";
  }
  if (!document.similar.empty()) {
    return similar_table(document, style);
  }
  const bool matched =
      std::any_of(document.found.begin(), document.found.end(), [](const search::Candidate& each) {
        return each.bm25_score.has_value() || each.clap_score.value_or(0.0) != 0.0;
      });
  return query_table(document, style) +
         (matched ? ""
                  : "note: the library knows no word of the query; the order is that of the ids\n");
}

std::string search_json(const SearchDocument& document) {
  Json out;
  out["schema"] = "foley-eval/search/1";
  out["query"] = document.query;
  out["similar"] = document.similar;
  out["k"] = document.k;
  out["hits"] = Json::array();
  for (const search::Candidate& each : document.found) {
    out["hits"].push_back({{"clip", each.sound->id},
                           {"caption", each.sound->caption},
                           {"ucs_category", each.sound->ucs_category},
                           {"license", each.sound->license.id},
                           {"uri", each.sound->uri},
                           {"clap_score", number(each.clap_score)},
                           {"bm25_score", number(each.bm25_score)},
                           {"rrf_score", each.rrf_score}});
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace foley::report
