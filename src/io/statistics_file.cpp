#include "foley/io/statistics_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "embedding_parts.hpp"
#include "foley/fidelity/gaussian_fit.hpp"
#include "foley/io/atomic_file.hpp"
#include "foley/io/embedding_set.hpp"
#include "foley/io/npy.hpp"
#include "foley/io/npz.hpp"

namespace foley::io {

namespace {

namespace fs = std::filesystem;

constexpr const char* format_name = "foley-statistics-1";

// Names of the two arrays in a .npz: ours, or those of others.
struct ArrayNames {
  std::string mean;
  std::string covariance;
  std::string model;
};

std::vector<ArrayNames> array_names(const NpzFile& file) {
  std::vector<ArrayNames> found;
  for (const auto& [mean, covariance] : {std::pair<const char*, const char*>{"mean", "covariance"},
                                         {"mu", "cov"},
                                         {"mu", "sigma"}}) {
    if (file.has(mean) && file.has(covariance)) {
      found.push_back({mean, covariance, ""});
      return found;
    }
  }
  for (const std::string& name : file.names()) {
    if (name.ends_with(".mu")) {
      const std::string model = name.substr(0, name.size() - 3);
      if (file.has(model + ".cov")) {
        found.push_back({name, model + ".cov", model});
      }
    }
  }
  return found;
}

Error statistics_error(const std::string& source, std::string problem, std::string advice) {
  return embedding_error(source, ErrorKind::bad_value, "FE-IO-39", std::move(problem),
                         std::move(advice));
}

std::vector<double> numbers_of(const EmbeddingView& view) {
  std::vector<double> values(view.rows() * view.cols());
  view.copy(0, view.rows(), nullptr, values.data());
  return values;
}

Result<NpyArray> array_of(const NpzFile& file, const std::string& name) {
  auto bytes = file.bytes(name);
  if (!bytes) {
    return fail(std::move(bytes.error()));
  }
  return parse_npy(bytes->first, file.source() + ", array " + name, bytes->second);
}

Result<std::string> text_of(const NpzFile& file, const std::string& name) {
  auto bytes = file.bytes(name);
  if (!bytes) {
    return fail(std::move(bytes.error()));
  }
  auto texts = parse_npy_texts(bytes->first, file.source() + ", array " + name);
  if (!texts) {
    return fail(std::move(texts.error()));
  }
  return texts->empty() ? std::string() : texts->front();
}

std::optional<Error> set_moments(StatisticsFile& result, const EmbeddingView& mean,
                                 const EmbeddingView& covariance, const std::string& source) {
  result.mean = numbers_of(mean);
  result.covariance = numbers_of(covariance);
  const std::size_t d = result.mean.size();
  if (mean.rows() != 1 || covariance.rows() != d || covariance.cols() != d) {
    return statistics_error(source,
                            "has a mean of " + std::to_string(d) + " numbers and a covariance of " +
                                std::to_string(covariance.rows()) + " x " +
                                std::to_string(covariance.cols()),
                            "write it with `foley-eval fidelity statistics`");
  }
  try {
    // Whoever uses it would find out; here it has a file to name.
    static_cast<void>(fidelity::fit_gaussian(result.mean, result.covariance, 2));
  } catch (const std::invalid_argument& error) {
    return statistics_error(source, error.what(), "write it with `foley-eval fidelity statistics`");
  }
  return std::nullopt;
}

Result<StatisticsFile> load_npz(const std::string& path, const std::string& model) {
  auto file = NpzFile::open(path);
  if (!file) {
    return fail(std::move(file.error()));
  }
  std::vector<ArrayNames> names = array_names(*file);
  if (!model.empty()) {
    std::erase_if(names, [&](const ArrayNames& found) {
      return !found.model.empty() && found.model != model;
    });
  }
  if (names.size() != 1) {
    return fail(statistics_error(
        path,
        names.empty() ? "holds no mean with its covariance" : "holds statistics of several models",
        names.empty() ? "write it with `foley-eval fidelity statistics`"
                      : "choose one with --model"));
  }
  auto mean = array_of(*file, names.front().mean);
  if (!mean) {
    return fail(std::move(mean.error()));
  }
  auto covariance = array_of(*file, names.front().covariance);
  if (!covariance) {
    return fail(std::move(covariance.error()));
  }
  StatisticsFile result;
  if (auto error = set_moments(result, mean->view, covariance->view, path)) {
    return fail(std::move(*error));
  }
  if (file->has("n")) {
    auto n = array_of(*file, "n");
    if (!n) {
      return fail(std::move(n.error()));
    }
    constexpr double most = 9007199254740992.0;
    const double count = n->view.rows() * n->view.cols() == 1 ? n->view.at(0, 0) : -1.0;
    if (!(count >= 2.0 && count <= most) || count != std::floor(count)) {
      return fail(statistics_error(path, "does not say of how many embeddings it is",
                                   "n must be a whole number from 2 on"));
    }
    result.count = static_cast<std::uint64_t>(count);
  }
  if (file->has("bandwidth")) {
    auto bandwidth = array_of(*file, "bandwidth");
    if (!bandwidth) {
      return fail(std::move(bandwidth.error()));
    }
    const double value =
        bandwidth->view.rows() * bandwidth->view.cols() == 1 ? bandwidth->view.at(0, 0) : 0.0;
    if (!(value > 0.0) || std::isinf(value)) {
      return fail(
          statistics_error(path, "has a bandwidth that is none", "it must be a number above 0"));
    }
    result.bandwidth = value;
  }
  if (file->has("bandwidth_rule")) {
    auto rule = text_of(*file, "bandwidth_rule");
    if (!rule) {
      return fail(std::move(rule.error()));
    }
    result.bandwidth_rule = std::move(*rule);
  }
  if (file->has("manifest")) {
    auto text = text_of(*file, "manifest");
    if (!text) {
      return fail(std::move(text.error()));
    }
    auto manifest = parse_manifest(*text, path + ", array manifest");
    if (!manifest) {
      return fail(std::move(manifest.error()));
    }
    result.manifest = std::move(*manifest);
  }
  if (!names.front().model.empty() && result.manifest.get("embedding").empty()) {
    result.manifest.set("embedding", names.front().model);
  }
  return result;
}

Result<StatisticsFile> load_folder(const std::string& path, const std::string& model) {
  auto cache = cache_folder(path, "stats", model);
  if (!cache) {
    return fail(std::move(cache.error()));
  }
  if (!*cache) {
    return fail(
        statistics_error(path, "holds no statistics", "give a .npz, or a folder with stats/"));
  }
  const fs::path folder(**cache);
  auto mean = load_npy((folder / "mu.npy").string());
  if (!mean) {
    return fail(std::move(mean.error()));
  }
  auto covariance = load_npy((folder / "cov.npy").string());
  if (!covariance) {
    return fail(std::move(covariance.error()));
  }
  StatisticsFile result;
  if (auto error = set_moments(result, mean->view, covariance->view, folder.string())) {
    return fail(std::move(*error));
  }
  result.manifest.set("embedding", folder.filename().string());
  return result;
}

}  // namespace

bool holds_statistics(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    return fs::is_directory(fs::path(path) / "stats", ignored) &&
           !fs::is_directory(fs::path(path) / "embeddings", ignored);
  }
  if (fs::path(path).extension() != ".npz") {
    return false;
  }
  const auto file = NpzFile::open(path);
  return file && !file->has("embeddings") && !array_names(*file).empty();
}

Result<StatisticsFile> load_statistics(const std::string& path, const std::string& model) {
  std::error_code ignored;
  auto result = fs::is_directory(path, ignored) ? load_folder(path, model) : load_npz(path, model);
  if (result) {
    result->source = path;
  }
  return result;
}

Result<void> save_statistics(const std::string& path, const StatisticsFile& file) {
  const std::size_t d = file.mean.size();
  std::vector<std::pair<std::string, std::string>> arrays{
      {"format", npy_text_bytes(format_name)},
      {"mean", npy_bytes(EmbeddingView(file.mean.data(), 1, d), true)},
      {"covariance", npy_bytes(EmbeddingView(file.covariance.data(), d, d))},
      {"manifest", npy_text_bytes(manifest_json(file.manifest))},
  };
  if (file.count > 0) {
    arrays.emplace_back("n", npy_number_bytes(static_cast<double>(file.count)));
  }
  if (file.bandwidth) {
    arrays.emplace_back("bandwidth", npy_number_bytes(*file.bandwidth));
    arrays.emplace_back("bandwidth_rule", npy_text_bytes(file.bandwidth_rule));
  }
  return write_atomically(path, npz_bytes(arrays));
}

}  // namespace foley::io
