#include <algorithm>
#include <cmath>

#include "foley/core/nearest_name.hpp"
#include "foley/core/number_text.hpp"
#include "foley/retrieval/registry.hpp"
#include "foley/retrieval/trec/measures.hpp"
#include "grammar_parts.hpp"
#include "param_text.hpp"

namespace foley::retrieval {
namespace {

using registry::Parts;

Error about(std::string_view text, ErrorKind kind) {
  return {.kind = kind, .item = "measure '" + std::string(text) + "'"};
}

tl::unexpected<Error> unknown(std::string_view text, std::string_view name) {
  Error error = about(text, ErrorKind::unknown_name);
  std::vector<std::string_view> known = known_measure_names();
  for (const registry::Spelling& spelling : registry::spellings()) {
    known.push_back(spelling.name);
  }
  const auto nearest = nearest_name(name, known);
  error.problem = "there is no measure '" + std::string(name) + "'";
  error.advice = nearest ? "did you mean '" + *nearest + "'? (foley-eval measures lists all)"
                         : "foley-eval measures lists all";
  return fail(std::move(error));
}

std::string param_names(const MeasureInfo& info) {
  std::string names;
  for (const ParamInfo& param : info.params) {
    names += (names.empty() ? "" : ", ") + std::string(param.name);
  }
  return names.empty() ? "it has none" : "allowed: " + names;
}

// A value that is the default need not be said, but for `rel`: without one the level of the whole
// evaluation holds, which may be another than the default.
void set(MeasureSpec& spec, const ParamInfo& param, ParamValue value) {
  std::erase_if(spec.given, [&](const auto& each) { return each.first == param.name; });
  const bool empty_gains =
      std::holds_alternative<GainMap>(value) && std::get<GainMap>(value).empty();
  if (empty_gains || (value == registry::standard_value(param) && param.name != "rel")) {
    return;
  }
  spec.given.emplace_back(param.name, std::move(value));
  const auto place = [&](std::string_view name) {
    return std::find_if(spec.info->params.begin(), spec.info->params.end(),
                        [&](const ParamInfo& each) { return each.name == name; });
  };
  std::sort(spec.given.begin(), spec.given.end(),
            [&](const auto& a, const auto& b) { return place(a.first) < place(b.first); });
}

Result<void> set_text(MeasureSpec& spec, std::string_view text, std::string_view name,
                      std::string_view value, bool at) {
  const auto& params = spec.info->params;
  const auto param = std::find_if(params.begin(), params.end(), [&](const ParamInfo& each) {
    return at ? each.at : each.name == name;
  });
  Error error = about(text, ErrorKind::bad_value);
  if (param == params.end()) {
    error.kind = ErrorKind::unknown_name;
    error.problem =
        at ? std::string(spec.info->name) + " takes no cut-off"
           : std::string(spec.info->name) + " has no parameter '" + std::string(name) + "'";
    error.advice = param_names(*spec.info);
    return fail(std::move(error));
  }
  auto read = registry::read_value(*param, value);
  if (!read) {
    error.problem = std::string(param->name) + " is '" + std::string(value) + "'";
    error.advice = "it is " + read.error();
    return fail(std::move(error));
  }
  set(spec, *param, std::move(*read));
  return {};
}

// Parameters that must be there, and those that must fit each other.
Result<MeasureSpec> checked(MeasureSpec spec, std::string_view text) {
  for (const ParamInfo& param : spec.info->params) {
    if (param.required && !spec.number(param.name)) {
      Error error = about(text, ErrorKind::missing_field);
      error.problem = std::string(spec.info->name) + " needs " + std::string(param.name) + " (" +
                      std::string(param.about) + ")";
      error.advice = "write it like " + std::string(spec.info->name) +
                     (param.at ? (param.name == "recall" ? "@0.1" : "@10")
                               : "(" + std::string(param.name) + "=2)");
      return fail(std::move(error));
    }
  }
  const auto min_rel = spec.number("min_rel");
  if (min_rel && !(*min_rel < spec.number("max_rel").value())) {
    Error error = about(text, ErrorKind::bad_value);
    error.problem = "min_rel is not below max_rel";
    error.advice = "min_rel is the grade with the gain 0, max_rel the one with the gain 1";
    return fail(std::move(error));
  }
  return spec;
}

Result<MeasureSpec> fill_in(const MeasureInfo& info, const Parts& parts, std::string_view text,
                            MeasureSpec preset = {}) {
  MeasureSpec spec = std::move(preset);
  spec.info = &info;
  std::vector<std::string_view> seen;
  for (const auto& [name, value] : parts.params) {
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
      Error error = about(text, ErrorKind::duplicate);
      error.problem = "the parameter '" + std::string(name) + "' is given twice";
      error.advice = "leave one out";
      return fail(std::move(error));
    }
    seen.push_back(name);
    if (auto done = set_text(spec, text, name, value, false); !done) {
      return fail(std::move(done.error()));
    }
  }
  if (parts.at) {
    if (auto done = set_text(spec, text, {}, *parts.at, true); !done) {
      return fail(std::move(done.error()));
    }
  }
  if (parts.level) {
    if (auto done = set_text(spec, text, "rel", *parts.level, false); !done) {
      return fail(std::move(done.error()));
    }
  }
  return checked(std::move(spec), text);
}

// Names that ranx shares with retrieval reports and trec_eval, which know no level of their own, as
// extended measures. Without a cut-off `recall` and the like are spellings of other measures.
std::string_view extended_name(std::string_view name, bool with_cutoff) {
  constexpr std::pair<std::string_view, std::string_view> kAlways[] = {
      {"ndcg", "nDCG"}, {"map", "AP"}, {"bpref", "Bpref"}};
  constexpr std::pair<std::string_view, std::string_view> kWithCutoff[] = {
      {"mrr", "RR"}, {"recall", "R"}, {"precision", "P"}};
  for (const auto& [from, to] : kAlways) {
    if (from == name) {
      return to;
    }
  }
  for (const auto& [from, to] : kWithCutoff) {
    if (from == name && with_cutoff) {
      return to;
    }
  }
  return name;
}

// `rbp.95`: RBP with p = 0.95 of relevant documents.
Result<MeasureSpec> ranx_rbp(const Parts& parts, std::string_view text) {
  Parts as_call = parts;
  const std::string p = "0" + std::string(parts.name.substr(3));
  as_call.params.emplace_back("p", p);
  as_call.params.emplace_back("rel", parts.level.value_or("1"));
  as_call.level.reset();
  return fill_in(*find_info("RBP"), as_call, text);
}

Result<MeasureSpec> trec_spec(std::string_view text) {
  auto column = trec::parse_column(text, {});
  if (!column) {
    Error error = std::move(column.error());
    error.item = "measure '" + std::string(text) + "'";
    return fail(std::move(error));
  }
  MeasureSpec spec;
  spec.trec_name = column->name;
  // The longest name that begins it, since names begin each other (map, map_cut).
  for (const MeasureInfo* info : all_measures()) {
    if (info->family == Family::trec && column->name.starts_with(info->name) &&
        (spec.info == nullptr || info->name.size() > spec.info->name.size())) {
      spec.info = info;
    }
  }
  constexpr std::string_view kShares = "iprec_at_recall";
  if (spec.info->name == kShares && text.size() > kShares.size()) {
    const auto share = registry::number_of(text.substr(kShares.size() + 1));
    if (share && registry::number_of(fixed_text(*share, 2)) != share) {
      Error error = about(text, ErrorKind::bad_value);
      error.problem = "trec_eval's name has room for two digits";
      error.advice = "write IPrec@" + shortest_text(*share);
      return fail(std::move(error));
    }
  }
  return spec;
}

}  // namespace

