#include "balls.hpp"

#include <algorithm>
#include <memory>
#include <mutex>

#include "foley/core/parallel.hpp"
#include "nearest.hpp"

namespace foley::fidelity {

namespace {

// Different rows nearer than an edge and on it, and the rows of the set that these stand for.
struct Contents {
  std::size_t inside = 1;
  std::size_t on_edge = 0;
  double rows_inside = 0.0;
  double rows_on_edge = 0.0;

  void add(double squared, double edge, std::size_t members) {
    if (squared < edge) {
      ++inside;
      rows_inside += static_cast<double>(members);
    } else if (squared == edge) {
      ++on_edge;
      rows_on_edge += static_cast<double>(members);
    }
  }
};

// Sets the worths of the balls around one centre.
class WorthMaker {
 public:
  WorthMaker(const DuplicateFamilies& families, const std::vector<std::size_t>& ks,
             const Nearest& nearest, const ScanFrame& frame, Balls& balls)
      : families_(families), ks_(ks), nearest_(nearest), frame_(frame), balls_(balls) {}

  void set(std::size_t centre) const {
    for (std::size_t p = 0; p < balls_.count; ++p) {
      const Contents contents = contents_of(centre, balls_.edges_of(centre)[p]);
      const double share =
          static_cast<double>(ks_[p] - contents.inside) / static_cast<double>(contents.on_edge);
      const double worth = static_cast<double>(families_.size[centre]) /
                           (contents.rows_inside + share * contents.rows_on_edge);
      balls_.inside_worth[centre * balls_.count + p] = worth;
      balls_.edge_worth[centre * balls_.count + p] = share * worth;
    }
  }

 private:
  [[nodiscard]] Contents contents_of(std::size_t centre, double edge) const {
    Contents contents;
    contents.rows_inside = static_cast<double>(families_.size[centre]);
    const std::size_t others = balls_.centres.size() - 1;
    if (nearest_.squared_at(centre, nearest_.k - 1) > edge || nearest_.k == others) {
      for (std::size_t i = 0; i < nearest_.k; ++i) {
        contents.add(nearest_.squared_at(centre, i), edge,
                     families_.size[nearest_.other[centre * nearest_.k + i]]);
      }
      return contents;
    }
    // More rows may lie on the edge than neighbours were looked for.
    DirectDistance direct(balls_.centres.view.cols(), frame_.scale);
    direct.from(balls_.centres, centre);
    for (std::size_t i = 0; i < balls_.centres.size(); ++i) {
      if (i != centre) {
        contents.add(direct.to(balls_.centres, i), edge, families_.size[i]);
      }
    }
    return contents;
  }

  const DuplicateFamilies& families_;
  const std::vector<std::size_t>& ks_;
  const Nearest& nearest_;
  const ScanFrame& frame_;
  Balls& balls_;
};

// A pair whose distance is measured once a bound does not tell.
class Pair {
 public:
  Pair(const Candidate& candidate, const RowSet& others, DirectDistance& direct)
      : candidate_(candidate), others_(others), direct_(direct) {}

  [[nodiscard]] bool below(double limit) {
    return decide(limit) ? candidate_.low < limit : candidate_.high < limit;
  }
  [[nodiscard]] bool up_to(double limit) {
    return decide(limit) ? candidate_.low <= limit : candidate_.high <= limit;
  }
  // The place of the first of ascending edges that reaches it.
  [[nodiscard]] std::size_t first_reaching(const double* edges, std::size_t count) {
    std::size_t p = 0;
    while (p < count && !up_to(edges[p])) {
      ++p;
    }
    return p;
  }

 private:
  bool decide(double limit) {
    if (!measured_ && candidate_.low <= limit && limit <= candidate_.high) {
      candidate_.low = direct_.to(others_, candidate_.other);
      candidate_.high = candidate_.low;
      measured_ = true;
    }
    return measured_;
  }

  Candidate candidate_;
  const RowSet& others_;
  DirectDistance& direct_;
  bool measured_ = false;
};

// What blocks of generated rows find out about reference rows; smallest places of all blocks.
class ReferenceFindings {
 public:
  explicit ReferenceFindings(Membership& out) : out_(out) {}
  void take(const std::vector<std::size_t>& in, const std::vector<std::size_t>& covered) {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < in.size(); ++i) {
      out_.reference_in[i] = std::min(out_.reference_in[i], in[i]);
      out_.covered_from[i] = std::min(out_.covered_from[i], covered[i]);
    }
  }

