#include <cmath>

#include "../log_discount.hpp"
#include "../measures/subtopics.hpp"
#include "../registry/spec_options.hpp"
#include "scene.hpp"

namespace foley::retrieval::explaining {
namespace {

using Weight = std::function<double(std::int64_t)>;

std::string_view id_of(const Scene& scene, const GroupedDoc& doc) {
  const auto at = static_cast<std::size_t>(&doc - scene.grouped->docs.data());
  return scene.grouped_topic->docs[at];
}

std::string covered(const Scene& scene, const GroupedDoc& doc) {
  std::string names;
  for (std::size_t g = 0; g < doc.grades.size(); ++g) {
    if (doc.grades[g] >= scene.rel) {
      names += (names.empty() ? "" : " ") + scene.grouped_topic->groups[g];
    }
  }
  return names;
}

double add_up(const Scene& scene, const std::string& title,
              const std::vector<const GroupedDoc*>& docs, bool by_run, const Subtopics& subtopics,
              double alpha, const Weight& weight, Explanation& out) {
  ExplainTable table{
      title, {"rank", "document", "subtopics", "gain", "weight", "gain*weight", "sum"}, {}};
  Novelty novelty(subtopics, alpha);
  double sum = 0.0;
  for (std::size_t i = 0; i < docs.size(); ++i) {
    const std::int64_t rank = by_run ? docs[i]->rank : static_cast<std::int64_t>(i) + 1;
    const double gain = novelty.take(*docs[i]);
    const double part = gain * weight(rank);
    sum += part;
    table.rows.push_back({rank, text_cell(id_of(scene, *docs[i])),
                          text_cell(covered(scene, *docs[i])), gain, weight(rank), part, sum});
  }
  out.tables.push_back(std::move(table));
  return sum;
}

}  // namespace

double explain_novelty(const Scene& scene, Explanation& out) {
  const std::string name(scene.spec.info->name);
  const DiversityOptions options = diversity_options(scene.spec, scene.rel);
  const bool by_err = name.ends_with("ERR_IA");
  const bool by_rbp = name.ends_with("NRBP");
  const double alpha = by_err ? 0.5 : options.alpha;
  const Weight weight =
      by_err   ? Weight([](std::int64_t rank) { return 1.0 / static_cast<double>(rank); })
      : by_rbp ? Weight([&](std::int64_t rank) {
          return std::pow(options.beta, static_cast<double>(rank - 1));
        })
               : Weight([](std::int64_t rank) { return 1.0 / log_discount(rank); });
  const Subtopics subtopics(*scene.grouped, options.rel);
  const double found =
      add_up(scene, "judged documents of the run", retrieved_docs(*scene.grouped, options.cutoff),
             true, subtopics, alpha, weight, out);
  conclude(out, "subtopics", "that any document covers", static_cast<double>(subtopics.size()));
  conclude(out, "sum", "of the run", found);
  if (name.front() == 'n' || name == "alpha_nDCG") {
    const double ideal = add_up(scene, "ideal order, built greedily",
                                ideal_docs(*scene.grouped, subtopics, alpha, options.cutoff), false,
                                subtopics, alpha, weight, out);
    conclude(out, "ideal", "the sum of the ideal order", ideal);
    return conclude(out, name, ideal == 0.0 ? "0, since nothing is covered" : "sum / ideal",
                    ideal == 0.0 ? 0.0 : found / ideal);
  }
  if (name == "NRBP") {
    const auto n = static_cast<double>(subtopics.size());
    return conclude(out, name, "sum * (1 - (1 - alpha) beta) / subtopics",
                    n == 0.0 ? 0.0 : found * (1.0 - (1.0 - alpha) * options.beta) / n);
  }
  const double most =
      saturated_novelty(subtopics, alpha, depth_of(*scene.grouped, options.cutoff), weight);
  conclude(out, "most", "the sum if every document covered every subtopic", most);
  return conclude(out, name, most == 0.0 ? "0, since nothing is covered" : "sum / most",
                  most == 0.0 ? 0.0 : found / most);
}

}  // namespace foley::retrieval::explaining
