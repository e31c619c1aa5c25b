#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>

#include "commands.hpp"
#include "data_paths.hpp"
#include "fixtures.hpp"
#include "foley/core/digest.hpp"
#include "foley/core/linear_algebra.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/score_version.hpp"
#include "foley/core/version.hpp"
#include "foley/golden/baseline.hpp"
#include "foley/golden/ucs.hpp"
#include "foley/io/baseline_json.hpp"
#include "foley/report/program_document.hpp"
#include "terminal.hpp"

namespace foley::app {
namespace {

using Check = report::HealthCheck;

// Runs a check; what it throws becomes its finding.
template <class Look>
Check look_at(const std::string& name, Look look) {
  try {
    return {name, true, look()};
  } catch (const Failure& failure) {
    return {name, false, failure.line};
  } catch (const std::exception& error) {
    return {name, false, error.what()};
  }
}

std::string digests_work() {
  // FIPS 180-4 and RFC 1321 test vectors: a crypto library may have MD5 switched off.
  if (sha256_hex("abc") != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" ||
      md5("abc")[0] != 0x90) {
    throw Failure{"digests are wrong: reinstall OpenSSL", kEnvironment};
  }
  return "SHA-256 and MD5 give their published values";
}

std::string linear_algebra_works() {
  if (const auto fault = linear_algebra_fault()) {
    throw Failure{*fault + ", by " + linear_algebra_name() +
                      ": set OPENBLAS_CORETYPE to an older processor, or install another BLAS",
                  kEnvironment};
  }
  return linear_algebra_name();
}

bool is_sound(const std::filesystem::path& file) {
  std::error_code code;
  return std::filesystem::is_regular_file(file, code) && std::filesystem::file_size(file, code) > 0;
}

std::string sounds_exist(const DataPaths& paths) {
  const LoadedCorpus manifest = read_corpus(paths.manifest);
  const auto folder = std::filesystem::path(paths.manifest).parent_path();
  std::size_t missing = 0;
  for (const golden::CorpusEntry& entry : manifest.entries) {
    missing += is_sound(folder / entry.file) ? 0 : 1;
  }
  if (missing > 0) {
    throw Failure{std::to_string(missing) + " of " + std::to_string(manifest.entries.size()) +
                      " sound files are missing or empty: reinstall the data",
                  kEnvironment};
  }
  return std::to_string(manifest.entries.size()) + " sound files are there";
}

std::string baseline_fits(const DataPaths& paths) {
  const golden::Baseline baseline = value_or_fail(io::load_baseline(paths.baseline));
  const golden::Staleness stale = golden::staleness(baseline, read_golden(paths.golden).file.sha256,
                                                    read_corpus(paths.corpus).file.sha256);
  if (stale.any()) {
    throw Failure{"it is older than the golden set or corpus: --update-baseline", kBadInput};
  }
  return baseline.metric + " " + fixed_text(baseline.value, 4) + " of " + baseline.updated_at +
         ", fresh";
}

std::string search_works(const DataPaths& paths) {
  const LoadedCorpus corpus = read_corpus(paths.corpus);
  const search::HashingBowEmbedder embedder;
  const golden::EvalLibrary built = library_over(corpus, embedder);
  const auto found = value_or_fail(built.library.search(corpus.entries.front().caption, 1));
  if (found.empty() || found.front().sound->id != golden::clip_id(corpus.entries.front().file)) {
    throw Failure{"a clip is not found by its own caption", kEnvironment};
  }
  return std::to_string(built.library.records().size()) + " clips, " +
         std::to_string(built.refused.size()) +
         " refused by licence; a clip is found by its caption";
}

std::vector<Check> examine() {
  std::vector<Check> checks;
  checks.push_back(look_at("program", [] {
    return "foley-eval " + std::string(version()) + ", scores " + std::to_string(kScoreVersion);
  }));
  checks.push_back(look_at("digests", digests_work));
  checks.push_back(look_at("linear algebra", linear_algebra_works));
  checks.push_back(look_at("categories", [] {
    return std::to_string(golden::ucs_categories().size()) + " CatIDs of UCS 8.2.1";
  }));
  DataPaths paths;
  checks.push_back(look_at("data folder", [&] {
    paths = data_paths();
    return paths.folder + (std::getenv("FOLEY_EVAL_DATA") == nullptr ? "" : " (FOLEY_EVAL_DATA)");
  }));
  if (!checks.back().ok) {
    return checks;
  }
  checks.push_back(look_at("golden set", [&] {
    return std::to_string(read_golden(paths.golden).items.size()) + " items";
  }));
  checks.push_back(look_at("search", [&] { return search_works(paths); }));
  checks.push_back(look_at("sounds", [&] { return sounds_exist(paths); }));
  checks.push_back(look_at("baseline", [&] { return baseline_fits(paths); }));
  return checks;
}

void run(bool json, Context& context) {
  const std::vector<Check> checks = examine();
  for (const Check& check : checks) {
    context.exit_code = check.ok ? context.exit_code : int{kEnvironment};
  }
  print(json ? report::health_json(checks) : report::health_text(checks, context.style));
}

}  // namespace

void add_doctor(CLI::App& app, Context& context) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command =
      app.add_subcommand("doctor", "Is everything here that the program needs? Exit 3 if not");
  command->footer(
      "Looks at digests, linear algebra, data folder, golden set, search, sound files and "
      "baseline,\n"
      "and says what to do about a fault. FOLEY_EVAL_DATA names another data folder.\n\n"
      "Examples:\n"
      "  foley-eval doctor\n"
      "  foley-eval doctor --json");
  command->add_flag("--json", *json, "Write JSON for programs");
  command->callback([json, &context] { run(*json, context); });
}

}  // namespace foley::app
