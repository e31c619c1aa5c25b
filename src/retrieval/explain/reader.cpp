#include <algorithm>
#include <cmath>

#include "../measures/cwl_walk.hpp"
#include "../registry/spec_options.hpp"
#include "scene.hpp"

namespace foley::retrieval::explaining {
namespace {

using GoOn = std::function<double(const CwlStep&)>;

// How the reader of each measure goes on, and how far.
std::pair<GoOn, std::int64_t> reader_of(const MeasureSpec& spec) {
  const std::string_view name = spec.info->name;
  const double t = spec.number("T").value_or(1.0);
  const double p = spec.number("p").value_or(0.0);
  const std::int64_t depth = std::min(spec.cutoff().value().value_or(kReadingDepth), kReadingDepth);
  if (name == "INST") {
    return {[=](const CwlStep& step) { return inst_goes_on(step, t); }, depth};
  }
  if (name == "INSQ") {
    return {[=](const CwlStep& step) { return inst_patience(step.rank, 2.0 * t); }, depth};
  }
  if (name == "BPM") {
    return {[=](const CwlStep& step) { return step.found < t ? 1.0 : 0.0; }, depth};
  }
  if (name == "NERR8") {
    return {[](const CwlStep& step) { return 1.0 - step.gain; }, depth};
  }
  if (name == "NERR9") {
    return {[](const CwlStep& step) {
              const auto rank = static_cast<double>(step.rank);
              return rank / (rank + 1.0) * (1.0 - step.gain);
            },
            depth};
  }
  if (name == "NERR10") {
    return {[=](const CwlStep& step) { return p * (1.0 - step.gain); }, depth};
  }
  return {
      [=](const CwlStep& step) { return inst_patience(step.rank, 2.0 * t) * (1.0 - step.gain); },
      depth};
}

}  // namespace

double explain_reader(const Scene& scene, Explanation& out) {
  const auto [go_on, depth] = reader_of(scene.spec);
  ExplainTable table{
      "run",
      {"rank", "document", "grade", "gain", "read", "goes on", "gain*read", "sum", "sum of read"},
      {}};
  double weighed = 0.0;
  double total = 0.0;
  std::size_t last = 0;
  const double value =
      cwl_walk(scene.ranking, gain_scale(scene.spec), depth, go_on, [&](const CwlStep& step) {
        weighed += step.weight * step.gain;
        total += step.weight;
        const auto i = static_cast<std::size_t>(step.rank) - 1;
        if (i >= scene.run.size()) {
          return;
        }
        const RankedDoc& doc = scene.run[i];
        table.rows.push_back({doc.rank, text_cell(doc.id), grade_cell(doc.grade), step.gain,
                              step.weight, go_on(step), step.weight * step.gain, weighed, total});
        last = doc.grade ? table.rows.size() : last;
      });
  keep_rows(table, last);
  out.tables.push_back(std::move(table));
  conclude(out, "gain", "the sum of gain * read", weighed);
  conclude(out, "reading", "the sum of read, down to rank " + std::to_string(depth), total);
  return conclude(out, std::string(scene.spec.info->name), "gain / reading", value);
}

}  // namespace foley::retrieval::explaining
