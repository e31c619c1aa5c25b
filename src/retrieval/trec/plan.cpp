#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "foley/core/nearest_name.hpp"
#include "gains.hpp"
#include "table.hpp"

namespace foley::retrieval::trec {
namespace {

const Nickname* find_nickname(std::string_view name) {
  for (const Nickname& nickname : nicknames()) {
    if (nickname.name == name) {
      return &nickname;
    }
  }
  return nullptr;
}

tl::unexpected<Error> unknown(std::string_view name) {
  std::vector<std::string_view> known;
  for (const MeasureInfo& info : measures()) {
    known.push_back(info.name);
  }
  for (const Nickname& nickname : nicknames()) {
    known.push_back(nickname.name);
  }
  const auto nearest = nearest_name(name, known);
  return fail({.kind = ErrorKind::unknown_name,
               .problem = "there is no measure '" + std::string(name) + "'",
               .advice = nearest ? "did you mean '" + *nearest + "'?"
                                 : "foley-eval trec -h -m all_trec lists them"});
}

tl::unexpected<Error> not_in_9(std::string_view name) {
  return fail({.kind = ErrorKind::unknown_name,
               .problem = "trec_eval 9 has no measure '" + std::string(name) + "'",
               .advice = "leave --compat 9 out"});
}

void check(const Options& options) {
  if (!std::isfinite(options.relevance_level) || options.relevance_level < 0.0) {
    throw std::invalid_argument("trec: the relevance level is a finite number from 0 on");
  }
}

// A name and what stands behind its first dot.
struct Asked {
  std::string_view name;
  std::string_view parameters;
  bool dotted = false;
};

Asked split(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) {
    return {text, {}};
  }
  return {text.substr(0, dot), text.substr(dot + 1), true};
}

// What was asked, by measure; the value is the parameters' text.
class Marked {
 public:
  explicit Marked(const Options& options) : options_(options) {}

  Result<void> add(std::string_view text) {
    const Asked asked = split(text);
    if (asked.dotted && asked.parameters.empty()) {
      return fail({.kind = ErrorKind::bad_value,
                   .problem = "'" + std::string(text) + "' has no parameter behind the dot",
                   .advice = "write it without the dot"});
    }
    if (const Nickname* nickname = find_nickname(asked.name)) {
      all_trec_ = all_trec_ || nickname->name == "all_trec";
      for (const std::string_view member : nickname->members) {
        if (!options_.compat_9 || find(member)->in_9) {
          texts_.try_emplace(member);
        }
      }
      return {};
    }
    const MeasureInfo* const info = find(asked.name);
    if (info == nullptr) {
      return unknown(asked.name);
    }
    if (options_.compat_9 && !info->in_9) {
      return not_in_9(asked.name);
    }
    std::string_view& kept = texts_[info->name];
    kept = kept.empty() ? asked.parameters : kept;
    return {};
  }

  [[nodiscard]] bool all_trec() const { return all_trec_; }

  [[nodiscard]] const std::string_view* find_text(std::string_view name) const {
    const auto found = texts_.find(name);
    return found == texts_.end() ? nullptr : &found->second;
  }

 private:
  const Options& options_;
  bool all_trec_ = false;
  std::map<std::string_view, std::string_view> texts_;
};

Result<Columns> make(const Definition& definition, std::string_view text, const Options& options,
                     bool in_all_trec = false) {
  auto parameters = read_parameters(definition.info, text);
  if (!parameters) {
    return fail(parameters.error());
  }
  return definition.make(
      {std::string(definition.info.name), std::move(*parameters), options, in_all_trec});
}

// `name` and a part behind its k-th separator that is a parameter; tried from the longest name on.
Result<Column> parse_parametrised(std::string_view name, const Options& options) {
  std::size_t end = name.size();
  while (end != 0) {
    end = name.find_last_of("_.", end - 1);
    if (end == std::string_view::npos) {
      break;
    }
    const std::string_view base = name.substr(0, end);
    std::string_view text = name.substr(end + 1);
    const Definition* const definition = find_definition(base);
    if (definition == nullptr || text.empty()) {
      continue;
    }
    if (base == "recip_rank") {
      MeasureInfo cut = definition->info;
      cut.parameters = ParameterKind::cutoffs;
      cut.defaults = "10";
      auto parameters = read_parameters(cut, text);
      if (!parameters) {
        return fail(parameters.error());
      }
      return definition->make({std::string(base), std::move(*parameters), options, false}).front();
    }
    auto columns = make(*definition, text, options);
    if (!columns) {
      return fail(columns.error());
    }
    if (columns->size() != 1) {
      return fail({.kind = ErrorKind::bad_value,
                   .problem = "'" + std::string(name) + "' is more than one number",
                   .advice = "name one: " + columns->front().name});
    }
    return columns->front();
  }
  return unknown(name);
}

}  // namespace

Result<std::vector<Column>> columns(std::span<const std::string> requested,
                                    const Options& options) {
  check(options);
  Marked marked(options);
  if (requested.empty()) {
    static_cast<void>(marked.add("official"));
  }
  for (const std::string& text : requested) {
    if (auto added = marked.add(text); !added) {
      return fail(added.error());
    }
  }
  Columns all;
  for (const Definition* definition : definitions()) {
    const std::string_view* const text = marked.find_text(definition->info.name);
    if (text == nullptr) {
      continue;
    }
    auto made = make(*definition, *text, options, marked.all_trec());
    if (!made) {
      return fail(made.error());
    }
    std::move(made->begin(), made->end(), std::back_inserter(all));
  }
  return all;
}

Result<Column> parse_column(std::string_view name, const Options& options) {
  check(options);
  if (const Definition* definition = find_definition(name)) {
    auto columns = make(*definition, {}, options);
    if (!columns) {
      return fail(columns.error());
    }
    if (columns->size() == 1) {
      return columns->front();
    }
    return fail({.kind = ErrorKind::bad_value,
                 .problem = "'" + std::string(name) + "' is more than one number",
                 .advice = "name one: " + columns->front().name});
  }
  return parse_parametrised(name, options);
}

std::vector<std::string> tied_gains(std::span<const std::string> requested) {
  constexpr std::int64_t kHighestGrade = 127;
  std::vector<std::string> names;
  for (const std::string& text : requested) {
    const Asked asked = split(text);
    const MeasureInfo* const info = find(asked.name);
    if (info == nullptr || info->parameters != ParameterKind::pairs ||
        info->name.starts_with("rbp")) {
      continue;
    }
    const auto parameters = read_parameters(*info, asked.parameters);
    if (!parameters || parameters->pairs.empty()) {
      continue;
    }
    std::vector<LevelGain> levels = level_gains(parameters->pairs);
    // Levels of the qrels are not known here: the ones up to the highest that was named.
    std::int64_t highest = 0;
    for (const LevelGain& each : levels) {
      highest = std::max(highest, std::min(each.level, kHighestGrade));
    }
    for (std::int64_t level = 0; level <= highest; ++level) {
      if (std::none_of(levels.begin(), levels.end(),
                       [&](const LevelGain& each) { return each.level == level; })) {
        levels.push_back({level, static_cast<double>(level)});
      }
    }
    std::vector<LevelGain> exact = levels;
    order_by_gain(levels, false);
    order_by_gain(exact, true);
    if (!std::equal(levels.begin(), levels.end(), exact.begin(),
                    [](const LevelGain& a, const LevelGain& b) { return a.gain == b.gain; })) {
      names.push_back(text);
    }
  }
  return names;
}

}  // namespace foley::retrieval::trec
