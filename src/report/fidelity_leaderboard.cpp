#include "fidelity_shared.hpp"
#include "foley/core/printable.hpp"
#include "foley/report/fidelity_comparison.hpp"

namespace foley::report {
namespace {

std::vector<const FidelitySet*> sets_of(const FidelityLeaderboard& board) {
  std::vector<const FidelitySet*> sets;
  for (const LeaderboardRow& row : board.rows) {
    sets.push_back(&row.set);
  }
  return sets;
}

std::string board_table(const FidelityLeaderboard& board, const TextStyle& style) {
  std::vector<std::string> header{"", "generator", "n"};
  std::vector<bool> numbers{true, false, true};
  const std::string interval = percent_text(board.ruler.confidence.value_or(0.95)) + " interval";
  for (const FidelityMeasure& measure : board.rows.front().measures) {
    header.emplace_back(measure_title(measure.name));
    header.push_back(interval);
    numbers.insert(numbers.end(), {true, true});
  }
  header.insert(header.end(), {"p to next", ""});
  numbers.insert(numbers.end(), {true, false});
  TextTable table(header, numbers);
  for (std::size_t i = 0; i < board.rows.size(); ++i) {
    const LeaderboardRow& row = board.rows[i];
    std::vector<std::string> cells{std::to_string(i + 1), printable(row.name, 24),
                                   std::to_string(row.set.rows)};
    for (const FidelityMeasure& measure : row.measures) {
      cells.push_back(measure.value ? figure_text(*measure.value) : kNothing);
      cells.push_back(measure.interval ? figure_bounds(*measure.interval) : "");
    }
    cells.push_back(row.p_to_next ? chance_text(*row.p_to_next) : "");
    cells.emplace_back(row.p_to_next && *row.p_to_next > board.level ? "not told from next" : "");
    table.add(std::move(cells));
  }
  return table.text(style);
}

}  // namespace

std::string fidelity_leaderboard_text(const FidelityLeaderboard& board, const TextStyle& style) {
  const std::vector<const FidelitySet*> generated = sets_of(board);
  std::vector<const FidelitySet*> sets{&board.reference};
  sets.insert(sets.end(), generated.begin(), generated.end());
  return "reference " + printable(board.reference.path, 60) + ": " + size_text(board.reference) +
         "\n\n" + board_table(board, style) + warnings_text(sets, board.notes, style) +
         stamp_text(board.ruler, board.reference, generated, style) +
         rules_text(board.rules, style);
}

std::string fidelity_leaderboard_json(const FidelityLeaderboard& board) {
  Json out = document_head("foley-eval/fidelity-leaderboard/1");
  out["reference"] = set_json(board.reference);
  out["level"] = board.level;
  out["stamp"] = ruler_json(board.ruler, board.reference, sets_of(board));
  out["generators"] = Json::array();
  for (const LeaderboardRow& row : board.rows) {
    Json each{{"name", row.name}, {"set", set_json(row.set)}};
    for (const FidelityMeasure& measure : row.measures) {
      each[measure.name] = measure_json(measure);
    }
    each["p_to_next"] = row.p_to_next ? Json(*row.p_to_next) : Json(nullptr);
    out["generators"].push_back(std::move(each));
  }
  if (!board.rules.empty()) {
    out["gate"] = rules_json(board.rules);
  }
  out["notes"] = board.notes;
  return dumped(out);
}

}  // namespace foley::report
