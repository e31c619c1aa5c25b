#include <algorithm>

#include "check.hpp"
#include "foley/io/decompress.hpp"

using foley::fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t kLargest = 1 << 20;
  const std::string_view bytes = foley::fuzz::as_text(data, size);
  const auto packing = foley::io::sniff_compression(bytes);
  require(packing == foley::io::sniff_compression(bytes.substr(0, std::min<std::size_t>(size, 10))),
          "the first bytes tell the packing");
  const auto text = foley::io::decompressed(bytes, "input", kLargest);
  if (!text) {
    const std::string line = text.error().to_line();
    require(line == foley::printable(line) && line.starts_with("input: "),
            "the error is one printable line with its source");
    require(!text.error().advice.empty() && text.error().code.starts_with("FE-IO-1"),
            "the error says advice and code");
    return 0;
  }
  require(text->size() <= kLargest, "the limit holds");
  require(packing != foley::io::Compression::none || *text == bytes, "plain bytes stay");
  return 0;
}
