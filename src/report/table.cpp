#include "foley/report/table.hpp"

#include <algorithm>
#include <utility>

#include "foley/core/printable.hpp"

namespace foley::report {
namespace {

// Cuts at a character so that the text takes at most `columns`, the last one being `…`.
std::string fit(const std::string& text, std::size_t columns) {
  if (display_width(text) <= columns || columns == 0) {
    return text;
  }
  std::string cut;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t next = at + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0U) == 0x80U) {
      ++next;
    }
    const std::string longer = cut + text.substr(at, next - at);
    if (display_width(longer) + 1 > columns) {
      break;
    }
    cut = longer;
    at = next;
  }
  return cut + "…";
}

}  // namespace

std::string paint(std::string_view text, std::string_view color, const TextStyle& style) {
  if (!style.color) {
    return std::string(text);
  }
  const std::string_view code = color == "green"    ? "32"
                                : color == "red"    ? "31"
                                : color == "yellow" ? "33"
                                : color == "bold"   ? "1"
                                                    : "2";
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

TextTable::TextTable(std::vector<std::string> header, std::vector<bool> numbers)
    : header_(std::move(header)), numbers_(std::move(numbers)) {
  numbers_.resize(header_.size(), false);
}

void TextTable::add(std::vector<std::string> cells) {
  for (std::string& cell : cells) {
    cell = printable(cell);
  }
  cells.resize(header_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(const TextStyle& style) const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < header_.size(); ++c) {
    std::size_t width = display_width(header_[c]);
    for (const auto& row : rows_) {
      width = std::max(width, display_width(row[c]));
    }
    widths.push_back(width);
  }
  std::size_t before_last = 2;
  for (std::size_t c = 0; c + 1 < widths.size(); ++c) {
    before_last += widths[c] + 2;
  }
  // Below this there is nothing left to read; rather let the line be long.
  constexpr std::size_t kLeastColumns = 12;
  const std::size_t room =
      style.width > before_last + kLeastColumns ? style.width - before_last : kLeastColumns;

  const auto line = [&](const std::vector<std::string>& cells) {
    std::string out = "  ";
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const bool last = c + 1 == cells.size();
      const std::string cell = last ? fit(cells[c], room) : cells[c];
      const std::string pad(widths[c] - std::min(widths[c], display_width(cell)), ' ');
      out += numbers_[c] ? pad + cell : last ? cell : cell + pad;
      out += last ? "" : "  ";
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out;
  };
  std::string out = paint(line(header_), "dim", style) + "\n";
  for (const auto& row : rows_) {
    out += line(row) + "\n";
  }
  return out;
}

}  // namespace foley::report
