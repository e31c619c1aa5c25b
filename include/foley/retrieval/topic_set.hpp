#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "foley/core/tables.hpp"

namespace foley::retrieval {

/// The judged topics, prepared once for any number of runs and threads. A view of the qrels, which
/// must outlive it.
class TopicSet {
 public:
  explicit TopicSet(const Qrels& qrels);

  /// Number of topics.
  [[nodiscard]] std::size_t size() const { return topics_.size(); }

  /// Id of a topic, in the order of the qrels.
  [[nodiscard]] std::string_view id(std::size_t topic) const { return topics_[topic].id; }

  /// Number of the topic with this id, or nothing.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view id) const;

  /// Judged documents of a topic.
  [[nodiscard]] std::span<const GradedDoc> judged(std::size_t topic) const {
    return topics_[topic].judged;
  }

  /// Their grades, in the same order.
  [[nodiscard]] std::span<const double> grades(std::size_t topic) const {
    return part(grades_, topic);
  }

  /// Their grades, highest first.
  [[nodiscard]] std::span<const double> ideal(std::size_t topic) const {
    return part(ideal_, topic);
  }

 private:
  struct Entry {
    std::string_view id;
    std::span<const GradedDoc> judged;
    std::size_t begin = 0;  // in grades_ and ideal_
  };

  [[nodiscard]] std::span<const double> part(const std::vector<double>& all,
                                             std::size_t topic) const {
    return std::span<const double>(all).subspan(topics_[topic].begin, topics_[topic].judged.size());
  }

  std::vector<Entry> topics_;
  std::vector<double> grades_;
  std::vector<double> ideal_;
  std::unordered_map<std::string_view, std::size_t> index_;
};

}  // namespace foley::retrieval
