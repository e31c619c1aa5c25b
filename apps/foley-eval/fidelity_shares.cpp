#include "fidelity_shares.hpp"

#include <algorithm>

#include "foley/core/number_text.hpp"
#include "foley/fidelity/by_size.hpp"
#include "foley/fidelity/coverage.hpp"
#include "foley/fidelity/vendi.hpp"

namespace foley::app {
namespace {

fidelity::SizeOptions size_options(const SoundSet& generated, const FidelityPlan& plan,
                                   ProgressLine& progress, const char* stage) {
  fidelity::SizeOptions options;
  const auto clips = clip_ids(generated);
  options.clips.assign(clips.begin(), clips.end());
  options.seed = plan.seed;
  options.confidence = plan.confidence;
  options.threads = plan.threads;
  options.progress = progress.stage(stage);
  return options;
}

report::FidelityCurve curve_of(const char* name, const fidelity::SizeCurve& found, double scale) {
  report::FidelityCurve curve;
  curve.name = name;
  for (const fidelity::SizePoint& point : found.points) {
    curve.points.push_back({point.n, point.mean * scale, point.spread * scale});
    curve.replicates = std::max(curve.replicates, point.replicates);
  }
  curve.limit = found.infinite;
  curve.limit.value *= scale;
  curve.limit.low *= scale;
  curve.limit.high *= scale;
  curve.slope = found.slope * scale;
  curve.r_squared = found.r_squared;
  curve.enough = found.enough;
  if (found.narrow) {
    curve.warnings.emplace_back("the largest n is below twice the smallest; do not trust the line");
  }
  if (found.few_for_dimension) {
    curve.warnings.emplace_back(
        "the smallest n is not above the number of dimensions, where the line bends");
  }
  return curve;
}

std::string percent(double share) { return fixed_text(share * 100.0, 0) + "%"; }

}  // namespace

std::vector<report::FidelityMeasure> shares_of(const SoundSet& reference, const SoundSet& generated,
                                               const FidelityPlan& plan, std::size_t replicates,
                                               ProgressLine& progress) {
  fidelity::CoverageOptions options;
  options.k = {plan.neighbours};
  options.replicates = replicates < 2 ? 0 : replicates;
  options.confidence = plan.confidence;
  options.seed = plan.seed;
  options.reference_clips = clip_ids(reference);
  options.generated_clips = clip_ids(generated);
  options.threads = plan.threads;
  options.progress = progress.stage("coverage");
  const fidelity::Coverage found = fidelity::coverage(reference.view(), generated.view(), options);
  const fidelity::CoverageAtK& at = found.at.front();
  std::vector<report::FidelityMeasure> measures;
  const auto add = [&](FidelityMetric metric, const fidelity::CoverageMeasure& each,
                       const char* remark) {
    if (!plan.wants(metric)) {
      return;
    }
    report::FidelityMeasure measure;
    measure.name = metric_name(metric);
    measure.value = each.value;
    measure.interval = each.interval;
    measure.reason = fidelity::to_sentence(each.reason, found, at.k);
    measure.remark = remark;
    measures.push_back(std::move(measure));
  };
  add(FidelityMetric::precision, at.precision, "generated sounds that could be real ones");
  add(FidelityMetric::recall, at.recall, "real sounds that could be generated ones");
  add(FidelityMetric::density, at.density, "1: as crowded as the reference");
  add(FidelityMetric::coverage, at.coverage, "real sounds with a generated one near");
  return measures;
}

report::FidelityMeasure vendi_of(const SoundSet& reference, const SoundSet& generated,
                                 const FidelityPlan& plan, ProgressLine& progress) {
  fidelity::VendiOptions options;
  options.seed = plan.seed;
  options.threads = plan.threads;
  options.progress = progress.stage("Vendi score");
  report::FidelityMeasure measure;
  measure.name = metric_name(FidelityMetric::vendi);
  const fidelity::Vendi found = fidelity::vendi_score(generated.view(), options);
  measure.value = found.value;
  measure.remark = "different sounds, so to speak";
  if (!reference.statistics) {
    const fidelity::Vendi real = fidelity::vendi_score(reference.view(), options);
    measure.details.emplace_back("reference", real.value);
    measure.remark += "; reference " + report::figure_text(real.value);
  }
  return measure;
}

report::FidelityCurve fad_curve(const fidelity::GaussianFit& reference, const SoundSet& generated,
                                const FidelityPlan& plan, ProgressLine& progress) {
  const fidelity::SizeOptions options = size_options(generated, plan, progress, "FAD by size");
  report::FidelityCurve curve =
      curve_of("fad", fidelity::frechet_by_size(reference, generated.view(), options), 1.0);
  curve.enough_means = "its bias is below " + percent(options.share) + " of that";
  return curve;
}

report::FidelityCurve kad_curve(const SoundSet& reference, const SoundSet& generated,
                                const ChosenKernel& kernel, const FidelityPlan& plan,
                                ProgressLine& progress) {
  const fidelity::SizeOptions options = size_options(generated, plan, progress, "KAD by size");
  report::FidelityCurve curve = curve_of(
      "kad", fidelity::kernel_by_size(reference.view(), generated.view(), kernel.kernel, options),
      plan.kadtk ? 100.0 : 1.0);
  curve.enough_means =
      "the half width of the interval of one KAD is below " + percent(options.share) + " of it";
  return curve;
}

}  // namespace foley::app
