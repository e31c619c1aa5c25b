#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "foley/core/embedding_view.hpp"
#include "foley/core/progress.hpp"

namespace foley::fidelity {

/// Rows of a set: those listed, or all where nothing is listed.
struct RowSet {
  EmbeddingView view;
  std::span<const std::size_t> listed;

  [[nodiscard]] std::size_t size() const { return listed.empty() ? view.rows() : listed.size(); }
  [[nodiscard]] std::size_t row(std::size_t i) const { return listed.empty() ? i : listed[i]; }
};

/// What all distances of a computation share. Squared distances are those of the numbers times
/// `scale`, a power of two, so that nothing overflows and nothing is rounded by it.
struct ScanFrame {
  std::vector<double> centre;  ///< Subtracted before products are taken.
  double scale = 1.0;
  bool float32 = false;  ///< Type of the products.
};

/// The frame of two sets of usable numbers with at least one row each.
[[nodiscard]] ScanFrame frame_of(const EmbeddingView& a, const EmbeddingView& b);

/// Squared distances of one row from the differences of the numbers, always in the same order and
/// the same either way round: what every decision is taken on. 0 for equal rows alone.
class DirectDistance {
 public:
  DirectDistance(std::size_t cols, double scale) : scale_(scale), own_(cols), other_(cols) {}
  /// Chooses the row.
  void from(const RowSet& set, std::size_t i) {
    set.view.copy(set.row(i), 1, nullptr, own_.data());
  }
  /// To another one.
  [[nodiscard]] double to(const RowSet& set, std::size_t i);

 private:
  double scale_;
  std::vector<double> own_;
  std::vector<double> other_;
};

/// A pair that may be near: the squared distance lies in [low, high].
struct Candidate {
  std::size_t other;
  double low;
  double high;
};

/// Sees the pairs of a block of rows, tile by tile in order, on one thread.
class PairVisitor {
 public:
  PairVisitor() = default;
  PairVisitor(const PairVisitor&) = delete;
  PairVisitor& operator=(const PairVisitor&) = delete;
  virtual ~PairVisitor() = default;
  /// Squared distance up to which pairs of a row matter by now.
  [[nodiscard]] virtual double limit(std::size_t row) const = 0;
  /// All pairs of a row and a tile that may be within its limit or that of the other row, in order;
  /// `direct` measures from the row. The list may be changed.
  virtual void visit(std::size_t row, std::vector<Candidate>& pairs, DirectDistance& direct) = 0;
  /// All pairs have been seen.
  virtual void finish() {}
};

/// What is scanned.
struct PairScan {
  RowSet rows;
  RowSet others;
  bool same = false;                    ///< Both are the same: no row meets itself.
  std::span<const double> other_limit;  ///< Squared, one a row of others; empty: none.
};

/// Visits all pairs in blocks of rows, each by a visitor of its own (made for `count` rows from
/// `first` on), several at a time.
void scan_pairs(
    const PairScan& scan, const ScanFrame& frame, unsigned threads, const Progress& progress,
    const std::function<std::unique_ptr<PairVisitor>(std::size_t first, std::size_t count)>& make);

}  // namespace foley::fidelity
