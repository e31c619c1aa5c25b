#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "trec_inputs.hpp"

namespace foley::app {

/// What `foley-eval trec -h` prints: the options, and with -m the measures that were named.
[[nodiscard]] std::string trec_help(const CLI::App& command, const TrecArguments& arguments);

/// Adds the options under trec_eval's letters and long names.
void add_trec_options(CLI::App& command, TrecArguments& arguments);

}  // namespace foley::app
