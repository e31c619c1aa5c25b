#include "foley/retrieval/judged_ranking.hpp"

#include <algorithm>

namespace foley::retrieval {

std::size_t JudgedRanking::relevant(double rel_level) const {
  return static_cast<std::size_t>(std::count_if(grades_.begin(), grades_.end(),
                                                [&](double grade) { return grade >= rel_level; }));
}

}  // namespace foley::retrieval
