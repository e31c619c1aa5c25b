#include <memory>

#include "commands.hpp"
#include "data_paths.hpp"
#include "fixtures.hpp"
#include "foley/core/printable.hpp"
#include "foley/report/search_document.hpp"
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

void run(const SearchOptions& options, const Context& context) {
  if (options.query.empty() == options.similar.empty()) {
    throw Failure{"say what to search for: a QUERY or --similar CLIP, one of them", kBadInput};
  }
  const LoadedCorpus corpus =
      read_corpus(options.corpus.empty() ? data_paths().corpus : options.corpus);
  const search::HashingBowEmbedder embedder;
  const golden::EvalLibrary built = library_over(corpus, embedder);
  report::SearchDocument document{options.query, options.similar, options.k, {}};
  if (!options.similar.empty()) {
    if (built.library.find(options.similar) == nullptr) {
      throw Failure{"the library has no clip '" + printable(options.similar, 80) +
                        "'; ids look like ring0:door_slam_heavy_wood",
                    kBadInput};
    }
    document.found = built.library.similar(options.similar, static_cast<std::size_t>(options.k));
  } else {
    search::SearchFilters filters;
    if (options.commercial) {
      filters.commercial_ok = true;
    }
    if (!options.ucs_category.empty()) {
      filters.ucs_category = options.ucs_category;
    }
    document.found = value_or_fail(built.library.search(options.query, options.k, filters));
  }
  print(options.json ? report::search_json(document)
                     : report::search_text(document, context.style));
}

}  // namespace

void add_search(CLI::App& app, Context& context) {
  auto options = std::make_shared<SearchOptions>();
  CLI::App* command =
      app.add_subcommand("search", "Try a query against the library that is evaluated");
  command->footer(R"(
Examples:
  foley-eval search "steady rain on a window"
  foley-eval search "door" --ucs-category DOORWood -k 5
  foley-eval search --similar ring0:door_slam_heavy_wood

The order is the fusion of two legs: cosine of word vectors, and BM25 over caption and tags.
The built-in embedder knows words, not meanings; it tests the search path.)");
  command->add_option("query", options->query, "What to search for")
      ->type_name("TEXT")
      ->check(not_empty);
  command->add_option("--similar", options->similar, "Find clips like this one instead")
      ->type_name("CLIP")
      ->check(not_empty);
  command->add_option("--corpus", options->corpus, "Corpus to search; default: the bundled one")
      ->type_name("FILE")
      ->check(not_empty);
  command->add_option("-k", options->k, "How many results")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100000}).description(""))
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--ucs-category", options->ucs_category, "Only clips of this CatID")
      ->type_name("CATID")
      ->check(not_empty);
  command->add_flag("--commercial-ok", options->commercial,
                    "Only clips whose licence allows commercial use");
  command->add_flag("--json", options->json, "Write JSON for programs");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace foley::app
