#include <cmath>

#include "check.hpp"
#include "foley/io/npy.hpp"

using foley::fuzz::require;
using foley::fuzz::require_one_line_of_bytes;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = foley::fuzz::as_text(data, size);
  if (const auto array = foley::io::parse_npy(bytes, "input")) {
    const foley::EmbeddingView& view = array->view;
    require(array->dimensions <= 2, "no more than two dimensions");
    require(view.rows() == 0 || view.cols() <= size / view.rows(), "all numbers are in the file");
    double sum = 0.0;
    for (std::size_t i = 0; view.cols() > 0 && i < view.rows(); ++i) {
      for (std::size_t j = 0; j < view.cols(); ++j) {
        sum += std::abs(view.at(i, j));  // a sanitizer sees what lies outside
      }
    }
    require(!(sum < 0.0), "sizes are not negative");
    // One dimension without numbers is no row that two dimensions can have.
    const bool flat = array->dimensions < 2;
    const auto again = foley::io::parse_npy(foley::io::npy_bytes(view, flat), "input");
    require(again && again->view.rows() == view.rows() && again->view.cols() == view.cols(),
            "what was read can be written and read");
  } else {
    require_one_line_of_bytes(array.error());
  }
  if (const auto texts = foley::io::parse_npy_texts(bytes, "input")) {
    require(texts->size() <= size, "no more texts than bytes");
  } else {
    require_one_line_of_bytes(texts.error());
  }
  return 0;
}
