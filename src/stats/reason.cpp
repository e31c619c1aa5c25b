#include "foley/stats/reason.hpp"

namespace foley::stats {

std::string_view to_string(Reason reason) {
  switch (reason) {
    case Reason::none:
      return "";
    case Reason::no_data:
      return "no topics";
    case Reason::too_few:
      return "only one topic";
    case Reason::identical:
      return "the same value on every topic";
    case Reason::constant:
      return "no spread between the topics";
    case Reason::one_sided_replicates:
      return "all replicates on one side of the value";
    case Reason::undefined_replicates:
      return "not defined on some replicates";
    case Reason::unreachable:
      return "out of reach";
  }
  return "";
}

}  // namespace foley::stats
