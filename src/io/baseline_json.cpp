#include "foley/io/baseline_json.hpp"

#include "foley/core/number_text.hpp"
#include "foley/io/file_bytes.hpp"
#include "foley/io/json_text.hpp"
#include "foley/retrieval/metric.hpp"
#include "json_reader.hpp"

namespace foley::io {
namespace {

// Reads the members of a section through `read`; a complaint names `section.field`.
template <class Read>
std::optional<Error> read_section(JsonReader& top, const std::string& section,
                                  const std::string& source, Read read) {
  const JsonValue* value = top.member(section, JsonValue::Kind::object, true);
  if (value == nullptr) {
    return top.error();
  }
  JsonReader reader(*value, source, "", section);
  read(reader);
  return reader.error();
}

// A gate with an impossible number can never fail, or never pass.
void check_numbers(JsonReader& top, const JsonValue& document, const golden::Baseline& baseline) {
  if (!top.ok()) {
    return;
  }
  if (const auto metric = retrieval::parse_metric(baseline.metric); !metric) {
    top.complain(metric.error().kind, *document.find("metric"), "metric",
                 "in " + metric.error().item + " " + metric.error().problem, metric.error().advice);
  }
  if (baseline.value < 0.0 || baseline.value > 1.0) {
    top.complain(ErrorKind::bad_value, *document.find("value"), "value",
                 shortest_text(baseline.value) + " is no mean of a metric",
                 "means lie between 0 and 1; write it with --update-baseline");
  }
  if (baseline.tolerance < 0.0 || baseline.tolerance > 1.0) {
    top.complain(ErrorKind::bad_value, *document.find("tolerance"), "tolerance",
                 shortest_text(baseline.tolerance) + " is not between 0 and 1",
                 "write how far the mean may fall, e.g. 0.02");
  }
}

}  // namespace

Result<golden::Baseline> parse_baseline(std::string_view bytes, const std::string& source) {
  const auto document = parse_json(bytes, source);
  if (!document) {
    return fail(document.error());
  }
  if (!document->is(JsonValue::Kind::object)) {
    return fail(
        {.kind = ErrorKind::wrong_top,
         .source = source,
         .line = document->line,
         .problem = std::string("a baseline is an object, this is ") + document->kind_name(),
         .advice = "write one with --update-baseline"});
  }
  golden::Baseline baseline;
  JsonReader top(*document, source, "");
  top.read("metric", baseline.metric, true);
  top.read("value", baseline.value, true);
  top.read("tolerance", baseline.tolerance, true);
  check_numbers(top, *document, baseline);
  const auto system_error = read_section(top, "system", source, [&](JsonReader& system) {
    system.read("embedder", baseline.embedder, true);
    system.read("dim", baseline.dim, true);
    system.read("rrf_k", baseline.rrf_k, false);
    system.read("backend", baseline.backend, false);
  });
  const auto corpus_error = read_section(top, "corpus", source, [&](JsonReader& corpus) {
    corpus.read("name", baseline.corpus_name, false);
    corpus.read("manifest_sha256", baseline.manifest_sha256, true);
  });
  const auto golden_error = read_section(top, "golden", source, [&](JsonReader& golden) {
    golden.read("revision", baseline.revision, false);
    golden.read("n_items", baseline.n_items, false);
    golden.read("seed_sha256", baseline.seed_sha256, true);
  });
  top.read("updated_at", baseline.updated_at, false);
  for (const std::optional<Error>& error :
       {top.error(), system_error, corpus_error, golden_error}) {
    if (error) {
      return fail(*error);
    }
  }
  return baseline;
}

Result<golden::Baseline> load_baseline(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) {
    return fail(bytes.error());
  }
  return parse_baseline(*bytes, path);
}

std::string baseline_text(const golden::Baseline& baseline) {
  std::string text = "{\n";
  text += "  \"metric\": " + json_string(baseline.metric) + ",\n";
  text += "  \"value\": " + shortest_text(baseline.value) + ",\n";
  text += "  \"tolerance\": " + shortest_text(baseline.tolerance) + ",\n";
  text += "  \"system\": {\n";
  text += "    \"embedder\": " + json_string(baseline.embedder) + ",\n";
  text += "    \"dim\": " + std::to_string(baseline.dim) + ",\n";
  text += "    \"rrf_k\": " + std::to_string(baseline.rrf_k) + ",\n";
  text += "    \"backend\": " + json_string(baseline.backend) + "\n  },\n";
  text += "  \"corpus\": {\n";
  text += "    \"name\": " + json_string(baseline.corpus_name) + ",\n";
  text += "    \"manifest_sha256\": " + json_string(baseline.manifest_sha256) + "\n  },\n";
  text += "  \"golden\": {\n";
  text += "    \"revision\": " + json_string(baseline.revision) + ",\n";
  text += "    \"n_items\": " + std::to_string(baseline.n_items) + ",\n";
  text += "    \"seed_sha256\": " + json_string(baseline.seed_sha256) + "\n  },\n";
  text += "  \"updated_at\": " + json_string(baseline.updated_at) + "\n}\n";
  return text;
}

}  // namespace foley::io
