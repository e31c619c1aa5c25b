#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace foley::report {

/// How text looks: colours only where a terminal shows them.
struct TextStyle {
  bool color = false;
  std::size_t width = 100;  ///< Columns to stay within.
};

/// A word in a colour (`green`, `red`, `yellow`, `bold`, `dim`), or plain without colours.
[[nodiscard]] std::string paint(std::string_view text, std::string_view color,
                                const TextStyle& style);

/// A table of aligned columns. Cells are made printable: control characters in data stay data.
class TextTable {
 public:
  /// `numbers[i]` true: column i is aligned to the right.
  TextTable(std::vector<std::string> header, std::vector<bool> numbers);

  /// Adds a row; missing cells are empty.
  void add(std::vector<std::string> cells);

  /// The table with two blanks of indentation; the last column is cut where the line would pass
  /// the width.
  [[nodiscard]] std::string text(const TextStyle& style) const;

 private:
  std::vector<std::string> header_;
  std::vector<bool> numbers_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace foley::report
