#include "foley/report/plan_document.hpp"

#include "agreement_shared.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"

namespace foley::report {
namespace {

using reliability::Reason;

std::string basis_text(const PlanDocument& document) {
  if (!document.pilot.empty()) {
    return "the pilot " + printable(document.pilot, 80) + ": alpha " +
           four_digits(document.plan.alpha) + " from " + counted(document.pilot_units, "unit") +
           " with two ratings or more";
  }
  std::string text = "assumed: alpha " + value_name(document.assumed.alpha, {}) + "; shares";
  double sum = 0.0;
  for (const double share : document.assumed.shares) {
    sum += share;
  }
  constexpr std::size_t kShown = 12;
  const std::size_t n = document.assumed.shares.size();
  for (std::size_t i = 0; i < n && i < kShown; ++i) {
    text += std::string(i == 0 ? " " : ", ") + value_name(document.assumed.values[i], {}) + ": " +
            fixed_text(document.assumed.shares[i] / sum * 100.0, 1) + "%";
  }
  return text + (n > kShown ? ", …" : "");
}

std::string answer(const PlanDocument& document, const TextStyle& style) {
  const reliability::AgreementPlan& plan = document.plan;
  if (plan.units == 0) {
    const std::string why(reliability::to_string(plan.reason));
    return paint("No plan", "yellow", style) + ": " + why +
           (plan.reason == Reason::unreachable ? "; over a billion units would be needed"
            : plan.reason == Reason::no_pairs  ? "; the pilot needs units with two ratings"
            : plan.reason == Reason::one_value ? "; nothing can be learnt from it"
                                               : "") +
           "\n";
  }
  const std::string by = document.pilot.empty()
                             ? counted(document.assumed.raters, "rater") + " each"
                             : "two raters or more, as in the pilot";
  return "Have " + paint(counted(plan.units, "unit"), "bold", style) + " rated by " + by + ": " +
         counted(plan.ratings, "rating") + "\n";
}

// A line `name  text`, its continuation below the text.
std::string entry(const std::string& name, const std::string& text, const TextStyle& style) {
  constexpr std::size_t kColumn = 18;
  const std::string lead = "  " + name + std::string(kColumn - 2 - name.size(), ' ');
  const TextStyle beside{style.color, style.width - kColumn};
  return lead + wrapped(text, std::string(kColumn, ' '), beside) + "\n";
}

Json assumed_json(const reliability::AssumedRatings& assumed) {
  return {{"alpha", assumed.alpha},
          {"raters", assumed.raters},
          {"values", assumed.values},
          {"shares", assumed.shares}};
}

}  // namespace

std::string plan_text(const PlanDocument& document, const TextStyle& style) {
  const reliability::AgreementPlan& plan = document.plan;
  std::string text = answer(document, style) + "\n" +
                     entry("goal",
                           "alpha ± " + shortest_text(document.goal.half_width) + " with " +
                               percent_text(document.goal.confidence) + " confidence, " +
                               std::string(reliability::to_string(document.level)) + " level",
                           style);
  if (plan.units > 0) {
    text += entry(
        "to be expected",
        "± " + four_digits(plan.half_width) + (plan.simulated ? ", in simulation" : ", by formula"),
        style);
  }
  text += entry("resting on", basis_text(document), style);
  const std::string notes = notes_text(document.notes, style);
  return text + (notes.empty() ? "" : "\n" + notes);
}

std::string plan_json(const PlanDocument& document) {
  Json out = document_head("foley-eval/agreement-plan/1");
  out["level"] = reliability::to_string(document.level);
  out["half_width"] = document.goal.half_width;
  out["confidence"] = document.goal.confidence;
  out["seed"] = document.goal.seed;
  if (document.pilot.empty()) {
    out["assumed"] = assumed_json(document.assumed);
  } else {
    out["pilot"] = {{"file", document.pilot}, {"units", document.pilot_units}};
  }
  out["plan"] = with_reason({{"units", document.plan.units},
                             {"ratings", document.plan.ratings},
                             {"half_width", document.plan.half_width},
                             {"alpha", document.plan.alpha},
                             {"simulated", document.plan.simulated}},
                            document.plan.reason);
  out["notes"] = document.notes;
  return dumped(out);
}

}  // namespace foley::report
