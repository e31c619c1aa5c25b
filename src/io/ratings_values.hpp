#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "foley/core/error.hpp"
#include "foley/io/ratings.hpp"
#include "name_table.hpp"

namespace foley::io {

/// What is wrong with a value; the caller knows its place.
struct ValueFault {
  ErrorKind kind = ErrorKind::bad_value;
  const char* code = "";
  std::string problem;
  std::string advice;
};

/// Text without the blanks and line ends around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Foreign text in quotes, cut where it is long.
[[nodiscard]] std::string quoted(std::string_view text);

/// Turns the texts of ratings into numbers, by the rules of a request.
class RatingValues {
 public:
  enum class Outcome : std::uint8_t { value, missing, fault };

  /// Throws std::invalid_argument for a request that contradicts itself.
  explicit RatingValues(const RatingsRequest& request);

  /// Reads a value. Labels get numbers as they come; number_labels() gives the final ones.
  Outcome read(std::string_view text, double& value);

  /// What was wrong, after Outcome::fault.
  [[nodiscard]] ValueFault& fault() { return fault_; }

  /// Whether values are labels.
  [[nodiscard]] bool are_labels() const { return labels_wanted_; }

  /// Whether a number may be a value.
  [[nodiscard]] bool allows(double number) const;
  /// Says that it may not be.
  [[nodiscard]] ValueFault outside(std::string_view what) const;

  /// The labels in their final order; `finals` tells where each number of read() went.
  [[nodiscard]] std::vector<std::string> number_labels(std::vector<double>& finals);

 private:
  [[nodiscard]] bool is_missing(std::string_view text) const;
  Outcome read_label(std::string_view text, double& value);
  Outcome read_number(std::string_view text, double& value);
  Outcome refuse(ValueFault fault);
  std::uint32_t label_of(std::string_view text);

  bool labels_wanted_;
  bool labels_given_;
  std::size_t given_ = 0;
  bool bounded_;
  std::vector<double> domain_;  // ascending
  // Spellings of a label, which spelling is which label, and the name of each label.
  NameTable spellings_;
  std::vector<std::uint32_t> label_of_spelling_;
  std::map<double, std::uint32_t> label_of_number_;
  std::vector<std::string> labels_;
  ValueFault fault_;
};

}  // namespace foley::io
