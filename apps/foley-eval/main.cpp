#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "commands.hpp"
#include "context.hpp"
#include "foley/core/printable.hpp"
#include "foley/core/version.hpp"
#include "terminal.hpp"

namespace {

using foley::app::Context;

constexpr const char* kFooter = R"(Start here:
  foley-eval retrieval            score the bundled golden set
  foley-eval retrieval --gate     block a change that made search worse
  foley-eval golden check         is the golden set itself sound?
  foley-eval COMMAND --help       options and examples of a command

Exit codes: 0 passed, 1 the gate failed, 2 wrong use or bad input, 3 the machine's fault.)";

void add_commands(CLI::App& app, Context& context) {
  app.footer(kFooter);
  app.set_version_flag("--version", "foley-eval " + std::string(foley::version()));
  app.require_subcommand(1);
  app.get_formatter()->column_width(28);
  foley::app::add_retrieval(app, context);
  foley::app::add_golden(app, context);
  foley::app::add_search(app, context);
  foley::app::add_doctor(app, context);
  foley::app::add_version(app, context);
  foley::app::add_completion(app, context);
}

int complain(const std::string& line, int exit_code) {
  std::fprintf(stderr, "foley-eval: %s\n", line.c_str());
  return exit_code;
}

// Wrong use of the command line: one line that names the way to help.
int usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* where = &app;
  std::string path = "foley-eval";
  for (bool deeper = true; deeper;) {
    const auto used = where->get_subcommands();
    deeper = !used.empty();
    if (deeper) {
      where = used.front();
      path += " " + where->get_name();
    }
  }
  return complain(foley::printable(error.what(), 400) + " (see " + path + " --help)",
                  foley::app::kBadInput);
}

int run(int argc, char** argv) {
  CLI::App app{"foley-eval, the test bench for sound search and sound generation", "foley-eval"};
  Context context;
  context.style = foley::app::terminal_style();
  add_commands(app, context);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error);
  }
  return context.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that goes away (`| head`) is an ordinary end of output, not a crash.
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  try {
    return run(argc, argv);
  } catch (const foley::app::Failure& failure) {
    return complain(failure.line, failure.exit_code);
  } catch (const std::bad_alloc&) {
    return complain("out of memory; give the process more, or smaller input",
                    foley::app::kEnvironment);
  } catch (const std::exception& error) {
    return complain(std::string("a fault of foley-eval itself: ") + error.what() +
                        "; please report it with the command you ran",
                    foley::app::kEnvironment);
  }
}
