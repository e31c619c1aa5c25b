#include <memory>

#include "commands.hpp"
#include "foley/report/program_document.hpp"
#include "terminal.hpp"

namespace foley::app {

void add_version(CLI::App& app, Context&) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("version", "Version of the program and of its scores");
  command->footer(
      "The score version rises when a known input gives another number;\n"
      "results of different score versions do not compare.\n\n"
      "Examples:\n"
      "  foley-eval version\n"
      "  foley-eval version --json");
  command->add_flag("--json", *json, "Write JSON for programs");
  command->callback([json] { print(*json ? report::version_json() : report::version_text()); });
}

}  // namespace foley::app
