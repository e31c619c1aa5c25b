#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "data_paths.hpp"
#include "fixtures.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

struct SearchOptions {
  std::string query;
  std::string similar;
  std::string corpus;
  std::int64_t k = 10;
  std::string ucs_category;
  bool commercial = false;
  bool json = false;
};

std::string shown(const std::optional<double>& score) {
  return score ? fixed_text(*score, 4) : "–";
}

nlohmann::ordered_json number(const std::optional<double>& score) {
  return score ? nlohmann::ordered_json(*score) : nlohmann::ordered_json(nullptr);
}

void print_json(const SearchOptions& options, std::span<const search::Candidate> found) {
  nlohmann::ordered_json out;
  out["schema"] = "foley-eval/search/1";
  out["query"] = options.query;
  out["similar"] = options.similar;
  out["k"] = options.k;
  out["hits"] = nlohmann::ordered_json::array();
  for (const search::Candidate& each : found) {
    out["hits"].push_back({{"clip", each.sound->id},
                           {"caption", each.sound->caption},
                           {"ucs_category", each.sound->ucs_category},
                           {"license", each.sound->license.id},
                           {"uri", each.sound->uri},
                           {"clap_score", number(each.clap_score)},
                           {"bm25_score", number(each.bm25_score)},
                           {"rrf_score", each.rrf_score}});
  }
  print(out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void print_table(std::span<const search::Candidate> found, bool similar, const Context& context) {
  if (found.empty()) {
    print("nothing found; try fewer filters or other words\n");
    return;
  }
  report::TextTable table(
      similar ? std::vector<std::string>{"rank", "clip", "similarity", "caption"}
              : std::vector<std::string>{"rank", "clip", "fused", "vector", "keyword", "caption"},
      similar ? std::vector<bool>{true, false, true, false}
              : std::vector<bool>{true, false, true, true, true, false});
  for (std::size_t i = 0; i < found.size(); ++i) {
    const search::Candidate& each = found[i];
    std::vector<std::string> row{std::to_string(i + 1), printable(each.sound->id, 48)};
    if (!similar) {
      row.push_back(fixed_text(each.rrf_score, 4));
    }
    row.push_back(shown(each.clap_score));
    if (!similar) {
      row.push_back(shown(each.bm25_score));
    }
    row.push_back(each.sound->caption);
    table.add(std::move(row));
  }
  print(table.text(context.style));
}

void run(const SearchOptions& options, const Context& context) {
  if (options.query.empty() == options.similar.empty()) {
    throw Failure{"say what to search for: either a QUERY or --similar CLIP", kBadInput};
  }
  const LoadedCorpus corpus =
      read_corpus(options.corpus.empty() ? data_paths().corpus : options.corpus);
  const search::HashingBowEmbedder embedder;
  const golden::EvalLibrary built = library_over(corpus, embedder);
  std::vector<search::Candidate> found;
  if (!options.similar.empty()) {
    if (built.library.find(options.similar) == nullptr) {
      throw Failure{"the library has no clip '" + printable(options.similar, 80) +
                        "'; ids look like ring0:door_slam",
                    kBadInput};
    }
    found = built.library.similar(options.similar, static_cast<std::size_t>(options.k));
  } else {
    search::SearchFilters filters;
    if (options.commercial) {
      filters.commercial_ok = true;
    }
    if (!options.ucs_category.empty()) {
      filters.ucs_category = options.ucs_category;
    }
    found = value_or_fail(built.library.search(options.query, options.k, filters));
  }
  if (options.json) {
    print_json(options, found);
  } else {
    print_table(found, !options.similar.empty(), context);
  }
}

}  // namespace

void add_search(CLI::App& app, Context& context) {
  auto options = std::make_shared<SearchOptions>();
  CLI::App* command =
      app.add_subcommand("search", "Try a query against the library that is evaluated");
  command->footer(R"(Examples:
  foley-eval search "steady rain on a window"
  foley-eval search "door" --ucs-category DOORWood -k 5
  foley-eval search --similar ring0:door_slam

The order is the fusion of two legs: cosine of word vectors, and BM25 over caption and tags.
The built-in embedder knows words, not meanings; it tests the search path.)");
  command->add_option("query", options->query, "What to search for");
  command->add_option("--similar", options->similar, "Find clips like this one instead");
  command->add_option("--corpus", options->corpus, "Corpus to search; default: the bundled one");
  command->add_option("-k", options->k, "How many results")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100000}))
      ->capture_default_str();
  command->add_option("--ucs-category", options->ucs_category, "Only clips of this CatID");
  command->add_flag("--commercial-ok", options->commercial,
                    "Only clips whose licence allows commercial use");
  command->add_flag("--json", options->json, "Write JSON for programs");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace foley::app
