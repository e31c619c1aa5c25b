#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foley/gate/rule.hpp"
#include "foley/stats/interval.hpp"

namespace foley::report {

/// An embedding set, or a statistics file that stands in for one, as a report names it.
struct FidelitySet {
  std::string path;            ///< As the user named it.
  std::uint64_t rows = 0;      ///< Vectors.
  std::size_t clips = 0;       ///< Sounds they belong to; equal to rows where each is a sound.
  std::size_t dimension = 0;   ///< Numbers a vector.
  bool is_statistics = false;  ///< Mean and covariance instead of vectors.
  std::string dtype;           ///< `float32`, `float64`.
  std::vector<std::pair<std::string, std::string>> manifest;  ///< Fields that are known, in order.
  std::vector<std::string> warnings;  ///< What makes numbers over this set mean little.
};

/// What a distance was measured with. Numbers with other rulers do not compare.
struct FidelityRuler {
  std::string embedding;  ///< Name of the embedding model, `unknown` where nobody said.
  std::string toolkit;    ///< What measured the sounds, likewise.
  std::string version;    ///< Its version, likewise.
  std::string kernel;     ///< Of the kernel distance; empty where none was taken.
  double bandwidth = 0.0;
  std::string bandwidth_rule;                                ///< How it was found, in words.
  std::optional<std::pair<double, double>> bandwidth_range;  ///< 95 % interval of a sampled one.
  std::string convention;                                    ///< `foley` or `kadtk`.
  std::string precision;             ///< Of the products: `float32` or `float64`.
  std::string linear_algebra;        ///< What took them.
  std::size_t neighbours = 0;        ///< k of precision, recall, density, coverage; 0: not taken.
  std::optional<double> confidence;  ///< Of the intervals; none where no interval was made.
  std::size_t replicates = 0;        ///< Of the bootstrap; 0: none.
  std::size_t permutations = 0;      ///< Of the permutation test; 0: none.
  std::uint64_t seed = 0;
};

/// One number with what belongs to it.
struct FidelityMeasure {
  std::string name;             ///< `fad`, `kad`, `precision`, …
  std::optional<double> value;  ///< None: see `reason`.
  std::optional<stats::Interval> interval;
  std::optional<double> p;  ///< Of both sets being draws from the same sounds.
  std::string reason;       ///< Why there is no value.
  std::string remark;       ///< What to make of it, in a few words.
  std::vector<std::pair<std::string, double>> details;  ///< Terms and the like, by name.
};

/// One size of a curve.
struct FidelityPoint {
  std::uint64_t size = 0;
  double mean = 0.0;
  double spread = 0.0;  ///< Standard deviation over draws.
};

/// A distance over samples of rising size, without replacement, and what it tends to.
struct FidelityCurve {
  std::string name;  ///< `fad` or `kad`.
  std::vector<FidelityPoint> points;
  std::size_t replicates = 0;           ///< Draws a size.
  stats::Interval limit;                ///< Towards infinite size.
  double slope = 0.0;                   ///< Times 1 / n.
  double r_squared = 0.0;               ///< Of the line through the means.
  std::optional<std::uint64_t> enough;  ///< Size from which on bias (or error) is small.
  std::string enough_means;             ///< What is small there, in words.
  std::vector<std::string> warnings;
};

/// The outcome of a rule of a gate.
struct FidelityRule {
  std::string text;  ///< As typed.
  bool passed = false;
  std::string finding;  ///< The number that was found, in words.
};

/// The measures as numbers that rules may ask for: `fad`, `fad.low`, `fad.high`, `kad.p` and each
/// detail, such as `fad.mean_term`.
[[nodiscard]] std::vector<gate::Quantity> quantities_of(std::span<const FidelityMeasure> measures);

/// A number for people: four digits after the point, more where it is small, fewer where large.
[[nodiscard]] std::string figure_text(double value);

/// `FAD`, `KAD`, `Vendi score`, `precision`: how people write the name of a measure.
[[nodiscard]] std::string_view measure_title(std::string_view name);

}  // namespace foley::report
