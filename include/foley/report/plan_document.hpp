#pragma once

#include <optional>
#include <string>
#include <vector>

#include "foley/reliability/level.hpp"
#include "foley/reliability/planning.hpp"
#include "foley/report/table.hpp"

namespace foley::report {

/// How much is to be rated more than once, with what that rests on.
struct PlanDocument {
  std::string pilot;  ///< File of the pilot; empty: ratings are assumed.
  reliability::AssumedRatings assumed;
  std::size_t pilot_units = 0;  ///< Units of the pilot with two ratings or more.
  reliability::Level level = reliability::Level::ordinal;
  reliability::PlanGoal goal;
  reliability::AgreementPlan plan;
  std::vector<std::string> notes;
};

/// The answer for people.
[[nodiscard]] std::string plan_text(const PlanDocument& document, const TextStyle& style);

/// The document for programs, `foley-eval/agreement-plan/1`.
[[nodiscard]] std::string plan_json(const PlanDocument& document);

}  // namespace foley::report
