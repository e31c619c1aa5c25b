#include <array>
#include <memory>

#include "definition.hpp"
#include "gains.hpp"

namespace foley::retrieval::trec {
namespace {

constexpr double kPersistence = 0.9;

double persistence(const Request& request) {
  double p = kPersistence;
  for (const Pair& pair : request.parameters.pairs) {
    p = pair.name == "p" ? pair.value : p;
  }
  return p;
}

// Powers of p by repeated multiplication, whose rounding the values carry. Asked for in rising
// order.
class Powers {
 public:
  explicit Powers(double p) : p_(p) {}

  double at(std::int64_t exponent) {
    for (; exponent_ < exponent && power_ != 0.0; ++exponent_) {
      power_ *= p_;
    }
    return power_;
  }

 private:
  double p_;
  double power_ = 1.0;
  std::int64_t exponent_ = 0;
};

// Brings the gains of a topic into [0, 1] when one of them is outside.
struct Scale {
  double least = 0.0;
  double greatest = 0.0;

  // A document that the qrels do not name has gain 0, so 0 is always between the bounds.
  void include(double gain) {
    least = std::min(least, gain);
    greatest = std::max(greatest, gain);
  }
  [[nodiscard]] double apply(double gain) const {
    return least < 0.0 || greatest > 1.0 ? (gain - least) / (greatest - least) : gain;
  }
};

// trec_eval 10.0 compares the gains with two variables that it never set. Where all_trec has run
// the measures before, the memory of one holds the number of relevant documents retrieved, and the
// gains are divided by that when it is the greatest. Asked for alone, rbp is what it is defined as.
struct Leftover {
  bool counts = false;
  double level = 0.0;
};

Scale scale_of(std::span<const LevelGain> table, const Gains& gains, const JudgedRanking& ranking,
               const Leftover& leftover) {
  Scale scale;
  if (leftover.counts) {
    scale.include(static_cast<double>(relevant_retrieved(ranking, leftover.level)));
  }
  for (const LevelGain& each : table) {
    scale.include(each.gain);
  }
  // Every level up to the highest grade counts, be there a document of it or not. Of those that are
  // their own gain the highest is enough.
  const auto grades = ranking.ideal();
  for (double level = grades.empty() ? -1.0 : grades.front(); level >= 0.0; level -= 1.0) {
    if (gains.is_own(level)) {
      scale.include(level);
      break;
    }
  }
  return scale;
}

double rank_biased_precision(const JudgedRanking& ranking, std::span<const LevelGain> table,
                             double p, const Leftover& leftover) {
  const Gains gains(table, ranking, true);
  const Scale scale = scale_of(table, gains, ranking, leftover);
  double sum = 0.0;
  Powers powers(p);
  const auto hits = ranking.hits();
  if (gains.outside() != 0.0 || (scale.least < 0.0 && !table.empty())) {
    auto hit = hits.begin();
    for (std::int64_t rank = 1; rank <= length(ranking); ++rank) {
      double gain = gains.outside() == 0.0 ? 0.0 : scale.apply(gains.outside());
      if (hit != hits.end() && hit->rank == rank) {
        const double own = gains.of(hit->grade);
        gain = hit->grade < 0.0 && own == 0.0 ? 0.0 : scale.apply(own);
        ++hit;
      }
      sum += gain * powers.at(rank - 1);
    }
    return (1.0 - p) * sum;
  }
  for (const Hit& hit : hits) {
    if (const double gain = gains.of(hit.grade); gain != 0.0) {
      sum += scale.apply(gain) * powers.at(hit.rank - 1);
    }
  }
  return (1.0 - p) * sum;
}

double residual(const JudgedRanking& ranking, double p) {
  double sum = 0.0;
  Powers powers(p);
  bool any = false;
  auto hit = ranking.hits().begin();
  const auto end = ranking.hits().end();
  for (std::int64_t rank = 1; rank <= length(ranking); ++rank) {
    const double weight = powers.at(rank - 1);
    if (hit != end && hit->rank == rank) {
      const bool judged = hit->grade >= 0.0;
      ++hit;
      if (judged) {
        continue;
      }
    }
    any = true;
    // Weights that fall leave the sum as it is once one of them has.
    if (p >= 0.0 && p < 1.0 && sum + weight == sum) {
      break;
    }
    sum += weight;
  }
  return any ? powers.at(length(ranking)) + (1.0 - p) * sum : 0.0;
}

Columns bounded(const Request& request, Column column, bool has_gains) {
  column.name = joined(request.name, request.parameters.text);
  const double p = persistence(request);
  column.greatest = kJustOverOne;
  if (has_gains || p < 0.0 || p > 1.0) {
    column.least = -kInfinity;
    column.greatest = kInfinity;
  }
  return {column};
}

Columns make_rbp(const Request& request) {
  const std::vector<LevelGain> table = level_gains(request.parameters.pairs);
  const double p = persistence(request);
  const Leftover leftover{request.in_all_trec, request.options.relevance_level};
  return bounded(request,
                 graded(request.name,
                        [table, p, leftover](const JudgedRanking& ranking) {
                          return rank_biased_precision(ranking, table, p, leftover);
                        }),
                 !table.empty());
}

Columns make_rbp_resid(const Request& request) {
  const double p = persistence(request);
  return bounded(
      request,
      graded(request.name, [p](const JudgedRanking& ranking) { return residual(ranking, p); }),
      false);
}

constexpr std::string_view kSource =
    "Moffat & Zobel, Rank-Biased Precision for Measurement of Retrieval Effectiveness, TOIS 27(1), "
    "2008";

constexpr std::array<Definition, 2> kMeasures{{
    {{.name = "rbp",
      .parameters = ParameterKind::pairs,
      .in_9 = false,
      .about = "Gain that a user meets who goes on to the next document with probability p (0.9 "
               "unless p=... says else).",
      .formula = "(1 - p) sum over ranks of gain * p^(rank - 1)",
      .edge_cases = "When a gain of the topic lies outside [0, 1] all are scaled there by the "
                    "topic's least and greatest, 0 being one of them. In all_trec the number of "
                    "relevant documents retrieved counts as a gain there, as trec_eval 10.0 has "
                    "it, which reads a variable that it never set.",
      .citation = kSource},
     make_rbp},
    {{.name = "rbp_resid",
      .parameters = ParameterKind::pairs,
      .in_9 = false,
      .about = "How much rbp could rise if every unjudged document had the highest gain.",
      .formula = "p^n + (1 - p) sum over unjudged ranks of p^(rank - 1)",
      .edge_cases = "0 when every retrieved document was judged, although the tail behind rank n "
                    "is open then too.",
      .citation = kSource},
     make_rbp_resid},
}};

}  // namespace

std::span<const Definition> rank_biased_measures() { return kMeasures; }

}  // namespace foley::retrieval::trec
