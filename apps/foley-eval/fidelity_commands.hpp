#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "context.hpp"

namespace foley::app {

// The commands below `fidelity`.
void add_fidelity_compare(CLI::App& fidelity, Context& context);
void add_fidelity_leaderboard(CLI::App& fidelity, Context& context);
void add_fidelity_statistics(CLI::App& fidelity, Context& context);

/// Runs a command of fidelity: what kernels refuse becomes bad input, Ctrl-C exit code 130.
void without_surprises(const std::function<void()>& command);

}  // namespace foley::app
