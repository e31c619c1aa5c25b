#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace foley::fidelity {

/// What embeddings were made with: fields by name, all as text.
class Manifest {
 public:
  /// The value of a field; empty where it is not known.
  [[nodiscard]] std::string_view get(std::string_view field) const;
  /// Sets a field; an empty value removes it.
  void set(std::string_view field, std::string value);
  /// Fields that are known: those of manifest_fields first, in that order, then the others.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& fields() const {
    return fields_;
  }
  /// Whether nothing is known.
  [[nodiscard]] bool empty() const { return fields_.empty(); }

  /// True for the same fields and values.
  friend bool operator==(const Manifest&, const Manifest&) = default;

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

/// The fields with a meaning of their own, in the order in which they are shown: `embedding` (name
/// of the model), `model_digest`, `toolkit`, `version`, `sample_rate_hz`, `resampler`, `channels`,
/// `window`, `hop`, `pooling`, `dimension`, `dtype`, `n`, `created_by` (the command).
[[nodiscard]] std::span<const std::string_view> manifest_fields();

/// A field in which two manifests differ; a value is empty where its side does not know it.
struct ManifestDifference {
  std::string field;   ///< Its name.
  std::string first;   ///< Here.
  std::string second;  ///< There.
};

/// The fields, known to both sides, whose difference makes numbers incomparable: all but `n`,
/// `dtype` and `created_by`. Numbers are compared as numbers: 48000 equals 48000.0.
[[nodiscard]] std::vector<ManifestDifference> differences(const Manifest& first,
                                                          const Manifest& second);

/// The fields of that kind that one side knows and the other does not: nobody can say whether they
/// agree.
[[nodiscard]] std::vector<ManifestDifference> unknown_fields(const Manifest& first,
                                                             const Manifest& second);

}  // namespace foley::fidelity
