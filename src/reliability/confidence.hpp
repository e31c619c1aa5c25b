#pragma once

#include <stdexcept>

namespace foley::reliability {

/// Throws std::invalid_argument unless the confidence lies in (0, 1).
inline void require_confidence(double confidence) {
  if (!(confidence > 0.0 && confidence < 1.0)) {
    throw std::invalid_argument("the confidence must lie between 0 and 1");
  }
}

}  // namespace foley::reliability
