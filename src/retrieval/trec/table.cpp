#include "table.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace foley::retrieval::trec {
namespace {

// The order in which trec_eval reports.
constexpr std::array<std::string_view, 57> kOrder{
    "runid",
    "num_q",
    "num_ret",
    "num_rel",
    "num_rel_ret",
    "map",
    "gm_map",
    "Rprec",
    "bpref",
    "recip_rank",
    "iprec_at_recall",
    "P",
    "relstring",
    "recall",
    "infAP",
    "gm_bpref",
    "Rprec_mult",
    "utility",
    "11pt_avg",
    "binG",
    "G",
    "dcg",
    "ideal_dcg",
    "ndcg",
    "ndcg_rel",
    "Rndcg",
    "ndcg_cut",
    "map_cut",
    "relative_P",
    "success",
    "set_P",
    "set_relative_P",
    "set_recall",
    "set_map",
    "set_F",
    "num_nonrel_judged_ret",
    "prefs_num_prefs_poss",
    "prefs_num_prefs_ful",
    "prefs_num_prefs_ful_ret",
    "prefs_simp",
    "prefs_pair",
    "prefs_avgjg",
    "prefs_avgjg_Rnonrel",
    "prefs_simp_ret",
    "prefs_pair_ret",
    "prefs_avgjg_ret",
    "prefs_avgjg_Rnonrel_ret",
    "prefs_simp_imp",
    "prefs_pair_imp",
    "prefs_avgjg_imp",
    "map_avgjg",
    "P_avgjg",
    "Rprec_mult_avgjg",
    "yaap",
    "rbp",
    "rbp_resid",
    "unj",
};

constexpr std::array<std::string_view, 12> kOfficial{
    "runid",  "num_q", "num_ret", "num_rel",    "num_rel_ret",     "map",
    "gm_map", "Rprec", "bpref",   "recip_rank", "iprec_at_recall", "P"};
constexpr std::array<std::string_view, 37> kAllTrec{"runid",
                                                    "num_q",
                                                    "num_ret",
                                                    "num_rel",
                                                    "num_rel_ret",
                                                    "map",
                                                    "gm_map",
                                                    "Rprec",
                                                    "bpref",
                                                    "recip_rank",
                                                    "P",
                                                    "relstring",
                                                    "iprec_at_recall",
                                                    "recall",
                                                    "unj",
                                                    "rbp",
                                                    "rbp_resid",
                                                    "infAP",
                                                    "gm_bpref",
                                                    "utility",
                                                    "11pt_avg",
                                                    "ndcg",
                                                    "relative_P",
                                                    "Rprec_mult",
                                                    "success",
                                                    "map_cut",
                                                    "ndcg_cut",
                                                    "ndcg_rel",
                                                    "Rndcg",
                                                    "binG",
                                                    "G",
                                                    "set_P",
                                                    "set_recall",
                                                    "set_relative_P",
                                                    "set_map",
                                                    "set_F",
                                                    "num_nonrel_judged_ret"};
constexpr std::array<std::string_view, 11> kSet{
    "runid", "num_q",      "num_ret",        "num_rel", "num_rel_ret", "utility",
    "set_P", "set_recall", "set_relative_P", "set_map", "set_F"};
constexpr std::array<std::string_view, 16> kAllPrefs{"runid",
                                                     "num_q",
                                                     "prefs_num_prefs_poss",
                                                     "prefs_num_prefs_ful",
                                                     "prefs_num_prefs_ful_ret",
                                                     "prefs_simp",
                                                     "prefs_pair",
                                                     "prefs_avgjg",
                                                     "prefs_avgjg_Rnonrel",
                                                     "prefs_simp_ret",
                                                     "prefs_pair_ret",
                                                     "prefs_avgjg_ret",
                                                     "prefs_avgjg_Rnonrel_ret",
                                                     "prefs_simp_imp",
                                                     "prefs_pair_imp",
                                                     "prefs_avgjg_imp"};
constexpr std::array<std::string_view, 8> kPrefs{"runid",
                                                 "num_q",
                                                 "prefs_num_prefs_poss",
                                                 "prefs_num_prefs_ful",
                                                 "prefs_num_prefs_ful_ret",
                                                 "prefs_simp",
                                                 "prefs_pair",
                                                 "prefs_avgjg"};
constexpr std::array<std::string_view, 5> kJudges{"runid", "num_q", "map_avgjg", "P_avgjg",
                                                  "Rprec_mult_avgjg"};
constexpr std::array<Nickname, 6> kNicknames{{{"official", kOfficial},
                                              {"set", kSet},
                                              {"all_trec", kAllTrec},
                                              {"all_prefs", kAllPrefs},
                                              {"prefs", kPrefs},
                                              {"qrels_jg", kJudges}}};

const Definition& of_family(std::string_view name) {
  for (const auto family :
       {count_measures(), set_measures(), cut_measures(), average_precision_measures(),
        r_precision_measures(), interpolated_measures(), incomplete_measures(), gain_measures(),
        discounted_measures(), rank_biased_measures(), string_measures(), judge_measures(),
        preference_measures()}) {
    for (const Definition& definition : family) {
      if (definition.info.name == name) {
        return definition;
      }
    }
  }
  throw std::logic_error("a measure without a definition");
}

constexpr std::size_t kLineWidth = 96;

// A paragraph under the name of a measure, broken at blanks.
void add_paragraph(std::string& text, std::string_view words) {
  constexpr std::string_view kIndent = "    ";
  std::size_t width = kLineWidth;  // the first word begins a line
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (width + 1 + end > kLineWidth) {
      text += '\n';
      text += kIndent;
      width = kIndent.size();
    } else {
      text += ' ';
      width += 1;
    }
    text += words.substr(0, end);
    width += end;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

}  // namespace

std::span<const Definition* const> definitions() {
  static const auto kAll = [] {
    std::array<const Definition*, kOrder.size()> all{};
    std::transform(kOrder.begin(), kOrder.end(), all.begin(),
                   [](std::string_view name) { return &of_family(name); });
    return all;
  }();
  return kAll;
}

const Definition* find_definition(std::string_view name) {
  for (const Definition* definition : definitions()) {
    if (definition->info.name == name) {
      return definition;
    }
  }
  return nullptr;
}

std::span<const MeasureInfo> measures() {
  static const auto kAll = [] {
    std::array<MeasureInfo, kOrder.size()> all{};
    std::transform(definitions().begin(), definitions().end(), all.begin(),
                   [](const Definition* definition) { return definition->info; });
    return all;
  }();
  return kAll;
}

const MeasureInfo* find(std::string_view name) {
  const auto all = measures();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const MeasureInfo& info) { return info.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::span<const Nickname> nicknames() { return kNicknames; }

std::string explanation(const MeasureInfo& measure) {
  const auto labelled = [](std::string label, std::string_view words) {
    return label.append(words);
  };
  std::string text(measure.name);
  add_paragraph(text, measure.about);
  add_paragraph(text, labelled("Formula: ", measure.formula));
  std::string call = "Parameters: -m ";
  call += measure.name;
  if (!measure.defaults.empty()) {
    add_paragraph(text, call + "." + std::string(measure.defaults));
  } else if (measure.parameters == ParameterKind::pairs) {
    add_paragraph(
        text, call + (measure.name.starts_with("rbp") ? ".p=0.9" : ".1=1,2=3,3=7 (level=gain)"));
  }
  add_paragraph(text, measure.edge_cases);
  if (!measure.citation.empty()) {
    add_paragraph(text, labelled("Source: ", measure.citation));
  }
  text += '\n';
  return text;
}

}  // namespace foley::retrieval::trec
