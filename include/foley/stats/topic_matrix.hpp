#pragma once

#include <cstddef>
#include <span>

#include "foley/stats/test_result.hpp"

namespace foley::stats {

/// Values of several systems on the same topics: one row a system, one column a topic. A view; the
/// numbers must outlive it.
class TopicMatrix {
 public:
  /// `values` holds the rows one after the other. Throws std::invalid_argument unless its length is
  /// systems * topics and every value is finite and at most 1e100 in size.
  TopicMatrix(std::span<const double> values, std::size_t systems, std::size_t topics);

  /// Number of rows.
  [[nodiscard]] std::size_t systems() const { return systems_; }
  /// Number of columns.
  [[nodiscard]] std::size_t topics() const { return topics_; }
  /// The values of one system, topic by topic.
  [[nodiscard]] std::span<const double> system(std::size_t i) const {
    return values_.subspan(i * topics_, topics_);
  }

 private:
  std::span<const double> values_;
  std::size_t systems_;
  std::size_t topics_;
};

/// Outcome of a test of two of many systems.
struct PairResult {
  std::size_t first = 0;          ///< Row of one system.
  std::size_t second = 0;         ///< Row of the other, higher than `first`.
  double difference = 0.0;        ///< Mean of the first minus mean of the second.
  double p = 1.0;                 ///< In (0, 1]; 1 where the data allow no test.
  Method method = Method::exact;  ///< How p was found.
  Reason reason = Reason::none;   ///< Why p is 1 by decree.
};

}  // namespace foley::stats
