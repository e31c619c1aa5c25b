#include <algorithm>

#include "scene.hpp"

namespace foley::retrieval::explaining {
namespace {

double number(std::int64_t count) { return static_cast<double>(count); }

// Ranks with the number of relevant documents so far, down to the last relevant within `depth`.
double count_down_to(const Scene& scene, std::int64_t depth, Explanation& out) {
  ExplainTable table{"run", {"rank", "document", "grade", "relevant", "found"}, {}};
  double found = 0.0;
  std::size_t last = 0;
  for (const RankedDoc& doc : scene.run) {
    if (doc.rank > depth) {
      break;
    }
    const bool relevant = scene.relevant(doc);
    found += relevant ? 1.0 : 0.0;
    table.rows.push_back({doc.rank, text_cell(doc.id), grade_cell(doc.grade),
                          text_cell(relevant    ? "yes"
                                    : doc.grade ? "no"
                                                : "unjudged"),
                          static_cast<std::int64_t>(found)});
    last = relevant ? table.rows.size() : last;
  }
  keep_rows(table, std::max<std::size_t>(last, 10));
  out.tables.push_back(std::move(table));
  return conclude(out, "found", "relevant documents within the cut-off", found);
}

double f_measure(const Scene& scene, double found, Explanation& out) {
  const auto k = scene.cutoff().value();
  const double looked_at = k ? number(*k) : static_cast<double>(scene.ranking.retrieved());
  if (found == 0.0) {
    return conclude(out, "F", "0, since nothing relevant was found", 0.0);
  }
  const double beta = scene.spec.number("beta").value_or(1.0);
  const double precision =
      conclude(out, "P", k ? "found / k" : "found / retrieved", found / looked_at);
  const double recall = conclude(out, "R", "found / all relevant", found / scene.all_relevant());
  const double weight = beta * beta;
  return conclude(out, "F", "(1 + beta^2) P R / (beta^2 P + R)",
                  (1.0 + weight) * precision * recall / (weight * precision + recall));
}

}  // namespace

double explain_counts(const Scene& scene, Explanation& out) {
  const std::string_view name = scene.spec.info->name;
  const double relevant = scene.all_relevant();
  if (name == "Rprec") {
    const double found = count_down_to(scene, static_cast<std::int64_t>(relevant), out);
    return conclude(out, "Rprec", relevant == 0.0 ? "0, since nothing is relevant" : "found / R",
                    relevant == 0.0 ? 0.0 : found / relevant);
  }
  const double found = count_down_to(scene, scene.kept(), out);
  if (name == "P") {
    return conclude(out, "P", "found / k", found / number(scene.cutoff().value().value_or(1)));
  }
  if (name == "R") {
    return conclude(out, "R",
                    relevant == 0.0 ? "0, since nothing is relevant" : "found / all relevant",
                    relevant == 0.0 ? 0.0 : found / relevant);
  }
  if (name == "Success") {
    return conclude(out, "Success", "1 if any was found", found > 0.0 ? 1.0 : 0.0);
  }
  if (name == "Hits") {
    return conclude(out, "Hits", "found", found);
  }
  return f_measure(scene, found, out);
}

double explain_ap(const Scene& scene, Explanation& out) {
  ExplainTable table{"run", {"rank", "document", "grade", "found", "precision", "sum"}, {}};
  double found = 0.0;
  double sum = 0.0;
  std::size_t last = 0;
  for (const RankedDoc& doc : scene.run) {
    if (doc.rank > scene.kept()) {
      break;
    }
    ExplainCell precision;
    if (scene.relevant(doc)) {
      found += 1.0;
      sum += found / number(doc.rank);
      precision = found / number(doc.rank);
      last = table.rows.size() + 1;
    }
    table.rows.push_back({doc.rank, text_cell(doc.id), grade_cell(doc.grade),
                          static_cast<std::int64_t>(found), precision, sum});
  }
  keep_rows(table, last);
  out.tables.push_back(std::move(table));
  const double relevant = scene.all_relevant();
  conclude(out, "sum", "precision at each relevant document", sum);
  conclude(out, "R", "all relevant documents, found or not", relevant);
  return conclude(out, "AP", relevant == 0.0 ? "0, since nothing is relevant" : "sum / R",
                  relevant == 0.0 ? 0.0 : sum / relevant);
}

double explain_rr(const Scene& scene, Explanation& out) {
  ExplainTable table{"run", {"rank", "document", "grade", "relevant"}, {}};
  for (const RankedDoc& doc : scene.run) {
    if (doc.rank > scene.kept()) {
      break;
    }
    const bool relevant = scene.relevant(doc);
    table.rows.push_back({doc.rank, text_cell(doc.id), grade_cell(doc.grade),
                          text_cell(relevant    ? "yes"
                                    : doc.grade ? "no"
                                                : "unjudged")});
    if (relevant) {
      out.tables.push_back(std::move(table));
      conclude(out, "rank", "of the first relevant document", number(doc.rank));
      return conclude(out, "RR", "1 / rank", 1.0 / number(doc.rank));
    }
  }
  keep_rows(table, 10);
  out.tables.push_back(std::move(table));
  return conclude(out, "RR", "0, since nothing relevant was found", 0.0);
}

double explain_judged(const Scene& scene, Explanation& out) {
  ExplainTable table{"run", {"rank", "document", "grade", "judged", "count"}, {}};
  double judged = 0.0;
  for (const RankedDoc& doc : scene.run) {
    if (doc.rank > scene.kept()) {
      break;
    }
    const bool counts = doc.grade && *doc.grade >= 0.0;
    judged += counts ? 1.0 : 0.0;
    table.rows.push_back({doc.rank, text_cell(doc.id), grade_cell(doc.grade),
                          text_cell(counts ? "yes" : "no"), static_cast<std::int64_t>(judged)});
  }
  out.tables.push_back(std::move(table));
  conclude(out, "judged", "documents with a grade >= 0", judged);
  const double kept = conclude(out, "documents", "within the cut-off", number(scene.kept()));
  return conclude(out, "Judged",
                  kept == 0.0 ? "0, since nothing was retrieved" : "judged / documents",
                  kept == 0.0 ? 0.0 : judged / kept);
}

double explain_bpref(const Scene& scene, Explanation& out) {
  const double relevant = scene.all_relevant();
  const double wrong = static_cast<double>(scene.ranking.relevant(0.0)) - relevant;
  conclude(out, "R", "relevant documents", relevant);
  conclude(out, "W", "judged documents that are not relevant", wrong);
  if (relevant == 0.0) {
    return conclude(out, "bpref", "0, since nothing is relevant", 0.0);
  }
  ExplainTable table{"judged documents of the run",
                     {"rank", "document", "grade", "wrong above", "part", "sum"},
                     {}};
  double sum = 0.0;
  double above = 0.0;
  for (const RankedDoc& doc : scene.run) {
    if (!doc.grade || *doc.grade < 0.0) {
      continue;
    }
    ExplainCell part;
    const double at = above;
    if (scene.relevant(doc)) {
      const double value =
          above == 0.0 ? 1.0 : 1.0 - std::min(above, relevant) / std::min(wrong, relevant);
      sum += value;
      part = value;
    } else {
      above += 1.0;
    }
    table.rows.push_back({doc.rank, text_cell(doc.id), grade_cell(doc.grade),
                          static_cast<std::int64_t>(at), part, sum});
  }
  out.tables.push_back(std::move(table));
  conclude(out, "sum", "1 - min(wrong above, R) / min(W, R) of each relevant document", sum);
  return conclude(out, "bpref", "sum / R", sum / relevant);
}

double explain_inf_ap(const Scene& scene, Explanation& out) {
  constexpr double kSmall = 0.00001;
  const double relevant = scene.all_relevant();
  conclude(out, "R", "relevant documents", relevant);
  if (relevant == 0.0) {
    return conclude(out, "infAP", "0, since nothing is relevant", 0.0);
  }
  ExplainTable table{"pooled documents of the run",
                     {"rank", "document", "grade", "right", "wrong", "unjudged", "part", "sum"},
                     {}};
  double sum = 0.0;
  double right = 0.0;
  double wrong = 0.0;
  double pooled = 0.0;
  for (const RankedDoc& doc : scene.run) {
    if (!doc.grade) {
      continue;
    }
    std::vector<ExplainCell> row{doc.rank,
                                 text_cell(doc.id),
                                 grade_cell(doc.grade),
                                 static_cast<std::int64_t>(right),
                                 static_cast<std::int64_t>(wrong),
                                 static_cast<std::int64_t>(pooled)};
    ExplainCell part;
    if (*doc.grade < 0.0) {
      pooled += 1.0;
    } else if (!scene.relevant(doc)) {
      wrong += 1.0;
    } else {
      const double above = number(doc.rank - 1);
      const double value =
          doc.rank == 1
              ? 1.0
              : 1.0 / (above + 1.0) + (above / (above + 1.0)) * ((right + wrong + pooled) / above) *
                                          ((right + kSmall) / (right + wrong + 2 * kSmall));
      sum += value;
      part = value;
      right += 1.0;
    }
    row.push_back(part);
    row.emplace_back(sum);
    table.rows.push_back(std::move(row));
  }
  out.tables.push_back(std::move(table));
  conclude(out, "sum", "expected precision at each relevant document", sum);
  return conclude(out, "infAP", "sum / R", sum / relevant);
}

}  // namespace foley::retrieval::explaining
