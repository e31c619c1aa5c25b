#include "checks.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "foley/core/number_text.hpp"

namespace foley::fidelity {

void check_usable(const EmbeddingView& rows, std::string_view what, unsigned threads) {
  const auto place = first_unusable(rows, threads);
  if (!place) {
    return;
  }
  const double number = rows.at(place->row, place->col);
  const char* kind = std::isnan(number) ? "NaN" : std::isinf(number) ? "infinite" : "beyond 1e140";
  throw std::invalid_argument(std::string(what) + ": row " + std::to_string(place->row) +
                              ", column " + std::to_string(place->col) + " (from 0) is " + kind);
}

void check_rows(const EmbeddingView& rows, std::size_t least, std::string_view what) {
  if (rows.rows() < least) {
    throw std::invalid_argument(std::string(what) + ": " + std::to_string(rows.rows()) +
                                (rows.rows() == 1 ? " row" : " rows") + ", needs at least " +
                                std::to_string(least));
  }
}

void check_dimensions(std::size_t reference, std::size_t generated) {
  if (reference != generated) {
    throw std::invalid_argument("the reference has " + std::to_string(reference) +
                                " dimensions and the generated set " + std::to_string(generated));
  }
}

}  // namespace foley::fidelity
