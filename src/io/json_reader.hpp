#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foley/io/json_value.hpp"

namespace foley::io {

/// Reads fields out of an object and says precisely what is wrong with one: source, line, item,
/// field. Holds on to the first complaint; later reads do nothing once there is one.
class JsonReader {
 public:
  /// `path` leads to the object inside its item, as in `expected_events[0]`; complaints begin with
  /// it.
  JsonReader(const JsonValue& object, std::string source, std::string item, std::string path = {})
      : object_(object),
        source_(std::move(source)),
        item_(std::move(item)),
        path_(std::move(path)) {}

  /// Names the item in complaints from here on.
  void rename_item(std::string item) { item_ = std::move(item); }

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  [[nodiscard]] bool ok() const { return !error_; }

  /// The member, required or not; complains about an absent required one.
  const JsonValue* member(std::string_view key, bool required);
  /// The member when it has the kind; complains about another kind (null counts as another).
  const JsonValue* member(std::string_view key, JsonValue::Kind kind, bool required);

  void read(std::string_view key, std::string& out, bool required);
  void read(std::string_view key, bool& out, bool required);
  void read(std::string_view key, std::int64_t& out, bool required);
  void read(std::string_view key, double& out, bool required);
  void read(std::string_view key, std::vector<std::string>& out, bool required);

  /// Text out of a list's element or an object's value; `field` names it in a complaint.
  std::optional<std::string> text(const JsonValue& value, const std::string& field);

  void complain(ErrorKind kind, const JsonValue& at, std::string_view field, std::string problem,
                std::string advice);

 private:
  const JsonValue& object_;
  std::string source_;
  std::string item_;
  std::string path_;
  std::optional<Error> error_;
};

}  // namespace foley::io
