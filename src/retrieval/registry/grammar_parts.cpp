#include "grammar_parts.hpp"

#include <algorithm>
#include <array>

#include "param_text.hpp"

namespace foley::retrieval::registry {
namespace {

constexpr std::array<Spelling, 12> kSpellings{{
    {"NumRelRet", "NumRet(rel=1)"},
    {"SetRelP", "SetP(relative=True)"},
    {"hits", "Hits"},
    {"hit_rate", "Success"},
    {"f1", "F"},
    {"r-precision", "Rprec"},
    {"dcg", "DCG"},
    {"dcg_burges", "DCG(dcg='exp-log2')"},
    {"ndcg_burges", "nDCG(dcg='exp-log2')"},
    {"precision", "SetP"},
    {"recall", "SetR"},
    {"mrr", "RR"},
}};

bool is_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Commas of tables and of quoted words separate nothing.
std::vector<std::string_view> split_params(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      quote = c == quote ? '\0' : quote;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '{') {
      depth += 1;
    } else if (c == '}') {
      depth -= 1;
    } else if (c == ',' && depth == 0) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  parts.push_back(text.substr(begin));
  if (trimmed(parts.back()).empty()) {
    parts.pop_back();  // nothing, or a comma at the end
  }
  return parts;
}

}  // namespace

tl::expected<Parts, std::string> take_apart(std::string_view text) {
  const auto wrong = [](const char* why) { return tl::unexpected<std::string>(why); };
  Parts parts;
  text = trimmed(text);
  const std::size_t open = text.find('(');
  std::size_t end = text.find('@');
  if (open != std::string_view::npos && open < end) {
    const std::size_t close = text.rfind(')');
    if (close == std::string_view::npos || close < open) {
      return wrong("a bracket is not closed");
    }
    parts.called = true;
    for (const std::string_view param : split_params(text.substr(open + 1, close - open - 1))) {
      const std::size_t equals = param.find('=');
      if (equals == std::string_view::npos) {
        return wrong("parameters are written as name=value");
      }
      parts.params.emplace_back(trimmed(param.substr(0, equals)),
                                trimmed(param.substr(equals + 1)));
    }
    parts.name = trimmed(text.substr(0, open));
    const std::string_view rest = trimmed(text.substr(close + 1));
    if (!rest.empty() && rest.front() != '@') {
      return wrong("behind the bracket only @ and a cut-off may follow");
    }
    end =
        rest.empty() ? std::string_view::npos : static_cast<std::size_t>(rest.data() - text.data());
  } else {
    const std::size_t dash = text.rfind("-l");
    if (dash != std::string_view::npos && is_digits(text.substr(dash + 2))) {
      parts.level = text.substr(dash + 2);
      text = text.substr(0, dash);
    }
    parts.name = trimmed(text.substr(0, end));
  }
  if (end != std::string_view::npos) {
    parts.at = trimmed(text.substr(end + 1));
  }
  if (parts.name.empty()) {
    return wrong("there is no name");
  }
  return parts;
}

std::span<const Spelling> spellings() { return kSpellings; }

}  // namespace foley::retrieval::registry
