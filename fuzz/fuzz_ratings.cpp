#include <cmath>
#include <string>

#include "check.hpp"
#include "foley/io/ratings.hpp"

using foley::fuzz::require;

namespace {

void check(std::string_view text, const foley::io::RatingsRequest& request) {
  const auto table = foley::io::parse_ratings(text, "input", request);
  if (!table) {
    foley::fuzz::require_one_line(table.error());
    require(table.error().code.starts_with("FE-IO-"), "the error has a code");
    return;
  }
  require(table->ratings.units() == table->units.size(), "every unit has a name");
  require(table->ratings.raters() == table->raters.size(), "every rater has a name");
  require(
      request.stratum.empty() ? table->strata.empty() : table->strata.size() == table->units.size(),
      "every unit has a stratum, where they are asked for");
  for (const auto* names : {&table->units, &table->raters, &table->labels}) {
    for (const std::string& name : *names) {
      require(foley::is_utf8(name) && !name.empty(), "names are UTF-8 text");
    }
  }
  for (std::size_t u = 0; u < table->ratings.units(); ++u) {
    for (const auto& rating : table->ratings.of(u)) {
      require(std::isfinite(rating.value), "ratings are finite");
      require(!request.text_values ||
                  (rating.value >= 0.0 && std::trunc(rating.value) == rating.value &&
                   rating.value < static_cast<double>(table->labels.size())),
              "a label has a name");
    }
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = foley::fuzz::as_text(data, size);
  check(text, {});
  check(text, {.text_values = true, .repeat = foley::io::Repeat::last});
  check(text, {.question = "q", .predictions = true, .repeat = foley::io::Repeat::mean});
  check(text, {.format = "wide", .order = "o"});
  check(text, {.unit = "u+v", .stratum = "s"});
  return 0;
}
