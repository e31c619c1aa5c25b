#include <algorithm>
#include <cmath>

#include "../log_discount.hpp"
#include "../registry/spec_options.hpp"
#include "foley/retrieval/measures/err.hpp"
#include "scene.hpp"

namespace foley::retrieval::explaining {
namespace {

// A document of a sum that is discounted by rank.
struct Place {
  std::string_view id;
  std::int64_t rank = 0;
  std::optional<double> grade{};
  double gain = 0.0;
};

double add_up(const std::string& title, const std::vector<Place>& places, Explanation& out) {
  ExplainTable table{
      title, {"rank", "document", "grade", "gain", "discount", "gain/discount", "sum"}, {}};
  double sum = 0.0;
  std::size_t last = 0;
  for (const Place& place : places) {
    const double discount = log_discount(place.rank);
    // Unjudged documents are no term of the sum: adding 0 could change the sign of a zero.
    const double part = place.gain / discount;
    sum = place.grade ? sum + part : sum;
    table.rows.push_back({place.rank, text_cell(place.id), grade_cell(place.grade), place.gain,
                          discount, place.grade ? part : 0.0, sum});
    last = place.grade ? table.rows.size() : last;
  }
  keep_rows(table, last);
  out.tables.push_back(std::move(table));
  return sum;
}

std::vector<Place> ideal_places(const Scene& scene, const std::vector<Place>& judged) {
  std::vector<Place> places = judged;
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return std::isnan(b.gain) ? !std::isnan(a.gain) : a.gain > b.gain;
  });
  places.resize(scene.cutoff().kept(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].rank = static_cast<std::int64_t>(i) + 1;
  }
  return places;
}

}  // namespace

double explain_dcg(const Scene& scene, Explanation& out) {
  const DcgOptions options = scene.negative_gains ? DcgOptions{} : dcg_options(scene.spec);
  const auto gain = [&](double grade) {
    return scene.negative_gains ? grade : dcg_gain(options, grade);
  };
  std::vector<Place> run;
  for (const RankedDoc& doc : scene.run) {
    if (doc.rank <= scene.kept()) {
      run.push_back({doc.id, doc.rank, doc.grade, doc.grade ? gain(*doc.grade) : 0.0});
    }
  }
  const double found = add_up("run", run, out);
  if (scene.spec.info->name == "DCG") {
    return conclude(out, "DCG", "the sum", found);
  }
  std::vector<Place> judged;
  for (const GradedDoc& doc : scene.judged) {
    judged.push_back({doc.id, 0, doc.grade, gain(doc.grade)});
  }
  const double ideal =
      add_up("ideal order of the judged documents", ideal_places(scene, judged), out);
  conclude(out, "DCG", "the sum of the run", found);
  conclude(out, "ideal DCG", "the sum of the ideal order", ideal);
  return conclude(out, "nDCG", ideal == 0.0 ? "0, since nothing has a gain" : "DCG / ideal DCG",
                  ideal == 0.0 ? 0.0 : found / ideal);
}

namespace {

double cascade(const std::string& title, const std::vector<Place>& places, double max_rel,
               Explanation& out) {
  ExplainTable table{
      title, {"rank", "document", "grade", "stops", "still looking", "part", "sum"}, {}};
  double sum = 0.0;
  double looking = 1.0;
  std::size_t last = 0;
  for (const Place& place : places) {
    const double stop = place.grade ? err_stop(*place.grade, max_rel) : 0.0;
    const double part = looking * stop / static_cast<double>(place.rank);
    sum += part;
    table.rows.push_back(
        {place.rank, text_cell(place.id), grade_cell(place.grade), stop, looking, part, sum});
    looking *= 1.0 - stop;
    last = place.grade ? table.rows.size() : last;
  }
  keep_rows(table, last);
  out.tables.push_back(std::move(table));
  return sum;
}

}  // namespace

double explain_err(const Scene& scene, Explanation& out) {
  const double max_rel = scene.spec.number("max_rel").value_or(4.0);
  std::vector<Place> run;
  for (const RankedDoc& doc : scene.run) {
    if (doc.rank <= scene.kept()) {
      run.push_back({doc.id, doc.rank, doc.grade, 0.0});
    }
  }
  const double found = cascade("run", run, max_rel, out);
  if (scene.spec.info->name == "ERR") {
    return conclude(out, "ERR", "the sum of still looking * stops / rank", found);
  }
  std::vector<Place> judged;
  for (const GradedDoc& doc : scene.judged) {
    judged.push_back({doc.id, 0, doc.grade, doc.grade});
  }
  const double ideal =
      cascade("ideal order of the judged documents", ideal_places(scene, judged), max_rel, out);
  conclude(out, "ERR", "the sum of the run", found);
  conclude(out, "ideal ERR", "the sum of the ideal order", ideal);
  return conclude(out, "nERR", ideal == 0.0 ? "0, since nothing satisfies" : "ERR / ideal ERR",
                  ideal == 0.0 ? 0.0 : found / ideal);
}

double explain_rbp(const Scene& scene, Explanation& out) {
  const RbpOptions options = rbp_options(scene.spec);
  ExplainTable table{
      "run", {"rank", "document", "grade", "gain", "weight", "gain*weight", "sum"}, {}};
  double sum = 0.0;
  double judged = 0.0;
  std::size_t last = 0;
  for (const RankedDoc& doc : scene.run) {
    if (doc.rank > scene.kept()) {
      break;
    }
    const double weight = rbp_weight(options.p, doc.rank);
    const double gain = doc.grade ? rbp_gain(options, *doc.grade) : 0.0;
    sum += weight * gain;
    judged += doc.grade && *doc.grade >= 0.0 ? weight : 0.0;
    table.rows.push_back(
        {doc.rank, text_cell(doc.id), grade_cell(doc.grade), gain, weight, weight * gain, sum});
    last = doc.grade ? table.rows.size() : last;
  }
  keep_rows(table, last);
  out.tables.push_back(std::move(table));
  const double residual = std::max(0.0, 1.0 - judged);
  if (scene.spec.flag("residual")) {
    conclude(out, "RBP", "the sum", sum);
    return conclude(out, "residual", "1 - weight of the judged documents", residual);
  }
  conclude(out, "residual", "1 - weight of the judged documents", residual);
  return conclude(out, "RBP", "the sum; at most the residual could be added", sum);
}

}  // namespace foley::retrieval::explaining
