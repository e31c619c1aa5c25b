#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "foley/reliability/alpha_interval.hpp"
#include "foley/reliability/causes/rater_influence.hpp"
#include "foley/reliability/causes/rater_profile.hpp"
#include "foley/reliability/level.hpp"
#include "foley/report/agreement_parts.hpp"
#include "foley/report/table.hpp"

namespace foley::report {

/// Agreement on some units: all of them, or those of a stratum.
struct AgreementPart {
  std::string stratum;      ///< Empty: all units.
  std::size_t units = 0;    ///< Units.
  std::size_t ratings = 0;  ///< Their ratings.
  AlphaRow alpha;
  std::vector<NamedCoefficient> coefficients;  ///< All the others.
};

/// One rater beside the others, by name.
struct RaterRow {
  std::string rater;
  reliability::RaterProfile profile;
  reliability::RaterInfluence influence;
};

/// Agreement of raters with what it is about.
struct AgreementDocument {
  std::string file;
  std::size_t units = 0;
  std::size_t raters = 0;
  std::vector<std::string> rater_names;  ///< Shown where they are few: a column may be no rater.
  std::size_t ratings = 0;
  std::size_t repeats = 0;  ///< Repeated ratings that were merged.
  reliability::Level level = reliability::Level::ordinal;
  std::vector<std::string> labels;  ///< Empty: values are numbers.
  std::optional<reliability::AlphaIntervalOptions> intervals;
  std::vector<AgreementPart> parts;  ///< All units first, then the strata.
  bool every_coefficient = false;    ///< Each stratum is shown with all its coefficients.
  std::vector<SuspectRow> suspects;
  std::vector<RaterRow> rater_rows;
  std::optional<std::vector<UnitRow>> disputed;  ///< By mean squared distance of two ratings.
  std::vector<ConfusionTable> confusions;
  std::vector<std::string> notes;
};

/// The tables for people.
[[nodiscard]] std::string agreement_text(const AgreementDocument& document, const TextStyle& style);

/// The document for programs, `foley-eval/agreement/1`.
[[nodiscard]] std::string agreement_json(const AgreementDocument& document);

}  // namespace foley::report
