#include <cmath>
#include <utility>

#include "counts_builder.hpp"
#include "foley/core/packed_bytes.hpp"

namespace foley::reliability {
namespace {

constexpr std::string_view kFormat = "foley-agreement-1";
constexpr std::uint64_t kMostRatings = std::uint64_t{1} << 53U;  // what doubles count

}  // namespace

std::string AgreementCounts::to_bytes() const {
  PackedWriter writer(kFormat);
  writer.put(std::uint64_t{values_.size()});
  writer.put(std::uint64_t{units_of_.size()});
  writer.put(std::uint64_t{codes_.size()});
  writer.put(lone_ratings_);
  writer.put(values_);
  for (std::size_t i = 0; i < patterns(); ++i) {
    writer.put(std::uint64_t{pattern(i).size()});
    writer.put(units_of_[i]);
  }
  for (const std::uint32_t code : codes_) {
    writer.put(code);
  }
  return std::move(writer).finish();
}

Result<AgreementCounts> AgreementCounts::from_bytes(std::string_view bytes,
                                                    const std::string& source) {
  auto reader = PackedReader::open(bytes, kFormat, "counts of ratings", source);
  if (!reader) {
    return fail(reader.error());
  }
  const std::uint64_t values = reader->word64();
  const std::uint64_t patterns = reader->word64();
  const std::uint64_t codes = reader->word64();
  const std::uint64_t lone = reader->word64();
  const Error impossible = reader->broken("the counts of ratings contradict themselves");
  if (!reader->good()) {
    return fail(impossible);
  }
  const std::uint64_t room = reader->left();
  const bool sizes_fit = values <= room / 8 && patterns <= room / 16 && codes <= room / 4 &&
                         values * 8 + patterns * 16 + codes * 4 == room;
  if (!sizes_fit) {
    return fail(impossible);
  }
  FoundPatterns found;
  for (std::uint64_t i = 0; i < values; ++i) {
    found.values.push_back(reader->number());
    if (!std::isfinite(found.values.back())) {
      return fail(impossible);
    }
  }
  std::uint64_t end = 0;
  std::uint64_t ratings = 0;
  for (std::uint64_t i = 0; i < patterns; ++i) {
    const std::uint64_t length = reader->word64();
    const std::uint64_t units = reader->word64();
    if (length < 2 || length > codes - end || units == 0 ||
        units > (kMostRatings - ratings) / length) {
      return fail(impossible);
    }
    ratings += length * units;
    end += length;
    found.begins.push_back(end);
    found.units_of.push_back(units);
  }
  for (std::uint64_t i = 0; i < codes; ++i) {
    found.codes.push_back(reader->word32());
    if (found.codes.back() >= values) {
      return fail(impossible);
    }
  }
  AgreementCounts counts;
  if (end != codes || !CountsBuilder::restore(std::move(found), lone, counts)) {
    return fail(impossible);
  }
  return counts;
}

}  // namespace foley::reliability
