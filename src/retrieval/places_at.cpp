#include <algorithm>
#include <cmath>
#include <numeric>

#include "foley/retrieval/ranking.hpp"

namespace foley::retrieval {
namespace {

// A run of equal scores: places [from, to) of the order by score.
struct Tie {
  std::size_t from;
  std::size_t to;
};

// Above this product of tied and wanted documents a tie is sorted once instead of counted through
// for each wanted one.
constexpr std::size_t kCountedThrough = 4096;

// The row by score alone. Without `order` it is sorted already.
class ByScore {
 public:
  explicit ByScore(std::span<const double> scores) : scores_(scores) {
    const bool falls =
        std::is_sorted(scores.begin(), scores.end(), std::greater<>()) &&
        std::none_of(scores.begin(), scores.end(), [](double score) { return std::isnan(score); });
    if (falls) {
      return;
    }
    order_.resize(scores.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      const bool a_nan = std::isnan(scores[a]);
      const bool b_nan = std::isnan(scores[b]);
      return a_nan || b_nan ? !a_nan && b_nan : scores[a] > scores[b];
    });
    where_.resize(scores.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      where_[order_[i]] = i;
    }
  }

  [[nodiscard]] std::size_t where(std::size_t position) const {
    return where_.empty() ? position : where_[position];
  }
  [[nodiscard]] std::size_t at(std::size_t i) const { return order_.empty() ? i : order_[i]; }

  [[nodiscard]] Tie tie_around(std::size_t i) const {
    Tie tie{i, i + 1};
    // Ties are short in most rows: look at the neighbours before searching.
    while (tie.from > 0 && same(tie.from - 1, i)) {
      tie.from -= 1;
    }
    while (tie.to < scores_.size() && same(tie.to, i)) {
      tie.to += 1;
    }
    return tie;
  }

 private:
  [[nodiscard]] bool same(std::size_t i, std::size_t j) const {
    const double a = scores_[at(i)];
    const double b = scores_[at(j)];
    return a == b || (std::isnan(a) && std::isnan(b));
  }

  std::span<const double> scores_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> where_;
};

}  // namespace

void places_at(std::span<const std::size_t> positions, std::span<const double> scores,
               const RowIds& ids, TieRule rule, std::vector<Place>& places) {
  places.assign(positions.size(), {});
  if (positions.empty()) {
    return;
  }
  const ByScore by_score(scores);
  // In the order of scores the wanted documents of one tie stand together.
  std::vector<std::size_t> wanted(positions.size());
  std::iota(wanted.begin(), wanted.end(), std::size_t{0});
  std::sort(wanted.begin(), wanted.end(), [&](std::size_t a, std::size_t b) {
    return by_score.where(positions[a]) < by_score.where(positions[b]);
  });
  std::vector<std::size_t> members;
  for (std::size_t w = 0; w < wanted.size();) {
    const Tie tie = by_score.tie_around(by_score.where(positions[wanted[w]]));
    std::size_t end = w;
    while (end < wanted.size() && by_score.where(positions[wanted[end]]) < tie.to) {
      end += 1;
    }
    const auto above = static_cast<std::int64_t>(tie.from);
    const auto tied = static_cast<std::int64_t>(tie.to - tie.from);
    members.clear();
    if ((tie.to - tie.from) * (end - w) > kCountedThrough) {
      for (std::size_t i = tie.from; i < tie.to; ++i) {
        members.push_back(by_score.at(i));
      }
      const auto before = [&](std::size_t a, std::size_t b) { return tie_before(rule, ids, a, b); };
      std::sort(members.begin(), members.end(), before);
      for (; w < end; ++w) {
        const auto found =
            std::lower_bound(members.begin(), members.end(), positions[wanted[w]], before);
        places[wanted[w]] = {above + 1 + (found - members.begin()), above, tied};
      }
      continue;
    }
    for (; w < end; ++w) {
      std::int64_t rank = above + 1;
      if (tied > 1) {
        for (std::size_t i = tie.from; i < tie.to; ++i) {
          rank += tie_before(rule, ids, by_score.at(i), positions[wanted[w]]) ? 1 : 0;
        }
      }
      places[wanted[w]] = {rank, above, tied};
    }
  }
}

}  // namespace foley::retrieval
