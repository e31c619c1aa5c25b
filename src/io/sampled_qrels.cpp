#include "foley/io/sampled_qrels.hpp"

#include <charconv>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "field_lines.hpp"

namespace foley::io {
namespace {

constexpr std::size_t kFields = 5;

// Where each format keeps what is asked of a line.
struct Places {
  std::size_t doc;
  std::size_t grade;
  std::size_t extra;  // stratum or probability
  const char* shape;
};

constexpr Places kStrata{2, 4, 3, "query iter document stratum grade"};
constexpr Places kPrels{1, 2, 4, "query document grade method probability"};

std::optional<std::int64_t> whole(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc{} && end == text.data() + text.size() ? std::optional(value)
                                                                 : std::nullopt;
}

class Reader {
 public:
  Reader(const std::string& source, SampleFormat format)
      : source_(source),
        format_(format),
        places_(format == SampleFormat::strata ? kStrata : kPrels) {}

  Result<retrieval::SampledQrels> read(std::string_view bytes) {
    if (auto error = each_field_line(bytes, source_, kFields, places_.shape,
                                     [&](const FieldLine& line) { return take(line); })) {
      return fail(std::move(*error));
    }
    return std::move(qrels_);
  }

 private:
  std::optional<Error> take(const FieldLine& line) {
    retrieval::SampledRanking::Doc doc;
    const auto grade = whole(line.fields[places_.grade]);
    if (!grade || *grade < -127 || *grade > 127) {
      return refuse(line, places_.grade, ErrorKind::bad_value, grade ? "FE-IO-09" : "FE-IO-08",
                    "is not a whole number from -127 to 127", "write the grade, or -1");
    }
    doc.grade = static_cast<double>(*grade);
    if (format_ == SampleFormat::strata) {
      const auto stratum = whole(line.fields[places_.extra]);
      if (!stratum) {
        return refuse(line, places_.extra, ErrorKind::bad_value, "FE-IO-22",
                      "is not the number of a stratum", "write a whole number");
      }
      doc.stratum = *stratum;
    } else {
      bool is_number = false;
      const auto inclusion = finite_number(line.fields[places_.extra], is_number);
      if (!inclusion || *inclusion <= 0.0 || *inclusion > 1.0) {
        return refuse(line, places_.extra, ErrorKind::bad_value, "FE-IO-22",
                      "is no probability of inclusion", "write a number above 0, at most 1");
      }
      doc.inclusion = *inclusion;
    }
    const std::string_view id = line.fields[places_.doc];
    const auto [at, first] = index_.try_emplace(std::string(line.fields[0]), qrels_.topics.size());
    if (first) {
      qrels_.topics.push_back({at->first, {}, {}});
      seen_.emplace_back();
    }
    if (!seen_[at->second].emplace(id).second) {
      return refuse(line, places_.doc, ErrorKind::duplicate, "FE-IO-11",
                    "stands twice for the query '" + at->first + "'", "remove one of them");
    }
    qrels_.topics[at->second].docs.emplace_back(id);
    qrels_.topics[at->second].pool.push_back(doc);
    return std::nullopt;
  }

  [[nodiscard]] Error refuse(const FieldLine& line, std::size_t field, ErrorKind kind,
                             const char* code, const std::string& problem,
                             const char* advice) const {
    return {.kind = kind,
            .source = source_,
            .line = line.number,
            .problem = "'" + std::string(line.fields[field]) + "' " + problem,
            .advice = advice,
            .column = line.column(field),
            .code = code};
  }

  const std::string& source_;
  SampleFormat format_;
  Places places_;
  retrieval::SampledQrels qrels_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<std::unordered_set<std::string>> seen_;
};

}  // namespace

Result<retrieval::SampledQrels> parse_sampled_qrels(std::string_view bytes,
                                                    const std::string& source,
                                                    SampleFormat format) {
  return Reader(source, format).read(bytes);
}

Result<retrieval::SampledQrels> load_sampled_qrels(const std::string& path, SampleFormat format) {
  const auto bytes = whole_text(path);
  return bytes ? parse_sampled_qrels(*bytes, path, format) : fail(bytes.error());
}

}  // namespace foley::io
