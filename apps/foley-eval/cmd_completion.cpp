#include <memory>

#include "commands.hpp"
#include "completion_scripts.hpp"
#include "terminal.hpp"

namespace foley::app {

void add_completion(CLI::App& app, Context&) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completion", "Print a completion script for your shell");
  command->footer(R"(
Examples:
  source <(foley-eval completion bash)
  foley-eval completion zsh > "${fpath[1]}/_foley-eval"
  foley-eval completion fish | source)");
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([shell, &app] {
    print(*shell == "bash"  ? bash_completion(app)
          : *shell == "zsh" ? zsh_completion(app)
                            : fish_completion(app));
  });
}

}  // namespace foley::app
