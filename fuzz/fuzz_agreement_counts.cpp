#include "check.hpp"
#include "foley/core/digest.hpp"
#include "foley/reliability/agreement_counts.hpp"
#include "foley/reliability/alpha.hpp"

using foley::fuzz::require;
using foley::reliability::AgreementCounts;

namespace {

void read(const std::string& bytes) {
  const auto counts = AgreementCounts::from_bytes(bytes, "input");
  if (!counts) {
    const std::string line = counts.error().to_line();
    require(line == foley::printable(line) && line.starts_with("input: "),
            "the error is one printable line with its source");
    require(!counts.error().advice.empty(), "the error says what to do");
    return;
  }
  require(counts->to_bytes() == bytes, "what is read is written the same");
  AgreementCounts twice = *counts;
  twice.merge(*counts);
  require(twice.patterns() == counts->patterns(), "the same patterns stay the same");
  const auto alpha = foley::reliability::krippendorff_alpha(*counts);
  require(alpha.value <= 1.0, "alpha is a number of at most 1");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(foley::fuzz::as_text(data, size));
  read(bytes);
  // Behind the checksum, which no search would ever guess.
  read(bytes + foley::sha256_hex(bytes));
  return 0;
}
