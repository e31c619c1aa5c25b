#include <algorithm>
#include <stdexcept>

#include "fidelity_commands.hpp"
#include "fidelity_inputs.hpp"
#include "foley/core/progress.hpp"

namespace foley::app {

std::vector<gate::Rule> read_rules(const std::vector<std::string>& texts) {
  std::vector<gate::Rule> rules;
  for (const std::string& text : texts) {
    rules.push_back(value_or_fail(gate::parse_rule(text, "--gate")));
  }
  return rules;
}

std::vector<report::FidelityRule> check_rules(const std::vector<gate::Rule>& rules,
                                              const std::vector<gate::Quantity>& quantities) {
  std::vector<report::FidelityRule> outcomes;
  for (const gate::Rule& rule : rules) {
    const gate::RuleOutcome found = value_or_fail(gate::check_rule(rule, quantities, "--gate"));
    outcomes.push_back({rule.text(), found.passed,
                        rule.quantity + (found.value ? " is " + report::figure_text(*found.value)
                                                     : " has no value here")});
  }
  return outcomes;
}

bool all_passed(const std::vector<report::FidelityRule>& rules) {
  return std::ranges::all_of(rules, &report::FidelityRule::passed);
}

void without_surprises(const std::function<void()>& command) {
  constexpr int kInterrupted = 130;  // 128 + SIGINT, as shells have it
  try {
    command();
  } catch (const Stopped& stopped) {
    throw Failure{std::string(stopped.what()) + "; nothing was written", kInterrupted};
  } catch (const std::invalid_argument& fault) {
    throw Failure{fault.what(), kBadInput};
  }
}

}  // namespace foley::app
