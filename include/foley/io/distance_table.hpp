#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"

namespace foley::io {

/// A table of squared distances between values, as level `custom` of agreement wants it.
struct DistanceTable {
  std::vector<std::string> values;
  std::vector<double> distances;  ///< Row by row.
};

/// Reads a table separated by commas or tabs: a header with the values, then a row of distances for
/// each. Where the first field of the header is empty, rows begin with the name of their value.
/// Every fault is an Error with line and advice; whether the distances are symmetric, the scale
/// says.
[[nodiscard]] Result<DistanceTable> parse_distances(std::string_view bytes,
                                                    const std::string& source);

/// Reads such a file, plain or packed; `-` is standard input.
[[nodiscard]] Result<DistanceTable> load_distances(const std::string& path);

}  // namespace foley::io
