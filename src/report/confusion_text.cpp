#include <algorithm>
#include <array>
#include <numeric>

#include "agreement_shared.hpp"
#include "foley/core/number_text.hpp"
#include "foley/core/printable.hpp"

namespace foley::report {
namespace {

constexpr std::size_t kMostValues = 12;
constexpr std::size_t kLongestLabel = 14;
constexpr std::size_t kLongestName = 40;
constexpr std::size_t kPercentWidth = 5;  // ` 100%`

// The table with the widths of its columns.
struct Grid {
  explicit Grid(const ConfusionTable& table) : n(table.values.size()) {
    for (const std::string& value : table.values) {
      labels.push_back(printable(value, kLongestLabel));
      lead = std::max(lead, display_width(labels.back()) + 1);
    }
    rows.assign(n, 0);
    columns.assign(n, 0);
    for (std::size_t i = 0; i < table.counts.size(); ++i) {
      rows[i / n] += table.counts[i];
      columns[i % n] += table.counts[i];
    }
    total = std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
    for (std::size_t c = 0; c < n; ++c) {
      widths.push_back(std::to_string(columns[c]).size());
    }
  }

  // Columns of the terminal, with or without the shares of rows.
  [[nodiscard]] std::size_t width(bool with_shares) const {
    std::size_t sum = 2 + lead + 2 + std::max<std::size_t>(5, std::to_string(total).size());
    for (std::size_t c = 0; c < n; ++c) {
      sum += cell_width(c, with_shares) + 2;
    }
    return sum;
  }
  [[nodiscard]] std::size_t cell_width(std::size_t column, bool with_shares) const {
    return std::max(display_width(labels[column]),
                    widths[column] + (with_shares ? kPercentWidth : 0));
  }

  std::size_t n;
  std::size_t lead = 6;  // `total` and a blank
  std::uint64_t total = 0;
  std::vector<std::string> labels;
  std::vector<std::uint64_t> rows;
  std::vector<std::uint64_t> columns;
  std::vector<std::size_t> widths;
};

std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, display_width(text)), ' ') + text;
}

// Darker for more of the row. Both colours are set, so that it reads on any background.
std::string shaded(const std::string& cell, double share, const TextStyle& style) {
  struct Shade {
    double from;
    std::string_view codes;
  };
  constexpr std::array kShades{
      Shade{0.75, "48;5;24;38;5;231"}, Shade{0.5, "48;5;31;38;5;231"},
      Shade{0.25, "48;5;74;38;5;16"},  Shade{0.1, "48;5;117;38;5;16"},
      Shade{0.0, "48;5;195;38;5;16"},
  };
  if (!style.color || share <= 0.0) {
    return cell;
  }
  const auto shade = std::ranges::find_if(kShades, [&](const Shade& s) { return share >= s.from; });
  return "\x1b[" + std::string(shade->codes) + "m" + cell + "\x1b[0m";
}

std::string cell_text(std::uint64_t count, double share, std::size_t width, bool with_shares,
                      const TextStyle& style) {
  std::string text = count == 0 ? "·" : std::to_string(count);
  if (with_shares) {
    text += count == 0 ? std::string(kPercentWidth, ' ')
                       : right(fixed_text(share * 100.0, 0) + "%", kPercentWidth);
  }
  return shaded(" " + right(text, width) + " ", share, style);
}

std::string matrix_text(const ConfusionTable& table, const Grid& grid, bool with_shares,
                        const TextStyle& style) {
  const std::size_t totals = std::max<std::size_t>(5, std::to_string(grid.total).size());
  std::string head = "  " + std::string(grid.lead, ' ');
  std::string foot = "  " + std::string("total") + std::string(grid.lead - 5, ' ');
  std::string body;
  for (std::size_t c = 0; c < grid.n; ++c) {
    const std::size_t width = grid.cell_width(c, with_shares);
    const std::string behind = with_shares ? std::string(kPercentWidth, ' ') : "";
    const bool above_count = display_width(grid.labels[c] + behind) <= width;
    head += " " + right(grid.labels[c] + (above_count ? behind : ""), width) + " ";
    foot += " " + right(std::to_string(grid.columns[c]) + behind, width) + " ";
  }
  for (std::size_t r = 0; r < grid.n; ++r) {
    const std::string& label = grid.labels[r];
    body += "  " + label + std::string(grid.lead - display_width(label), ' ');
    for (std::size_t c = 0; c < grid.n; ++c) {
      const std::uint64_t count = table.counts[r * grid.n + c];
      const double share =
          grid.rows[r] == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(grid.rows[r]);
      body += cell_text(count, share, grid.cell_width(c, with_shares), with_shares, style);
    }
    body += " " + right(std::to_string(grid.rows[r]), totals) + "\n";
  }
  return paint(head + " " + right("total", totals), "dim", style) + "\n" + body +
         paint(foot + " " + right(std::to_string(grid.total), totals), "dim", style) + "\n";
}

// For more values than a screen shows: what was confused most often.
std::string summary_text(const ConfusionTable& table, const Grid& grid, const TextStyle& style) {
  constexpr std::size_t kShown = 8;
  std::vector<std::size_t> cells;
  std::uint64_t same = 0;
  for (std::size_t i = 0; i < table.counts.size(); ++i) {
    if (i / grid.n == i % grid.n) {
      same += table.counts[i];
    } else if (table.counts[i] > 0) {
      cells.push_back(i);
    }
  }
  std::ranges::stable_sort(cells, std::greater<>(), [&](std::size_t i) { return table.counts[i]; });
  const std::string text = "  " + std::to_string(grid.n) + " different values; the same " +
                           std::to_string(same) + " of " + std::to_string(grid.total) + " times\n";
  TextTable rows({printable(table.rows, kLongestName), printable(table.columns, kLongestName),
                  "times", "of the row"},
                 {false, false, true, true});
  for (std::size_t i = 0; i < cells.size() && i < kShown; ++i) {
    const std::uint64_t count = table.counts[cells[i]];
    const std::uint64_t row = grid.rows[cells[i] / grid.n];
    rows.add({grid.labels[cells[i] / grid.n], grid.labels[cells[i] % grid.n], std::to_string(count),
              fixed_text(100.0 * static_cast<double>(count) / static_cast<double>(row), 0) + "%"});
  }
  return cells.empty() ? text : text + rows.text(style);
}

}  // namespace

std::string confusion_text(const ConfusionTable& table, const TextStyle& style) {
  const std::string text = paint("Confusion", "bold", style) + ": " +
                           printable(table.rows, kLongestName) + " (rows) against " +
                           printable(table.columns, kLongestName) + " (columns), " +
                           counted(table.units, "unit") + "\n";
  if (table.values.empty()) {
    return text + "  they share no unit\n";
  }
  const Grid grid(table);
  const bool fits = grid.n <= kMostValues && grid.width(false) <= style.width;
  return text + (fits ? matrix_text(table, grid, grid.width(true) <= style.width, style)
                      : summary_text(table, grid, style));
}

}  // namespace foley::report
