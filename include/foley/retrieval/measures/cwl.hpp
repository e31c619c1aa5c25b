#pragma once

#include <cstdint>

#include "foley/core/cutoff.hpp"
#include "foley/retrieval/judged_ranking.hpp"
#include "foley/retrieval/measures/gain_scale.hpp"

namespace foley::retrieval {

/// The C/W/L family: a user reads on behind rank i with the probability C(i), so that rank i gets
/// the weight `W(i) = C(1) ... C(i-1) / sum of these products`, and the measure is the gain a
/// document that the user expects, `sum W(i) gain(i)`. In [0, 1].
///
/// Sums over ranks without end stop at this rank, as cwl_eval's do; ranks behind the run gain 0.
/// Source: Moffat, Bailey, Scholer & Thomas, *Incorporating user expectations and behavior into the
/// measurement of search effectiveness*, TOIS 2017; Azzopardi, Thomas & Moffat, *cwl_eval*, SIGIR
/// 2019.
inline constexpr std::int64_t kReadingDepth = 1000;

/// INST: the user wants the gain `t` and gives up gradually, sooner when much was found:
/// `C(i) = ((i + t + t_i - 1) / (i + t + t_i))^2`, t_i being what is still wanted after rank i.
/// Source: Bailey, Moffat, Scholer & Thomas, *User variability and IR system evaluation*, SIGIR
/// 2015; Moffat et al., *INST: an adaptive metric*, ADCS 2015.
[[nodiscard]] double inst(const JudgedRanking& ranking, const GainScale& scale, double t);

/// INSQ: INST that takes no notice of what was found: `C(i) = ((i + 2t - 1) / (i + 2t))^2`.
/// Source: Moffat, Scholer & Thomas, *Models and metrics: IR evaluation as a user process*, ADCS
/// 2012.
[[nodiscard]] double insq(const JudgedRanking& ranking, const GainScale& scale, double t);

/// Bejeweled player model (static): the user reads until the gain `t` is reached or `k` documents
/// are read; the value is the mean gain of what was read.
/// Source: Zhang et al., *Evaluating web search with a Bejeweled player model*, SIGIR 2017.
[[nodiscard]] double bpm(const JudgedRanking& ranking, const GainScale& scale, double t,
                         std::int64_t k);

/// Scaled DCG: DCG at k of gains in [0, 1], divided by the DCG of k documents of the highest grade,
/// judged or not. Never above nDCG at k of the same gains where fewer than k are relevant.
/// Source: Järvelin & Kekäläinen, TOIS 2002, in its C/W/L form (Azzopardi et al. 2019).
[[nodiscard]] double sdcg(const JudgedRanking& ranking, const GainScale& scale, std::int64_t k);

/// Nearly ERR, equation 8: `C(i) = 1 - gain(i)` for i < k, else 0.
/// Source of all four: Azzopardi, Mackenzie & Moffat, *ERR is not C/W/L*, ICTIR 2021.
[[nodiscard]] double nerr8(const JudgedRanking& ranking, const GainScale& scale, std::int64_t k);

/// Equation 9: `C(i) = i / (i + 1) * (1 - gain(i))` for i < k, else 0.
[[nodiscard]] double nerr9(const JudgedRanking& ranking, const GainScale& scale, std::int64_t k);

/// Equation 10: `C(i) = p * (1 - gain(i))`, the patience of RBP.
[[nodiscard]] double nerr10(const JudgedRanking& ranking, const GainScale& scale, double p);

/// Equation 11: `C(i) = ((i + 2t - 1) / (i + 2t))^2 * (1 - gain(i))`, the patience of INSQ.
[[nodiscard]] double nerr11(const JudgedRanking& ranking, const GainScale& scale, double t);

}  // namespace foley::retrieval