Result<MeasureSpec> parse_measure(std::string_view text) {
  const auto taken = registry::take_apart(text);
  if (!taken) {
    Error error = about(text, ErrorKind::bad_syntax);
    error.problem = taken.error();
    error.advice = "write it like ndcg@10 or RBP(p=0.9)@20";
    return fail(std::move(error));
  }
  const Parts& parts = *taken;
  const MeasureInfo* info = find_info(parts.name);
  if (parts.level || (parts.called && info != nullptr && info->family != Family::extended)) {
    info = find_info(extended_name(parts.name, parts.at.has_value()));
  }
  if (info != nullptr && info->family == Family::extended) {
    return fill_in(*info, parts, text);
  }
  if (info != nullptr && info->family == Family::reference && parts.at) {
    return fill_in(*info, parts, text);
  }
  if (parts.name.starts_with("rbp.") && registry::number_of(parts.name.substr(3))) {
    return ranx_rbp(parts, text);
  }
  for (const registry::Spelling& spelling : registry::spellings()) {
    if (spelling.name == parts.name) {
      auto preset = parse_measure(spelling.measure).value();
      return fill_in(*preset.info, parts, text, preset);
    }
  }
  if (parts.called || parts.at || parts.level) {
    const MeasureInfo* plain = find_info(parts.name);
    if (plain == nullptr) {
      return unknown(text, parts.name);
    }
    Error error = about(text, ErrorKind::bad_value);
    error.problem = "'" + std::string(parts.name) + "' is trec_eval's, which takes no @ or ()";
    error.advice = "write its parameters behind _, like P_10";
    return fail(std::move(error));
  }
  auto spec = trec_spec(registry::trimmed(text));
  if (!spec && find_info(parts.name) == nullptr && spec.error().kind == ErrorKind::unknown_name) {
    return unknown(text, parts.name);
  }
  return spec;
}

}  // namespace foley::retrieval