 private:
  Membership& out_;
  std::mutex mutex_;
};

class MembershipVisitor final : public PairVisitor {
 public:
  MembershipVisitor(const Balls& reference, const Balls& generated, Membership& out,
                    ReferenceFindings& findings)
      : reference_(reference),
        generated_(generated),
        out_(out),
        findings_(findings),
        in_(reference.centres.size(), generated.count),
        covered_(reference.centres.size(), reference.count) {}
  void finish() override { findings_.take(in_, covered_); }

  [[nodiscard]] double limit(std::size_t row) const override {
    return generated_.count == 0 ? -1.0 : generated_.edges_of(row)[generated_.count - 1];
  }

  void visit(std::size_t row, std::vector<Candidate>& pairs, DirectDistance& direct) override {
    for (const Candidate& candidate : pairs) {
      const std::size_t i = candidate.other;
      Pair pair(candidate, reference_.centres, direct);
      if (generated_.count > 0) {
        in_[i] = std::min(in_[i], pair.first_reaching(generated_.edges_of(row), generated_.count));
      }
      const double* const edges = reference_.edges_of(i);
      const std::size_t from = pair.first_reaching(edges, reference_.count);
      covered_[i] = std::min(covered_[i], from);
      out_.generated_in[row] = std::min(out_.generated_in[row], from);
      for (std::size_t p = from; p < reference_.count; ++p) {
        out_.density[row * reference_.count + p] +=
            pair.below(edges[p]) ? reference_.inside_worth[i * reference_.count + p]
                                 : reference_.edge_worth[i * reference_.count + p];
      }
    }
  }

 private:
  const Balls& reference_;
  const Balls& generated_;
  Membership& out_;
  ReferenceFindings& findings_;
  std::vector<std::size_t> in_;
  std::vector<std::size_t> covered_;
};

}  // namespace

Balls balls_of(const EmbeddingView& set, const DuplicateFamilies& families,
               const std::vector<std::size_t>& ks, const ScanFrame& frame, unsigned threads,
               const Progress& progress) {
  Balls balls;
  balls.centres = {set, families.first};
  const std::size_t n = families.count();
  balls.count =
      static_cast<std::size_t>(std::ranges::count_if(ks, [n](std::size_t k) { return k < n; }));
  if (balls.count == 0) {
    return balls;
  }
  // One more neighbour tells whether all rows on the edge are known.
  const std::size_t looked_for = std::min(ks[balls.count - 1] + 1, n - 1);
  const Nearest nearest =
      nearest_in({balls.centres, balls.centres, true, {}}, looked_for, frame, threads, progress);
  balls.edge.resize(n * balls.count);
  balls.inside_worth.resize(n * balls.count);
  balls.edge_worth.resize(n * balls.count);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t p = 0; p < balls.count; ++p) {
      balls.edge[i * balls.count + p] = nearest.squared_at(i, ks[p] - 1);
    }
  }
  const WorthMaker worths(families, ks, nearest, frame, balls);
  constexpr std::size_t block = 64;
  parallel_for((n + block - 1) / block, threads, [&](std::size_t b) {
    for (std::size_t i = b * block; i < std::min(n, (b + 1) * block); ++i) {
      worths.set(i);
    }
  });
  return balls;
}

Membership membership(const Balls& reference, const Balls& generated, const ScanFrame& frame,
                      unsigned threads, const Progress& progress) {
  Membership out;
  out.generated_in.assign(generated.centres.size(), reference.count);
  out.reference_in.assign(reference.centres.size(), generated.count);
  out.covered_from.assign(reference.centres.size(), reference.count);
  out.density.assign(generated.centres.size() * reference.count, 0.0);
  std::vector<double> farthest;
  for (std::size_t i = 0; i < reference.centres.size() && reference.count > 0; ++i) {
    farthest.push_back(reference.edges_of(i)[reference.count - 1]);
  }
  ReferenceFindings findings(out);
  scan_pairs({generated.centres, reference.centres, false, farthest}, frame, threads, progress,
             [&](std::size_t, std::size_t) {
               return std::make_unique<MembershipVisitor>(reference, generated, out, findings);
             });
  return out;
}

}  // namespace foley::fidelity
