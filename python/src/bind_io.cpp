#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "foley/golden/baseline.hpp"
#include "foley/golden/corpus.hpp"
#include "foley/io/atomic_file.hpp"
#include "foley/io/corpus_json.hpp"
#include "foley/io/golden_json.hpp"
#include "foley/io/json_value.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

// The first fault of a document, or nothing.
template <class Document>
std::optional<Error> first_fault(Result<Document> document) {
  if (!document) {
    return document.error();
  }
  return document->errors.empty() ? std::nullopt : std::optional(document->errors.front());
}

}  // namespace

void bind_io(nb::module_& m) {
  m.def(
      "check_golden",
      [](const nb::bytes& bytes, const std::string& source) {
        return first_fault(io::parse_golden(view(bytes), source));
      },
      nb::arg("bytes"), nb::arg("source"), "First fault of a golden set, or None.");
  m.def(
      "check_corpus",
      [](const nb::bytes& bytes, const std::string& source) {
        return first_fault(io::parse_corpus(view(bytes), source));
      },
      nb::arg("bytes"), nb::arg("source"), "First fault of a corpus manifest, or None.");
  m.def(
      "check_json_object",
      [](const nb::bytes& bytes, const std::string& source) -> std::optional<Error> {
        const auto document = io::parse_json(view(bytes), source);
        if (!document) {
          return document.error();
        }
        if (!document->is(io::JsonValue::Kind::object)) {
          return Error{
              .kind = ErrorKind::wrong_top,
              .source = source,
              .line = document->line,
              .problem = std::string("an object belongs here, this is ") + document->kind_name(),
              .advice = "is this the right file?"};
        }
        return std::nullopt;
      },
      nb::arg("bytes"), nb::arg("source"), "First fault of a JSON object, or None.");
  m.def(
      "write_atomically",
      [](const nb::bytes& path, const nb::bytes& bytes) -> std::optional<Error> {
        auto written = io::write_atomically(std::string(view(path)), view(bytes));
        return written ? std::nullopt : std::optional(written.error());
      },
      nb::arg("path"), nb::arg("bytes"),
      "Replaces a file as a whole or not at all; the error, or None.");
  m.def(
      "fixture_digest", [](const nb::bytes& bytes) { return golden::fixture_digest(view(bytes)); },
      nb::arg("bytes"), "SHA-256 of a text with its line ends made LF.");
  m.def(
      "clip_id", [](const std::string& file) { return golden::clip_id(file); }, nb::arg("file"),
      "Clip id of a manifest's file name.");
}

}  // namespace foley::python
