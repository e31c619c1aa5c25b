#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <utility>

#include "commands.hpp"
#include "context.hpp"
#include "foley/core/nearest_name.hpp"
#include "foley/core/printable.hpp"
#include "foley/core/version.hpp"
#include "terminal.hpp"

namespace {

using foley::app::Context;

constexpr const char* kFooter = R"(
Start here:
  foley-eval retrieval            score the bundled golden set
  foley-eval retrieval --gate     block a change that made search worse
  foley-eval golden check         is the golden set itself sound?
  foley-eval score my.qrels my.run               any measure of any ranked lists
  foley-eval compare my.qrels my.run other.run   is it better, or is it chance?
  foley-eval agreement ratings.csv                            do raters agree, and who does not?
  foley-eval calibrate --human humans.csv --judge judge.csv   may this judge work unattended?
  foley-eval fidelity --reference real.npz --generated made.npz   is the generator near real sound?
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
  foley::app::add_score(app, context);
  foley::app::add_compare(app, context);
  foley::app::add_tie_report(app, context);
  foley::app::add_fuse(app, context);
  foley::app::add_explain(app, context);
  foley::app::add_agreement(app, context);
  foley::app::add_calibrate(app, context);
  foley::app::add_fidelity(app, context);
  foley::app::add_measures(app, context);
  foley::app::add_trec(app, context);
  foley::app::add_doctor(app, context);
  foley::app::add_version(app, context);
  foley::app::add_completion(app, context);
}

int complain(const std::string& line, int exit_code) {
  // Whatever a message quotes stays one line of text on any terminal.
  std::fprintf(stderr, "foley-eval: %s\n", foley::printable(line).c_str());
  return exit_code;
}

std::string did_you_mean(const std::string& wrong, const std::vector<std::string>& names) {
  const std::vector<std::string_view> known(names.begin(), names.end());
  const auto nearest = foley::nearest_name(wrong, known);
  return nearest ? "; did you mean '" + *nearest + "'?" : "";
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
    for (const std::string& name : option->get_snames()) {
      names.push_back("-" + name);
    }
  }
  return names;
}

// Whether a word is an option that takes the next word as its value.
bool takes_next(const CLI::App& app, const std::string& word) {
  const CLI::Option* option = word.starts_with("-") && word.find('=') == std::string::npos
                                  ? app.get_option_no_throw(word)
                                  : nullptr;
  return option != nullptr && option->get_items_expected_max() > 0;
}

// `foley-eval retreival`, `foley-eval retrieval --gaet`: CLI11 only says that a command is missing
// or that something was not expected. Empty when the words are all known.
std::string unknown_word(const CLI::App& app, const std::vector<std::string>& words) {
  const std::vector<std::string> options = option_names(app);
  std::vector<std::string> commands;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back(sub->get_name());
  }
  const bool takes_words = std::ranges::any_of(
      app.get_options(), [](const CLI::Option* option) { return option->get_positional(); });
  bool is_value = false;
  for (const std::string& word : words) {
    const bool follows_option = std::exchange(is_value, takes_next(app, word));
    const std::string name = word.substr(0, word.find('='));
    if (word.starts_with("--") && word.size() > 2 &&
        std::find(options.begin(), options.end(), name) == options.end()) {
      return "there is no option '" + name + "'" + did_you_mean(name, options);
    }
    if (!commands.empty() && !takes_words && !follows_option && !word.starts_with("-")) {
      return "there is no command '" + word + "'" + did_you_mean(word, commands);
    }
  }
  return {};
}

// What was typed behind the commands that were understood.
std::vector<std::string> words_after(const std::string& path, int argc, char** argv) {
  const auto understood = std::count(path.begin(), path.end(), ' ') + 1;
  return {argv + std::min<std::ptrdiff_t>(understood, argc), argv + argc};
}

// Wrong use of the command line: one line that names the way to help.
int usage_error(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
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
  std::string line = unknown_word(*where, words_after(path, argc, argv));
  if (line.empty()) {
    line = error.what();
  }
  return complain(foley::printable(line, 400) + " (see " + path + " --help)",
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
    std::ostringstream text;
    app.exit(help_or_version, text, text);
    foley::app::print(text.str());
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error, argc, argv);
  }
  return context.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that goes away (`| head`) is an ordinary end of output, not a crash.
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  // A file-size limit is a failed write with a message, not a death that leaves a file behind.
  static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
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
