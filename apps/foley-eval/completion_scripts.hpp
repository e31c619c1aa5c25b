#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace foley::app {

// Completion scripts made from the commands and options as they are, so that they cannot drift.
[[nodiscard]] std::string bash_completion(const CLI::App& root);
[[nodiscard]] std::string zsh_completion(const CLI::App& root);
[[nodiscard]] std::string fish_completion(const CLI::App& root);

}  // namespace foley::app
