#include "foley/fidelity/neighbours.hpp"

#include <stdexcept>
#include <string>

#include "checks.hpp"
#include "neighbours/nearest.hpp"

namespace foley::fidelity {

namespace {

void check_k(std::size_t k, std::size_t most) {
  if (k == 0 || k > most) {
    throw std::invalid_argument("nearest_neighbours: k = " + std::to_string(k) +
                                " neighbours asked for, of " + std::to_string(most));
  }
}

Neighbours search(const PairScan& scan, std::size_t k, const NeighbourOptions& options) {
  Neighbours result;
  result.rows = scan.rows.size();
  result.k = k;
  if (result.rows == 0) {
    return result;
  }
  const ScanFrame frame = frame_of(scan.others.view, scan.rows.view);
  Nearest nearest = nearest_in(scan, k, frame, options.threads, options.progress);
  for (double& distance : nearest.squared) {
    distance = distance_of(distance, frame);
  }
  result.index = std::move(nearest.other);
  result.distance = std::move(nearest.squared);
  return result;
}

}  // namespace

Neighbours nearest_neighbours(const EmbeddingView& rows, const EmbeddingView& among, std::size_t k,
                              const NeighbourOptions& options) {
  if (rows.cols() != among.cols()) {
    throw std::invalid_argument("nearest_neighbours: " + std::to_string(rows.cols()) + " and " +
                                std::to_string(among.cols()) + " dimensions");
  }
  check_k(k, among.rows());
  check_usable(rows, "rows", options.threads);
  check_usable(among, "searched set", options.threads);
  return search({{rows, {}}, {among, {}}, false, {}}, k, options);
}

Neighbours nearest_neighbours(const EmbeddingView& rows, std::size_t k,
                              const NeighbourOptions& options) {
  check_k(k, rows.rows() == 0 ? 0 : rows.rows() - 1);
  check_usable(rows, "rows", options.threads);
  return search({{rows, {}}, {rows, {}}, true, {}}, k, options);
}

}  // namespace foley::fidelity
