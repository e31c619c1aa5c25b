#include <nlohmann/json.hpp>

#include "foley/core/score_version.hpp"
#include "foley/core/version.hpp"
#include "foley/report/retrieval_document.hpp"

namespace foley::report {
namespace {

using Json = nlohmann::ordered_json;

Json input_json(const InputFile& input) {
  return {{"path", input.path}, {"sha256", input.sha256}, {"count", input.count}};
}

Json rank_json(std::int64_t rank) { return rank == 0 ? Json(nullptr) : Json(rank); }

Json verdict_json(const gate::RetrievalVerdict& verdict) {
  return {{"verdict", gate::to_string(verdict.verdict)},
          {"metric", verdict.metric},
          {"current", verdict.current},
          {"baseline", verdict.baseline},
          {"floor", verdict.floor},
          {"reason", verdict.reason},
          {"advice", verdict.advice}};
}

Json per_query_json(const retrieval::RetrievalReport& report) {
  Json queries = Json::object();
  // Ids are unique, and inserting by key would look through all before it.
  auto& members = queries.get_ref<Json::object_t&>();
  members.reserve(report.per_query.size());
  for (const retrieval::QueryResult& query : report.per_query) {
    Json values = Json::object();
    for (std::size_t m = 0; m < report.metrics.size(); ++m) {
      values[report.metrics[m]] = query.values[m];
    }
    Json result{{"metrics", std::move(values)}, {"rank", rank_json(query.best_rank)}};
    members.Container::emplace_back(query.query, std::move(result));
  }
  return queries;
}

}  // namespace

std::string retrieval_json(const RetrievalDocument& document) {
  Json out;
  out["schema"] = "foley-eval/retrieval/1";
  out["version"] = version();
  out["score_version"] = kScoreVersion;
  out["inputs"]["golden"] = input_json(document.golden);
  if (document.corpus) {
    out["inputs"]["corpus"] = input_json(*document.corpus);
    out["system"] = {{"embedder", document.embedder}, {"dim", document.dim}};
  }
  if (document.run) {
    out["inputs"]["run"] = input_json(*document.run);
  }
  out["k"] = document.report.k;
  out["rel_level"] = document.rel_level;
  out["mean"] = Json::object();
  for (std::size_t m = 0; m < document.report.metrics.size(); ++m) {
    out["mean"][document.report.metrics[m]] = document.report.mean[m];
  }
  out["broken"] = document.broken;
  out["unanswered"] = document.unanswered;
  out["unjudged"] = document.unjudged;
  out["refused"] = Json::array();
  for (const golden::RefusedClip& clip : document.refused) {
    out["refused"].push_back(
        {{"clip", clip.id}, {"license_id", clip.license}, {"reason", clip.reason}});
  }
  out["worst"] = Json::array();
  for (const WorstRow& row : document.worst) {
    out["worst"].push_back({{"query", row.result.query},
                            {"value", row.result.value},
                            {"rank", rank_json(row.result.best_rank)},
                            {"asked", row.asked},
                            {"first", row.first}});
  }
  out["gate"] = document.verdict ? verdict_json(*document.verdict) : Json(nullptr);
  out["next"] = document.next;
  out["per_query"] = per_query_json(document.report);
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace foley::report
