#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "foley/core/score_version.hpp"
#include "foley/core/version.hpp"
#include "terminal.hpp"

namespace foley::app {

void add_version(CLI::App& app, Context&) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("version", "Version of the program and of its scores");
  command->footer(
      "The score version rises when a known input gives another number;\n"
      "results of different score versions do not compare.");
  command->add_flag("--json", *json, "Write JSON for programs");
  command->callback([json] {
    if (*json) {
      const nlohmann::ordered_json out{{"version", version()}, {"score_version", kScoreVersion}};
      print(out.dump(2) + "\n");
    } else {
      print("foley-eval " + std::string(version()) + " (scores " + std::to_string(kScoreVersion) +
            ")\n");
    }
  });
}

}  // namespace foley::app
