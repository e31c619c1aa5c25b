#include "foley/retrieval/ties/expected_column.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "../log_discount.hpp"
#include "../registry/spec_options.hpp"
#include "foley/retrieval/measures/condensed.hpp"
#include "foley/retrieval/registry.hpp"
#include "foley/retrieval/ties/expected.hpp"
#include "tie_groups.hpp"

namespace foley::retrieval::ties {
namespace {

using Expectation = std::function<double(const JudgedRanking&)>;

double weight(std::int64_t rank) { return 1.0 / log_discount(rank); }

// The same measure under the name that the table below knows.
struct Spelling {
  std::string_view other;
  std::string_view known;
};

constexpr std::array<Spelling, 14> kSpellings{{{"ndcg_cut_", "nDCG@"},
                                               {"ndcg", "nDCG"},
                                               {"P_", "P@"},
                                               {"recall_", "R@"},
                                               {"map_cut_", "AP@"},
                                               {"map", "AP"},
                                               {"recip_rank_", "RR@"},
                                               {"recip_rank", "RR"},
                                               {"success_", "Success@"},
                                               {"Rprec", "Rprec"},
                                               {"precision", "P"},
                                               {"recall", "R"},
                                               {"mrr", "RR"},
                                               {"Judged", "Judged"}}};

// `P_5` -> `P@5`, `ndcg@10` -> `nDCG@10`; nothing for a name that has no such counterpart.
std::optional<std::string> respelled(const std::string& text) {
  for (const Spelling& each : kSpellings) {
    if (!text.starts_with(each.other)) {
      continue;
    }
    const std::string rest = text.substr(each.other.size());
    const bool cut = each.known.ends_with('@');
    if (cut ? !rest.empty() && rest.find_first_not_of("0123456789") == std::string::npos
            : rest.empty() || rest.starts_with('@')) {
      return std::string(each.known) + rest;
    }
  }
  return std::nullopt;
}

// In the extended family; another family is led to its counterpart.
std::optional<MeasureSpec> extended(const MeasureSpec& spec) {
  if (spec.info->family == Family::extended) {
    return spec;
  }
  const auto text = respelled(to_string(spec));
  const auto counterpart = text ? parse_measure(*text) : Result<MeasureSpec>();
  return text && counterpart ? std::optional(*counterpart) : std::nullopt;
}

double expected_dcg(const JudgedRanking& ranking, const DcgOptions& options) {
  return expected_sum(
      ranking, options.cutoff, [&](double grade) { return dcg_gain(options, grade); }, weight);
}

// Negative grades count as they are in the reference's nDCG, in both sums.
double expected_reference_ndcg(const JudgedRanking& ranking, Cutoff cutoff) {
  const auto itself = [](double grade) { return grade; };
  double ideal = 0.0;
  for (std::size_t i = 0; i < cutoff.kept(ranking.ideal().size()); ++i) {
    ideal += ranking.ideal()[i] * weight(static_cast<std::int64_t>(i) + 1);
  }
  return ideal == 0.0 ? 0.0 : expected_sum(ranking, cutoff, itself, weight) / ideal;
}

double expected_judged(const JudgedRanking& ranking, Cutoff cutoff) {
  const auto within = static_cast<double>(kept_of(ranking, cutoff));
  return within == 0.0 ? 0.0
                       : expected_sum(
                             ranking, cutoff, [](double grade) { return grade >= 0.0 ? 1.0 : 0.0; },
                             [](std::int64_t) { return 1.0; }) /
                             within;
}

Expectation expectation(const MeasureSpec& spec, double rel_level) {
  const std::string_view name = spec.info->name;
  const Cutoff cutoff = spec.cutoff();
  const double rel = spec.relevance(rel_level);
  if (name == "nDCG") {
    return [options = dcg_options(spec)](const JudgedRanking& r) {
      const double ideal = ideal_dcg(r, options);
      return ideal == 0.0 ? 0.0 : expected_dcg(r, options) / ideal;
    };
  }
  if (name == "DCG") {
    return
        [options = dcg_options(spec)](const JudgedRanking& r) { return expected_dcg(r, options); };
  }
  if (name == "RBP") {
    return [options = rbp_options(spec)](const JudgedRanking& r) {
      return expected_sum(
          r, options.cutoff, [&](double grade) { return rbp_gain(options, grade); },
          [&](std::int64_t rank) { return rbp_weight(options.p, rank); });
    };
  }
  if (name == "P") {
    return [=](const JudgedRanking& r) {
      return expected_precision(r, cutoff.value().value_or(0), rel);
    };
  }
  if (name == "R") {
    return [=](const JudgedRanking& r) { return expected_recall(r, cutoff, rel); };
  }
  if (name == "AP") {
    return [=](const JudgedRanking& r) { return expected_average_precision(r, cutoff, rel); };
  }
  if (name == "RR") {
    return [=](const JudgedRanking& r) { return expected_reciprocal_rank(r, cutoff, rel); };
  }
  if (name == "Success") {
    return [=](const JudgedRanking& r) { return expected_success(r, cutoff, rel); };
  }
  if (name == "Hits") {
    return [=](const JudgedRanking& r) { return expected_relevant(r, cutoff, rel); };
  }
  if (name == "Judged") {
    return [=](const JudgedRanking& r) { return expected_judged(r, cutoff); };
  }
  if (name == "Rprec") {
    return [=](const JudgedRanking& r) {
      return expected_precision(r, static_cast<std::int64_t>(r.relevant(rel)), rel);
    };
  }
  return nullptr;
}

Expectation expectation_of(const MeasureSpec& spec, double rel_level) {
  if (spec.info->family == Family::reference && spec.info->name == "ndcg") {
    return [cutoff = spec.cutoff()](const JudgedRanking& r) {
      return expected_reference_ndcg(r, cutoff);
    };
  }
  const auto known = extended(spec);
  return known ? expectation(*known, rel_level) : nullptr;
}

}  // namespace

bool has_expectation(const MeasureSpec& spec) { return expectation_of(spec, 1.0) != nullptr; }

Result<Column> expected_column(const MeasureSpec& spec, double rel_level) {
  Expectation expected = expectation_of(spec, rel_level);
  if (expected == nullptr) {
    return fail({.kind = ErrorKind::bad_value,
                 .item = "measure '" + to_string(spec) + "'",
                 .problem = "its mean over all orders of ties is not known in closed form",
                 .advice =
                     "it is for nDCG, DCG, P, R, RR, AP, Rprec, Success, Hits, RBP and Judged; "
                     "choose these, or another --ties"});
  }
  Column column = to_column(spec, rel_level);
  if (spec.flag("judged_only")) {
    column.value = [expected = std::move(expected)](const Topic& topic) {
      return expected(CondensedTopic(topic).topic().graded);
    };
  } else {
    column.value = [expected = std::move(expected)](const Topic& topic) {
      return expected(topic.graded);
    };
  }
  return column;
}

}  // namespace foley::retrieval::ties
