#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "foley/fidelity/kernel.hpp"
#include "foley/fidelity/kernel_distance.hpp"

namespace foley::app {

/// What every fidelity command takes, as typed.
struct FidelityOptions {
  std::string reference;
  std::string metric = "fad,kad";
  std::string kernel = "gaussian";
  std::string bandwidth = "reference";
  std::string convention = "foley";
  std::string precision = "automatic";
  std::optional<std::size_t> bootstrap;
  std::optional<std::size_t> permutations;
  double confidence = 0.95;
  std::uint64_t seed = 0;
  unsigned threads = 0;  ///< 0: one a processor.
  std::size_t neighbours = 5;
  std::vector<std::string> gate;
  bool allow_unlike = false;
  std::string model;
  bool json = false;
};

/// A measure that can be asked for.
enum class FidelityMetric : std::uint8_t {
  fad,
  kad,
  precision,
  recall,
  density,
  coverage,
  vendi,
};

/// Where a kernel's bandwidth comes from.
enum class BandwidthFrom : std::uint8_t { reference, pooled, number };

/// What the options come to.
struct FidelityPlan {
  std::vector<FidelityMetric> metrics;  ///< In the order of the enumeration, each once.
  fidelity::KernelKind kernel = fidelity::KernelKind::gaussian;
  BandwidthFrom from = BandwidthFrom::reference;
  double bandwidth = 0.0;      ///< Where it is a number.
  std::string bandwidth_file;  ///< The statistics file that it is from; empty: typed.
  bool kadtk = false;
  fidelity::Precision precision = fidelity::Precision::automatic;
  std::optional<std::size_t> bootstrap;
  std::optional<std::size_t> permutations;
  double confidence = 0.95;
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::size_t neighbours = 5;

  [[nodiscard]] bool wants(FidelityMetric metric) const;
};

/// The name by which a metric is asked for.
[[nodiscard]] std::string metric_name(FidelityMetric metric);

void add_reference_option(CLI::App& command, FidelityOptions& options);
/// `--metric`, `--kernel`, `--bandwidth` and the like.
void add_measure_options(CLI::App& command, FidelityOptions& options, const char* metrics);
/// `--bootstrap`, `--permutations`, `--confidence`, `--seed`.
void add_chance_options(CLI::App& command, FidelityOptions& options);
/// `--gate`.
void add_gate_option(CLI::App& command, FidelityOptions& options);
/// `--allow-unlike`, `--model`, `--threads`, `--json`.
void add_common_options(CLI::App& command, FidelityOptions& options);

/// The plan; a Failure for words that are none and options that contradict each other. `known`: the
/// metrics the command has.
[[nodiscard]] FidelityPlan plan_of(const FidelityOptions& options, std::size_t known);

/// A Failure for a bandwidth that depends on the generated set: several of them need one ruler.
void refuse_moving_rulers(const FidelityPlan& plan);
/// The plan with 1,000 bootstrap samples and permutations where nothing was said.
[[nodiscard]] FidelityPlan with_draws(FidelityPlan plan);

/// How many metrics there are.
inline constexpr std::size_t kFidelityMetrics = 7;
/// How many of them are distances: `fad` and `kad`.
inline constexpr std::size_t kFidelityDistances = 2;

[[nodiscard]] unsigned threads_of(const FidelityOptions& options);

/// A Failure where an option of the command above was typed before `name`, where it has no effect.
void refuse_options_before(const CLI::App& above, const std::string& name);

}  // namespace foley::app
