#pragma once

#include <string>

#include "foley/core/printable.hpp"
#include "foley/report/retrieval_document.hpp"

namespace foley::report {

/// Text that would clear the screen, forge a line and turn the reading direction.
inline const std::string kEvil = "x\x1b[2J\r\nPASS\u202e\u009b1m";

/// True when a text holds nothing but printable characters and line ends.
inline bool is_plain(const std::string& text) {
  std::string without_newlines;
  for (const char c : text) {
    if (c != '\n') {
      without_newlines += c;
    }
  }
  return without_newlines == printable(without_newlines);
}

/// Two queries over a corpus, with a verdict.
inline RetrievalDocument evaluated() {
  RetrievalDocument document;
  document.report.metrics = {"ndcg@10", "mrr@10"};
  document.report.per_query = {{"g1::0", {1.0, 1.0}, 2, 1}, {"g2::0", {0.0, 0.0}, 0, 0}};
  document.report.mean = {0.5, 0.5};
  document.golden = {"seed.json", "aa", 2};
  document.corpus = InputFile{"corpus.json", "bb", 3};
  document.embedder = "hashing";
  document.dim = 64;
  document.worst = {{{"g2::0", 0.0, 0, 0}, "wind in trees", "ring0:rain"},
                    {{"g1::0", 1.0, 2, 1}, "rain", ""}};
  document.worst_metric = "ndcg@10";
  document.verdict = gate::RetrievalVerdict{.verdict = gate::Verdict::fail,
                                            .metric = "ndcg@10",
                                            .current = 0.5,
                                            .baseline = 0.75,
                                            .floor = 0.73,
                                            .reason = "it fell",
                                            .advice = "look"};
  document.next = "look at g2";
  return document;
}

/// A given run against qrels, without corpus and gate.
inline RetrievalDocument scored_run() {
  RetrievalDocument document = evaluated();
  document.corpus.reset();
  document.verdict.reset();
  document.run = InputFile{"run.txt", "cc", 2};
  document.unanswered = 1;
  document.unjudged = 2;
  for (WorstRow& row : document.worst) {
    row.asked.clear();
  }
  return document;
}

}  // namespace foley::report
