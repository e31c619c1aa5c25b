#include "fidelity_causes.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "fidelity_duplicates.hpp"
#include "foley/fidelity/by_category.hpp"
#include "foley/fidelity/coverage.hpp"
#include "foley/fidelity/kernel_influence.hpp"
#include "foley/fidelity/memorised.hpp"
#include "foley/fidelity/outliers.hpp"

namespace foley::app {
namespace {

using report::FidelityCauses;

std::vector<report::InfluenceRow> influence_rows(
    const SoundSet& generated, const std::optional<FrechetResult>& frechet,
    const std::optional<fidelity::KernelDistance>& kernel, std::size_t top) {
  std::vector<double> fad;
  std::vector<double> kad;
  const std::size_t rows = generated.view().rows();
  if (frechet) {
    fad = frechet->influence;
    for (double& each : fad) {
      each /= static_cast<double>(rows - 1);
    }
  }
  if (kernel) {
    kad = fidelity::kernel_influence(*kernel).without_generated;
    for (double& each : kad) {
      each = kernel->value - each;
    }
  }
  const std::vector<double>& sorted_by = frechet ? fad : kad;
  std::vector<std::size_t> order(sorted_by.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return sorted_by[a] != sorted_by[b] ? sorted_by[a] > sorted_by[b] : a < b;
  });
  order.resize(std::min(order.size(), top));
  std::vector<report::InfluenceRow> found;
  for (const std::size_t row : order) {
    found.push_back({generated.row_name(row), generated.category_of(row),
                     frechet ? std::optional(fad[row]) : std::nullopt,
                     kernel ? std::optional(kad[row]) : std::nullopt});
  }
  return found;
}

void add_outliers(FidelityCauses& causes, const SoundSet& reference, const SoundSet& generated,
                  const FidelityPlan& plan, ProgressLine& progress,
                  std::vector<std::string>& notes) {
  fidelity::OutlierOptions options;
  options.k = plan.neighbours;
  options.threads = plan.threads;
  options.progress = progress.stage("outliers");
  const fidelity::Outliers found = fidelity::outliers(reference.view(), generated.view(), options);
  if (found.reason != fidelity::OutlierReason::none) {
    notes.push_back("outliers cannot be told: " + std::string(fidelity::to_string(found.reason)));
  }
  causes.outlier_count = found.far.size();
  for (std::size_t i = 0; i < found.far.size() && i < causes.top; ++i) {
    const fidelity::Outlier& each = found.far[i];
    causes.outliers.push_back({generated.row_name(each.row), reference.row_name(each.nearest),
                               each.distance, each.score});
  }
}

void add_memorised(FidelityCauses& causes, const SoundSet& reference, const SoundSet& generated,
                   const FidelityPlan& plan, ProgressLine& progress) {
  fidelity::MemorisedOptions options;
  options.threads = plan.threads;
  options.progress = progress.stage("nearest sounds");
  const fidelity::Memorised found =
      fidelity::memorised(reference.view(), generated.view(), options);
  causes.memorised_count = found.near_count;
  causes.exact_count = found.exact_count;
  causes.expected_near = found.expected_near;
  causes.usual_distance = found.usual_distance;
  causes.near_limit = found.near_limit;
  std::vector<std::size_t> near;
  for (std::size_t row = 0; row < found.nearest.size(); ++row) {
    if (found.nearest[row].near) {
      near.push_back(row);
    }
  }
  std::ranges::sort(near, [&](std::size_t a, std::size_t b) {
    const double first = found.nearest[a].distance;
    const double second = found.nearest[b].distance;
    return first != second ? first < second : a < b;
  });
  near.resize(std::min(near.size(), causes.top));
  for (const std::size_t row : near) {
    const fidelity::NearestReference& each = found.nearest[row];
    causes.memorised.push_back({generated.row_name(row), reference.row_name(each.row),
                                each.distance, each.ratio, each.exact});
  }
}

// The same ids for the same names in both sets.
std::vector<std::uint32_t> category_ids(const SoundSet& set,
                                        std::map<std::string, std::uint32_t>& ids) {
  std::vector<std::uint32_t> found(set.view().rows());
  for (std::size_t row = 0; row < found.size(); ++row) {
    const auto next = static_cast<std::uint32_t>(ids.size());
    found[row] = ids.try_emplace(set.category_of(row), next).first->second;
  }
  return found;
}

report::FidelityCategory category_of(const std::string& name, const fidelity::CategoryRows& rows,
                                     const SoundSet& reference, const SoundSet& generated,
                                     const std::optional<ChosenKernel>& kernel,
                                     const FidelityPlan& plan, ProgressLine& progress) {
  report::FidelityCategory category{
      name.empty() ? "(none)" : name, rows.reference.size(), rows.generated.size(), {}, {}};
  const bool enough = rows.enough();
  if (!enough) {
    category.reason = rows.few_reference ? "too few in the reference" : "too few generated";
  }
  const fidelity::GatheredRows real(reference.view(), rows.reference);
  const fidelity::GatheredRows made(generated.view(), rows.generated);
  if (plan.wants(FidelityMetric::fad)) {
    category.values.emplace_back("fad", std::nullopt);
    if (enough) {
      const auto found = fidelity::frechet_distance(real.view(), made.view(), plan.threads);
      category.values.back().second = found.value;
      if (std::min(rows.reference.size(), rows.generated.size()) <= real.view().cols()) {
        category.reason = "n below d: FAD mostly bias";
      }
    }
  }
  if (kernel) {
    category.values.emplace_back("kad", std::nullopt);
    if (enough) {
      fidelity::KernelOptions options;
      options.precision = plan.precision;
      options.threads = plan.threads;
      options.progress = progress.stage("categories");
      const auto found =
          fidelity::kernel_distance(real.view(), made.view(), kernel->kernel, options);
      category.values.back().second = found.value * (plan.kadtk ? 100.0 : 1.0);
    }
  }
  category.values.emplace_back("coverage", std::nullopt);
  if (enough) {
    fidelity::CoverageOptions options;
    options.k = {plan.neighbours};
    options.threads = plan.threads;
    category.values.back().second =
        fidelity::coverage(real.view(), made.view(), options).at.front().coverage.value;
  }
  return category;
}

}  // namespace

