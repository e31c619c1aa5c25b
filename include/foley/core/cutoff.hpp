#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace foley {

/// How much of a ranking is kept: the `@k` of a measure, the k of a search.
///
/// It follows the slice `[:k]` of the reference: no value keeps all, k >= 0 keeps the first k, and
/// k < 0 drops the last |k|. Command lines refuse negative cut-offs; the drop-in functions keep
/// them.
class Cutoff {
 public:
  /// Keeps everything.
  Cutoff() = default;
  /// Keeps the first `k` (or drops the last `-k`).
  Cutoff(std::int64_t k)
      : k_(k) {}  // NOLINT(google-explicit-constructor): `ndcg(r, 10)` reads well

  /// How many of `n` entries stay.
  [[nodiscard]] std::size_t kept(std::size_t n) const {
    if (!k_) {
      return n;
    }
    const auto count = static_cast<std::int64_t>(n);
    const std::int64_t kept =
        *k_ >= 0 ? (*k_ < count ? *k_ : count) : (*k_ < -count ? 0 : count + *k_);
    return static_cast<std::size_t>(kept);
  }

  /// The k itself; empty when everything is kept.
  [[nodiscard]] std::optional<std::int64_t> value() const { return k_; }

 private:
  std::optional<std::int64_t> k_;
};

}  // namespace foley
