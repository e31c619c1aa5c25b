#include "ratings_columns.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "delimited_columns.hpp"
#include "foley/core/nearest_name.hpp"
#include "foley/core/printable.hpp"
#include "ratings_values.hpp"

namespace foley::io {
namespace {

using Name = std::string_view;

constexpr std::array kUnit{Name("unit"),     Name("unit_id"), Name("item"),
                           Name("item_id"),  Name("clip"),    Name("clip_id"),
                           Name("stimulus"), Name("file"),    Name("filename")};
constexpr std::array kRater{Name("rater"),          Name("rater_id"),     Name("annotator"),
                            Name("judge"),          Name("annotator_id"), Name("judge_id"),
                            Name("worker"),         Name("worker_id"),    Name("coder"),
                            Name("coder_id"),       Name("listener"),     Name("listener_id"),
                            Name("assessor"),       Name("assessor_id"),  Name("participant"),
                            Name("participant_id"), Name("completed_by")};
constexpr std::array kValue{Name("value"), Name("rating"),    Name("grade"), Name("score"),
                            Name("label"), Name("relevance"), Name("mos")};
constexpr std::array kMushraRater{Name("session_uuid")};
constexpr std::array kMushraStimulus{Name("rating_stimulus"), Name("stimuli")};
constexpr std::array kMushraValue{Name("rating_score"), Name("stimuli_rating")};
constexpr Name kTrial = "trial_id";
constexpr Name kScales = "stimuli_rating";  // with a number behind it: one of several

std::optional<std::size_t> first_of(const RatingNames& names, ColumnNames wanted) {
  for (const Name each : wanted) {
    const auto found =
        std::ranges::find_if(names, [&](Name name) { return canonical_name(name) == each; });
    if (found != names.end()) {
      return static_cast<std::size_t>(found - names.begin());
    }
  }
  return std::nullopt;
}

NameParts as_parts(std::optional<std::size_t> column) {
  return column ? NameParts{*column} : NameParts{};
}

NameParts mushra_unit(const RatingNames& names) {
  NameParts parts = as_parts(requested_column(names, kTrial));
  const auto stimulus = first_of(names, kMushraStimulus);
  if (!parts.empty() && stimulus) {
    parts.push_back(*stimulus);
  }
  return parts;
}

std::string list_text(const RatingNames& names) {
  constexpr std::size_t kMost = 20;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMost; ++i) {
    text += (i == 0 ? "" : ", ") + printable(names[i], 40);
  }
  return text + (names.size() > kMost ? ", …" : "");
}

}  // namespace

UsualColumns usual_rating_columns() { return {kUnit, kRater, kValue}; }

bool JoinedName::add(std::string_view part) {
  part = trimmed(part);
  if (!empty_) {
    std::string before;
    for (const char c : Name(text_).substr(last_)) {
      before += c == '/' ? "%2F" : c == '%' ? "%25" : std::string(1, c);
    }
    text_.resize(last_);
    text_ += before + '/';
    last_ = text_.size();
  } else {
    last_ = 0;
  }
  empty_ = false;
  text_ += part;
  return !part.empty();
}

std::optional<std::size_t> requested_column(const RatingNames& names, std::string_view wanted) {
  auto found = std::ranges::find(names, trimmed(wanted));
  if (found == names.end()) {
    const std::string canonical = canonical_name(trimmed(wanted));
    found =
        std::ranges::find_if(names, [&](Name name) { return canonical_name(name) == canonical; });
  }
  return found == names.end() ? std::nullopt
                              : std::optional(static_cast<std::size_t>(found - names.begin()));
}

NameParts requested_parts(const RatingNames& names, std::string_view wanted) {
  if (const auto whole = requested_column(names, wanted)) {
    return {*whole};
  }
  NameParts parts;
  for (std::size_t from = 0; from <= wanted.size();) {
    const std::size_t to = std::min(wanted.find('+', from), wanted.size());
    const auto part = requested_column(names, wanted.substr(from, to - from));
    if (!part) {
      return {};
    }
    parts.push_back(*part);
    from = to + 1;
  }
  return parts;
}

