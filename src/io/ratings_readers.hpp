#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "foley/core/error.hpp"
#include "foley/io/json_value.hpp"
#include "foley/io/ratings.hpp"
#include "json_elements.hpp"
#include "ratings_builder.hpp"

namespace foley::io {

// Readers of one kind of ratings each. They give a builder what the file holds and return the fault
// that ends the reading, if any. The bytes are UTF-8 text without a byte-order mark or NUL.

/// Tables with a header: long, wide, webMUSHRA.
[[nodiscard]] std::optional<Error> read_delimited_ratings(std::string_view bytes,
                                                          const std::string& source,
                                                          const RatingsRequest& request,
                                                          RatingsBuilder& builder);

/// JSON objects with the keys of a long table, or tasks of Label Studio.
[[nodiscard]] std::optional<Error> read_json_ratings(std::string_view bytes,
                                                     const std::string& source,
                                                     const RatingsRequest& request,
                                                     RatingsBuilder& builder);

/// Whether this object is a task of Label Studio.
[[nodiscard]] bool looks_like_task(const JsonValue& object);

/// Tasks of Label Studio.
[[nodiscard]] std::optional<Error> read_label_studio(JsonElements elements,
                                                     const std::string& source,
                                                     const RatingsRequest& request,
                                                     RatingsBuilder& builder);

/// The text of a JSON value as a cell of a table would hold it; null is empty. Nothing for lists
/// and objects.
[[nodiscard]] std::optional<std::string> cell_text(const JsonValue& value);

}  // namespace foley::io
