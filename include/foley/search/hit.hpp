#pragma once

#include <string>

namespace foley::search {

/// A document with the score that one leg of the search gave it.
struct Hit {
  std::string id;
  double score = 0.0;
};

}  // namespace foley::search