NameParts usual_unit(const RatingNames& names) {
  if (const auto unit = first_of(names, kUnit)) {
    return {*unit};
  }
  const auto query = first_of(names, query_names());
  const auto document = first_of(names, document_names());
  // A judgment is about a document for a query; alone, either may be what is rated.
  if (query && document) {
    return {*query, *document};
  }
  return as_parts(document ? document : query);
}

RatingColumns find_rating_columns(const RatingNames& names, const RatingsRequest& request,
                                  bool is_mushra) {
  RatingColumns columns;
  columns.unit = !request.unit.empty() ? requested_parts(names, request.unit)
                 : is_mushra           ? mushra_unit(names)
                                       : usual_unit(names);
  columns.rater = !request.rater.empty()
                      ? requested_parts(names, request.rater)
                      : as_parts(first_of(names, is_mushra ? ColumnNames(kMushraRater) : kRater));
  columns.value = !request.value.empty()
                      ? requested_column(names, request.value)
                      : first_of(names, is_mushra ? ColumnNames(kMushraValue) : kValue);
  if (!request.stratum.empty()) {
    columns.stratum = requested_column(names, request.stratum);
  }
  if (!request.order.empty()) {
    columns.order = requested_column(names, request.order);
  }
  return columns;
}

bool looks_like_mushra(const RatingNames& names) {
  constexpr std::array test{Name("session_test_id")};
  constexpr std::array trial{kTrial};
  return first_of(names, test) && first_of(names, trial);
}

Error unknown_column(std::string_view wanted, const RatingNames& names, const std::string& source,
                     std::size_t line, std::string_view has) {
  const auto near = nearest_name(wanted.substr(0, 40), names);
  return {.kind = ErrorKind::missing_field,
          .source = source,
          .line = line,
          .problem =
              std::string(has) + " has no " + quoted(wanted) + " (it has " + list_text(names) + ")",
          .advice = near ? "did you mean " + quoted(*near) + "?" : "name one that is there",
          .code = "FE-IO-15"};
}

std::optional<Error> missing_column(const RatingColumns& columns, const RatingNames& names,
                                    const RatingsRequest& request, bool is_mushra,
                                    const std::string& source, std::size_t line,
                                    std::string_view has) {
  const auto missing = [&](const std::string& wanted, const char* what, std::string advice) {
    Error error = unknown_column(wanted, names, source, line, has);
    if (wanted.empty()) {
      error.problem =
          std::string(has) + " names no column of " + what + " (it has " + list_text(names) + ")";
      error.advice = std::move(advice);
    }
    return error;
  };
  if (columns.unit.empty()) {
    return missing(request.unit, "units", "name it item_id, or say which it is");
  }
  if (!columns.value) {
    std::string advice = "name it value, or say which it is";
    const bool several = is_mushra && std::ranges::any_of(names, [](Name name) {
                           return canonical_name(name).starts_with(kScales);
                         });
    if (several) {
      advice = "it holds several scales; say which of stimuli_rating1, stimuli_rating2, … is meant";
    } else if (is_mushra) {
      advice = "comparisons are no ratings of one thing; say which column is the value";
    }
    return missing(request.value, "values", advice);
  }
  if (columns.rater.empty()) {
    Error error = missing(request.rater, "raters", "name it rater, or say which it is");
    if (request.rater.empty() && is_mushra) {
      error.problem =
          "this file of webMUSHRA does not say who rated (it has " + list_text(names) + ")";
      error.advice = "say which column tells listeners apart, such as one of a questionnaire";
      error.code = "FE-IO-28";
    }
    return error;
  }
  if (!request.stratum.empty() && !columns.stratum) {
    return missing(request.stratum, "strata", "");
  }
  if (!request.order.empty() && !columns.order) {
    return missing(request.order, "order", "");
  }
  return std::nullopt;
}

}  // namespace foley::io
