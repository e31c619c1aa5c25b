#include <bit>
#include <cmath>
#include <type_traits>

#include "counts_builder.hpp"
#include "foley/core/digest.hpp"

namespace foley::reliability {
namespace {

constexpr std::string_view kMagic = "foley-agreement-1\n";
constexpr std::size_t kDigest = 64;
constexpr std::uint64_t kMostRatings = std::uint64_t{1} << 53U;  // what doubles count

template <class Word>
void put(std::string& bytes, Word word) {
  for (std::size_t i = 0; i < sizeof(Word); ++i) {
    bytes += static_cast<char>(word >> (8 * i) & 0xFF);
  }
}

// Takes numbers off the front of bytes; whoever asks has made sure that they are there.
class Taker {
 public:
  explicit Taker(std::string_view bytes) : bytes_(bytes) {}

  template <class Word>
  Word take() {
    Word word = 0;
    for (std::size_t i = 0; i < sizeof(Word); ++i) {
      word |=
          static_cast<Word>(static_cast<Word>(static_cast<unsigned char>(bytes_[i])) << (8 * i));
    }
    bytes_.remove_prefix(sizeof(Word));
    return word;
  }

  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
};

Error broken(const std::string& source, std::string problem) {
  return {.kind = ErrorKind::bad_syntax,
          .source = source,
          .problem = std::move(problem),
          .advice = "give bytes that the counts wrote, whole and unchanged"};
}

}  // namespace

std::string AgreementCounts::to_bytes() const {
  std::string bytes(kMagic);
  put(bytes, std::uint64_t{values_.size()});
  put(bytes, std::uint64_t{units_of_.size()});
  put(bytes, std::uint64_t{codes_.size()});
  put(bytes, lone_ratings_);
  for (const double value : values_) {
    put(bytes, std::bit_cast<std::uint64_t>(value));
  }
  for (std::size_t i = 0; i < patterns(); ++i) {
    put(bytes, std::uint64_t{pattern(i).size()});
    put(bytes, units_of_[i]);
  }
  for (const std::uint32_t code : codes_) {
    put(bytes, code);
  }
  return bytes + sha256_hex(bytes);
}

Result<AgreementCounts> AgreementCounts::from_bytes(std::string_view bytes,
                                                    const std::string& source) {
  constexpr std::size_t kHead = 4 * sizeof(std::uint64_t);
  if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + kHead + kDigest) {
    return fail(broken(source, "these are no counts of ratings"));
  }
  const std::string_view body = bytes.substr(0, bytes.size() - kDigest);
  if (sha256_hex(body) != bytes.substr(body.size())) {
    return fail(broken(source, "the counts of ratings are damaged or cut off"));
  }
  Taker taker(body.substr(kMagic.size()));
  const auto values = taker.take<std::uint64_t>();
  const auto patterns = taker.take<std::uint64_t>();
  const auto codes = taker.take<std::uint64_t>();
  const auto lone = taker.take<std::uint64_t>();
  const std::uint64_t room = taker.left();
  const bool sizes_fit = values <= room / 8 && patterns <= room / 16 && codes <= room / 4 &&
                         values * 8 + patterns * 16 + codes * 4 == room;
  const Error impossible = broken(source, "the counts of ratings contradict themselves");
  if (!sizes_fit) {
    return fail(impossible);
  }
  FoundPatterns found;
  for (std::uint64_t i = 0; i < values; ++i) {
    found.values.push_back(std::bit_cast<double>(taker.take<std::uint64_t>()));
    if (!std::isfinite(found.values.back())) {
      return fail(impossible);
    }
  }
  std::uint64_t end = 0;
  std::uint64_t ratings = 0;
  for (std::uint64_t i = 0; i < patterns; ++i) {
    const auto length = taker.take<std::uint64_t>();
    const auto units = taker.take<std::uint64_t>();
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
    found.codes.push_back(taker.take<std::uint32_t>());
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
