#include <array>
#include <functional>

#include "definition.hpp"
#include "foley/retrieval/trec/preferences.hpp"
#include "hits.hpp"
#include "limited_nonrelevant.hpp"

namespace foley::retrieval::trec {
namespace {

using Judge = PreferenceRanking::Judge;

// Which pairs a measure looks at: both retrieved, one at least, or all.
enum class Scope : std::uint8_t { retrieved, implied, all };

Tally tally(const Judge& judge, Scope scope) {
  Tally tally{judge.met, judge.possible};
  if (scope != Scope::retrieved) {
    tally.met += judge.met_implied;
    tally.possible += judge.possible_implied;
  }
  if (scope == Scope::all) {
    tally.possible += judge.unseen;
  }
  return tally;
}

Tally total(const PreferenceRanking& ranking, Scope scope) {
  Tally sum;
  for (const Judge& judge : ranking.judges) {
    const Tally one = tally(judge, scope);
    sum.met += one.met;
    sum.possible += one.possible;
  }
  return sum;
}

double simple(const PreferenceRanking& ranking, Scope scope) {
  const Tally sum = total(ranking, scope);
  return sum.possible == 0 ? 0.0 : ratio(sum.met, sum.possible);
}

double judges_mean(const PreferenceRanking& ranking, Scope scope) {
  double sum = 0.0;
  for (const Judge& judge : ranking.judges) {
    const Tally one = tally(judge, scope);
    sum += one.possible == 0 ? 0.0 : ratio(one.met, one.possible);
  }
  return ranking.judges.empty() ? 0.0 : sum / static_cast<double>(ranking.judges.size());
}

double pairs_mean(const PreferenceRanking& ranking, Scope scope) {
  const std::size_t n = ranking.named;
  const std::size_t seen = ranking.retrieved;
  double sum = 0.0;
  std::int64_t pairs = 0;
  const auto look = [&](std::size_t a, std::size_t b) {
    const std::uint16_t forth = ranking.counts[a * n + b];
    const std::uint16_t back = ranking.counts[b * n + a];
    if (forth == 0 && back == 0) {
      return;
    }
    pairs += 1;
    if (a < seen) {
      sum += ratio(forth, forth + back);
    }
  };
  for (std::size_t a = 0; a < seen; ++a) {
    for (std::size_t b = a + 1; b < seen; ++b) {
      look(a, b);
    }
  }
  if (scope != Scope::retrieved) {
    for (std::size_t a = 0; a < seen; ++a) {
      for (std::size_t b = seen; b < n; ++b) {
        look(a, b);
      }
    }
  }
  if (scope == Scope::all) {
    for (std::size_t a = seen; a < n; ++a) {
      for (std::size_t b = a + 1; b < n; ++b) {
        look(a, b);
      }
    }
  }
  return pairs == 0 ? 0.0 : sum / static_cast<double>(pairs);
}

double limited_mean(const PreferenceRanking& ranking, bool retrieved_only) {
  double sum = 0.0;
  for (const Judge& judge : ranking.judges) {
    const Tally one = with_as_many_nonrelevant(ranking, judge, retrieved_only);
    if (one.possible == 0) {
      return 0.0;  // trec_eval's 0/0, which no sum survives
    }
    sum += ratio(one.met, one.possible);
  }
  return ranking.judges.empty() ? 0.0 : sum / static_cast<double>(ranking.judges.size());
}

Column of_preferences(const Request& request,
                      std::function<double(const PreferenceRanking&)> value) {
  Column column;
  column.name = request.name;
  column.evidence = Evidence::preferences;
  column.greatest = kJustOverOne;
  column.value = [value = std::move(value)](const Topic& topic) {
    return value(*topic.preferences);
  };
  return column;
}

Columns counted(const Request& request,
                std::function<std::int64_t(const PreferenceRanking&)> value) {
  Column column =
      of_preferences(request, [value = std::move(value)](const PreferenceRanking& ranking) {
        return static_cast<double>(value(ranking));
      });
  column.aggregate = Aggregate::sum;
  column.kind = NumberKind::integer;
  column.greatest = kInfinity;
  return {column};
}

Columns make_possible(const Request& request) {
  return counted(request, [](const PreferenceRanking& ranking) {
    return total(ranking, Scope::all).possible;
  });
}

Columns make_met(const Request& request) {
  return counted(request,
                 [](const PreferenceRanking& ranking) { return total(ranking, Scope::all).met; });
}

Columns make_met_retrieved(const Request& request) {
  return counted(request, [](const PreferenceRanking& ranking) {
    return total(ranking, Scope::retrieved).met;
  });
}

template <double (*Value)(const PreferenceRanking&, Scope), Scope Which>
Columns make_scoped(const Request& request) {
  return {of_preferences(request,
                         [](const PreferenceRanking& ranking) { return Value(ranking, Which); })};
}

template <bool RetrievedOnly>
Columns make_limited(const Request& request) {
  return {of_preferences(request, [](const PreferenceRanking& ranking) {
    return limited_mean(ranking, RetrievedOnly);
  })};
}

constexpr std::string_view kAll =
    "A preference of which one document was retrieved is met when that is the preferred one; one "
    "of which neither was retrieved is not met. Needs -R prefs or -R qrels_prefs.";
constexpr std::string_view kImplied =
    "A preference of which one document was retrieved is met when that is the preferred one; one "
    "of which neither was retrieved does not count. Needs -R prefs or -R qrels_prefs.";
constexpr std::string_view kRetrieved =
    "Only pairs of which both documents were retrieved count. Needs -R prefs or -R qrels_prefs.";
constexpr std::string_view kLimited =
    "When a judge has more non-relevant documents (level 0) than relevant ones, only the first R "
    "of them count, and where his order is complete pairs of those count too, as in trec_eval; "
    "when he has fewer, the missing ones count as placed last. A judge without any pair makes the "
    "topic 0.";
constexpr std::string_view kSimple = "Share of the preferences that the ranking meets.";
constexpr std::string_view kPair =
    "Share of the judges that a pair of documents is in the right order for, averaged over pairs.";
constexpr std::string_view kMean =
    "Share of a judge's preferences that the ranking meets, averaged over the judges.";

constexpr MeasureInfo info(std::string_view name, std::string_view about, std::string_view formula,
                           std::string_view edges) {
  return {.name = name,
          .evidence = Evidence::preferences,
          .about = about,
          .formula = formula,
          .edge_cases = edges};
}

constexpr std::string_view kSimpleFormula = "met / possible";
constexpr std::string_view kPairFormula = "mean over pairs of judges for / judges of the pair";
constexpr std::string_view kMeanFormula = "mean over judges of met / possible";

constexpr std::array<Definition, 14> kMeasures{{
    {info("prefs_num_prefs_poss", "Preferences of all judges.", "possible", kAll), make_possible},
    {info("prefs_num_prefs_ful", "Preferences that the ranking meets.", "met", kAll), make_met},
    {info("prefs_num_prefs_ful_ret",
          "Preferences that the ranking meets, both documents retrieved.", "met", kRetrieved),
     make_met_retrieved},
    {info("prefs_simp", kSimple, kSimpleFormula, kAll), make_scoped<simple, Scope::all>},
    {info("prefs_pair", kPair, kPairFormula, kAll), make_scoped<pairs_mean, Scope::all>},
    {info("prefs_avgjg", kMean, kMeanFormula, kAll), make_scoped<judges_mean, Scope::all>},
    {info("prefs_avgjg_Rnonrel",
          "prefs_avgjg with as many non-relevant documents a judge as he has relevant ones.",
          kMeanFormula, kLimited),
     make_limited<false>},
    {info("prefs_simp_ret", kSimple, kSimpleFormula, kRetrieved),
     make_scoped<simple, Scope::retrieved>},
    {info("prefs_pair_ret", kPair, kPairFormula, kRetrieved),
     make_scoped<pairs_mean, Scope::retrieved>},
    {info("prefs_avgjg_ret", kMean, kMeanFormula, kRetrieved),
     make_scoped<judges_mean, Scope::retrieved>},
    {info("prefs_avgjg_Rnonrel_ret",
          "prefs_avgjg_ret with as many non-relevant documents retrieved a judge as relevant ones.",
          kMeanFormula, kLimited),
     make_limited<true>},
    {info("prefs_simp_imp", kSimple, kSimpleFormula, kImplied),
     make_scoped<simple, Scope::implied>},
    {info("prefs_pair_imp", kPair, kPairFormula, kImplied),
     make_scoped<pairs_mean, Scope::implied>},
    {info("prefs_avgjg_imp", kMean, kMeanFormula, kImplied),
     make_scoped<judges_mean, Scope::implied>},
}};

}  // namespace

std::span<const Definition> preference_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
