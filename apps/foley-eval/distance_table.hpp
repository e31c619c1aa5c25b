#pragma once

#include <string>
#include <vector>

namespace foley::app {

/// A table of squared distances between values.
struct DistanceTable {
  std::vector<std::string> values;
  std::vector<double> distances;  ///< Row by row.
};

/// Reads a table separated by commas or tabs: a header with the values, then a row of distances for
/// each. Where the first field of the header is empty, rows begin with the name of their value.
/// A Failure with the line for anything else.
[[nodiscard]] DistanceTable load_distances(const std::string& path);

}  // namespace foley::app
