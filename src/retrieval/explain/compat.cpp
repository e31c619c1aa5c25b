#include "../measures/compat_sums.hpp"
#include "../registry/spec_options.hpp"
#include "scene.hpp"

namespace foley::retrieval::explaining {

double explain_compat(const Scene& scene, Explanation& out) {
  const CompatOptions options = compat_options(scene.spec);
  ExplainTable places{"relevant documents of the run",
                      {"rank", "document", "grade", "place in the ideal order", "shared from"},
                      {}};
  for (const CompatPlace& place : compat_places(scene.ranking)) {
    const auto i = static_cast<std::size_t>(place.rank) - 1;
    places.rows.push_back({place.rank, text_cell(scene.run[i].id), place.grade, place.ideal,
                           std::max(place.rank, place.ideal)});
  }
  out.tables.push_back(std::move(places));
  ExplainTable depths{"depths", {"depth", "shared", "shared/depth", "weight", "part", "sum"}, {}};
  const CompatSums sums = compat_sums(scene.ranking, options.p, [&](const CompatDepth& at) {
    const double share = at.shared / static_cast<double>(at.depth);
    depths.rows.push_back({at.depth, static_cast<std::int64_t>(at.shared), share, at.weight,
                           at.weight * at.shared / static_cast<double>(at.depth), at.overlap});
  });
  out.tables.push_back(std::move(depths));
  if (sums.best == 0.0) {
    return conclude(out, "Compat", "0, since no grade is above 0", 0.0);
  }
  const double overlap =
      conclude(out, "overlap", "the sum / the sum of the weights", sums.overlap / sums.weight);
  if (!options.normalize) {
    return conclude(out, "Compat", "overlap", overlap);
  }
  const double best =
      conclude(out, "best", "overlap of the ideal order with itself", sums.best / sums.weight);
  return conclude(out, "Compat", "overlap / best", overlap / best);
}

}  // namespace foley::retrieval::explaining