report::FidelityCauses causes_of(const SoundSet& reference, const SoundSet& generated,
                                 const std::optional<FrechetResult>& frechet,
                                 const std::optional<fidelity::KernelDistance>& kernel,
                                 const FidelityPlan& plan, std::size_t top, ProgressLine& progress,
                                 std::vector<std::string>& notes) {
  FidelityCauses causes;
  causes.top = top;
  if (frechet || kernel) {
    causes.influence = influence_rows(generated, frechet, kernel, top);
  }
  if (reference.statistics) {
    notes.emplace_back(
        "a statistics file has no sounds: outliers and copies of the reference are not looked for");
  } else {
    add_outliers(causes, reference, generated, plan, progress, notes);
    add_memorised(causes, reference, generated, plan, progress);
  }
  add_duplicates(causes, generated, plan.threads);
  return causes;
}

std::vector<report::FidelityCategory> categories_of(const SoundSet& reference,
                                                    const SoundSet& generated,
                                                    const std::optional<ChosenKernel>& kernel,
                                                    const FidelityPlan& plan,
                                                    ProgressLine& progress) {
  std::map<std::string, std::uint32_t> ids;
  const std::vector<std::uint32_t> real = category_ids(reference, ids);
  const std::vector<std::uint32_t> made = category_ids(generated, ids);
  const auto split = fidelity::split_by_category(real, made);
  std::vector<report::FidelityCategory> categories;
  for (const auto& [name, id] : ids) {
    const auto rows = std::ranges::find(split, id, &fidelity::CategoryRows::category);
    categories.push_back(category_of(name, *rows, reference, generated, kernel, plan, progress));
  }
  return categories;
}

}  // namespace foley::app
