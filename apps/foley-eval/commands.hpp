#pragma once

#include <CLI/CLI.hpp>

#include "context.hpp"

namespace foley::app {

// Each adds one command with its options to `app`; running it fills the context.
void add_retrieval(CLI::App& app, Context& context);
void add_golden(CLI::App& app, Context& context);
void add_search(CLI::App& app, Context& context);
void add_score(CLI::App& app, Context& context);
void add_compare(CLI::App& app, Context& context);
void add_tie_report(CLI::App& app, Context& context);
void add_fuse(CLI::App& app, Context& context);
void add_explain(CLI::App& app, Context& context);
void add_agreement(CLI::App& app, Context& context);
void add_calibrate(CLI::App& app, Context& context);
void add_fidelity(CLI::App& app, Context& context);
void add_measures(CLI::App& app, Context& context);
void add_trec(CLI::App& app, Context& context);
void add_doctor(CLI::App& app, Context& context);
void add_version(CLI::App& app, Context& context);
void add_completion(CLI::App& app, Context& context);

// The command below `agreement`.
void add_agreement_plan(CLI::App& agreement, Context& context);

}  // namespace foley::app
