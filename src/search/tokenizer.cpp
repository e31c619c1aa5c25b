#include "foley/search/tokenizer.hpp"

namespace foley::search {
namespace {

constexpr std::string_view kDottedCapitalI = "\xC4\xB0";  // U+0130
constexpr std::string_view kKelvin = "\xE2\x84\xAA";      // U+212A

}  // namespace

std::vector<std::string> tokenize(std::string_view text) {
  std::vector<std::string> tokens;
  std::string token;
  const auto finish = [&] {
    if (!token.empty()) {
      tokens.push_back(std::move(token));
      token.clear();
    }
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      token += c;
    } else if (c >= 'A' && c <= 'Z') {
      token += static_cast<char>(c - 'A' + 'a');
    } else if (text.substr(i).starts_with(kKelvin)) {
      token += 'k';
      i += kKelvin.size() - 1;
    } else if (text.substr(i).starts_with(kDottedCapitalI)) {
      token += 'i';
      finish();  // what follows the i is a combining dot, a separator
      i += kDottedCapitalI.size() - 1;
    } else {
      finish();
    }
  }
  finish();
  return tokens;
}

}  // namespace foley::search
