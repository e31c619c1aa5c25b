#pragma once

#include <cstdint>
#include <string_view>

#include "byte_source.hpp"
#include "foley/core/error.hpp"
#include "foley/core/tables.hpp"
#include "foley/io/rankings.hpp"

namespace foley::io {

/// The formats in which runs and qrels come.
enum class RankingFormat : std::uint8_t { trec, json, delimited, mteb };

/// Tells the format of a file by how it begins: `{` is JSON (MTEB predictions name themselves), a
/// header line of comma or tab separated names is CSV or TSV, everything else is TREC text. A file
/// that cannot be any of them is refused before the rest of it is read. `lenient`: not for its
/// encoding, which is then for the reader of the format to judge.
[[nodiscard]] Result<RankingFormat> ranking_format(const ByteSource& source, bool lenient = false);

/// Reads the whole source in this format.
[[nodiscard]] Result<Run> parse_run(std::string_view padded, const std::string& name,
                                    RankingFormat format, const RankingChoice& choice);
[[nodiscard]] Result<Qrels> parse_qrels(std::string_view padded, const std::string& name,
                                        RankingFormat format, const RankingChoice& choice);

}  // namespace foley::io
