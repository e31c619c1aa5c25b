#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "foley/io/judged_run.hpp"
#include "foley/io/rankings.hpp"
#include "foley/retrieval/topic_set.hpp"
#include "support/oracle.hpp"

namespace foley::testing {

/// Folder of what trec_eval said.
inline std::filesystem::path trec_folder() { return shared_folder() / "oracles" / "trec"; }

/// A file of it, NaN read as null; nothing where the shared folder is not there.
inline std::optional<Json> load_trec_oracle(const std::string& name) {
  const auto path = trec_folder() / name;
  if (!std::filesystem::exists(path)) {
    return std::nullopt;
  }
  std::string text = file_text(path);
  for (std::size_t at = text.find("NaN"); at != std::string::npos; at = text.find("NaN", at)) {
    text.replace(at, 3, "null");
  }
  return Json::parse(text);
}

/// A run file seen through qrels, both of the folder.
struct TrecInput {
  io::Ranking<Qrels> qrels;
  retrieval::TopicSet topics;
  retrieval::JudgedRun run;

  TrecInput(const std::string& qrels_name, const std::string& run_name,
            const retrieval::RankingOptions& options, bool float_scores)
      : qrels(io::load_qrels((trec_folder() / qrels_name).string()).value()),
        topics(qrels.table),
        run(load(run_name, options, float_scores)) {}

 private:
  retrieval::JudgedRun load(const std::string& name, const retrieval::RankingOptions& options,
                            bool float_scores) const {
    io::RunReading reading;
    reading.ranking = options;
    reading.float_scores = float_scores;
    return io::load_judged_run((trec_folder() / name).string(), topics, reading).value().run;
  }
};

}  // namespace foley::testing
