#pragma once

#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/retrieval/sampled_qrels.hpp"

namespace foley::io {

/// How a sample of judgments is written.
enum class SampleFormat {
  strata,  ///< `query iter doc stratum grade`, -1 for documents of the pool outside the sample.
  prels,   ///< `query doc grade method probability` (TREC Million Query), the sampled ones only.
};

/// Reads sampled judgments. Blank lines and lines with `#` in column 1 are skipped. Refused with
/// line and column: another number of fields, a grade that is no whole number from -127 to 127, a
/// stratum that is no whole number, a probability outside (0, 1], the same document twice.
[[nodiscard]] Result<retrieval::SampledQrels> parse_sampled_qrels(std::string_view bytes,
                                                                  const std::string& source,
                                                                  SampleFormat format);

/// The same from a file, plain or compressed; `-` is standard input.
[[nodiscard]] Result<retrieval::SampledQrels> load_sampled_qrels(const std::string& path,
                                                                 SampleFormat format);

}  // namespace foley::io
