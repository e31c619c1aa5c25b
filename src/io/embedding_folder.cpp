#include <algorithm>
#include <filesystem>
#include <memory>

#include "embedding_parts.hpp"
#include "foley/io/npy.hpp"

namespace foley::io {

namespace {

namespace fs = std::filesystem;

struct ClipFile {
  std::string path;
  std::string name;
  std::string category;
};

std::string name_of(const fs::path& path) { return path.filename().string(); }

bool is_npy(const fs::directory_entry& entry) {
  std::error_code ignored;
  return entry.is_regular_file(ignored) && entry.path().extension() == ".npy";
}

// In the order of their names, byte by byte, whatever the file system's own order.
Result<std::vector<fs::path>> sorted_entries(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
    paths.push_back(i->path());
  }
  if (error) {
    return fail(embedding_error(folder, ErrorKind::environment, "FE-IO-01",
                                "cannot be read: " + error.message(), "check its permissions"));
  }
  std::sort(paths.begin(), paths.end(),
            [](const fs::path& a, const fs::path& b) { return a.native() < b.native(); });
  return paths;
}

Result<std::vector<ClipFile>> clip_files(const std::string& folder) {
  auto entries = sorted_entries(folder);
  if (!entries) {
    return fail(std::move(entries.error()));
  }
  std::vector<ClipFile> files;
  std::vector<fs::path> folders;
  for (const fs::path& path : *entries) {
    const fs::directory_entry entry(path);
    std::error_code ignored;
    if (is_npy(entry)) {
      files.push_back({path.string(), path.stem().string(), ""});
    } else if (entry.is_directory(ignored)) {
      folders.push_back(path);
    }
  }
  if (!files.empty()) {
    return files;
  }
  for (const fs::path& category : folders) {
    auto inside = sorted_entries(category.string());
    if (!inside) {
      return fail(std::move(inside.error()));
    }
    for (const fs::path& path : *inside) {
      if (is_npy(fs::directory_entry(path))) {
        files.push_back(
            {path.string(), name_of(category) + "/" + path.stem().string(), name_of(category)});
      }
    }
  }
  return files;
}

// Rows of many files one after the other, as float32 as long as none needs more.
class RowStore {
 public:
  void add(const EmbeddingView& view) {
    if (rows_ == 0) {
      cols_ = view.cols();
    }
    if (view.type() == ElementType::float64 && narrow_) {
      wide_values_->assign(narrow_values_->begin(), narrow_values_->end());
      narrow_values_->clear();
      narrow_values_->shrink_to_fit();
      narrow_ = false;
    }
    const std::size_t begin = rows_ * cols_;
    rows_ += view.rows();
    if (narrow_) {
      narrow_values_->resize(rows_ * cols_);
      view.copy(0, view.rows(), nullptr, 1.0, narrow_values_->data() + begin);
    } else {
      wide_values_->resize(rows_ * cols_);
      view.copy(0, view.rows(), nullptr, wide_values_->data() + begin);
    }
  }

  [[nodiscard]] std::size_t cols() const { return cols_; }

  void move_to(EmbeddingSet& set) {
    if (narrow_) {
      set.rows = EmbeddingView(narrow_values_->data(), rows_, cols_);
      set.owner = std::move(narrow_values_);
    } else {
      set.rows = EmbeddingView(wide_values_->data(), rows_, cols_);
      set.owner = std::move(wide_values_);
    }
  }

 private:
  std::shared_ptr<std::vector<float>> narrow_values_ = std::make_shared<std::vector<float>>();
  std::shared_ptr<std::vector<double>> wide_values_ = std::make_shared<std::vector<double>>();
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  bool narrow_ = true;
};

Result<EmbeddingSet> gather(const std::vector<ClipFile>& files, const std::string& folder) {
  EmbeddingSet set;
  RowStore store;
  bool frames = false;
  bool categories = false;
  for (const ClipFile& file : files) {
    // Let go of at once: there may be more files than a process may map.
    const auto array = load_npy(file.path);
    if (!array) {
      return fail(array.error());
    }
    const std::size_t rows = array->view.rows();
    const std::size_t cols = array->view.cols();
    if (rows == 0 || cols == 0) {
      return fail(embedding_error(file.path, ErrorKind::bad_value, "FE-IO-36",
                                  "holds no embeddings", "leave the file out, or embed it again"));
    }
    if (!set.clips.empty() && cols != store.cols()) {
      return fail(embedding_error(file.path, ErrorKind::bad_value, "FE-IO-37",
                                  "has " + std::to_string(cols) + " dimensions, " +
                                      name_of(files.front().path) + " has " +
                                      std::to_string(store.cols()),
                                  "keep one embedding model a folder"));
    }
    if (set.clips.empty()) {
      set.dtype = array->dtype;
    }
    store.add(array->view);
    frames = frames || rows > 1;
    categories = categories || !file.category.empty();
    set.clip_of_row.insert(set.clip_of_row.end(), rows,
                           static_cast<std::uint32_t>(set.clips.size()));
    set.clips.push_back(file.name);
    set.categories.push_back(file.category);
  }
  if (!frames) {
    set.clip_of_row.clear();
  }
  if (!categories) {
    set.categories.clear();
  }
  store.move_to(set);
  auto manifest = manifest_beside((fs::path(folder) / "manifest.json").string());
  if (!manifest) {
    return fail(std::move(manifest.error()));
  }
  set.manifest = std::move(*manifest);
  return set;
}

}  // namespace

Result<std::optional<std::string>> cache_folder(const std::string& path, const std::string& kind,
                                                const std::string& model) {
  const fs::path cache = fs::path(path) / kind;
  std::error_code ignored;
  if (!fs::is_directory(cache, ignored)) {
    return std::optional<std::string>();
  }
  auto entries = sorted_entries(cache.string());
  if (!entries) {
    return fail(std::move(entries.error()));
  }
  std::vector<std::string> models;
  for (const fs::path& entry : *entries) {
    if (fs::is_directory(entry, ignored)) {
      models.push_back(name_of(entry));
    }
  }
  const auto list = [&] {
    std::string text;
    for (const std::string& name : models) {
      text += (text.empty() ? "" : ", ") + name;
    }
    return text;
  };
  if (models.empty()) {
    return std::optional<std::string>();
  }
  if (model.empty() && models.size() > 1) {
    return fail(embedding_error(path, ErrorKind::bad_value, "FE-IO-36",
                                "holds caches of several models: " + list(),
                                "choose one with --model"));
  }
  const std::string chosen = model.empty() ? models.front() : model;
  if (std::find(models.begin(), models.end(), chosen) == models.end()) {
    return fail(embedding_error(path, ErrorKind::unknown_name, "FE-IO-36",
                                "holds no cache of model '" + chosen + "'",
                                "choose one of " + list()));
  }
  return std::optional((cache / chosen).string());
}

Result<EmbeddingSet> embeddings_of_folder(const std::string& path,
                                          const EmbeddingOptions& options) {
  auto cache = cache_folder(path, "embeddings", options.model);
  if (!cache) {
    return fail(std::move(cache.error()));
  }
  const std::string folder = cache->value_or(path);
  auto files = clip_files(folder);
  if (!files) {
    return fail(std::move(files.error()));
  }
  if (files->empty()) {
    return fail(embedding_error(folder, ErrorKind::bad_value, "FE-IO-36", "holds no .npy file",
                                "give a folder of embeddings, one .npy a clip"));
  }
  auto set = gather(*files, folder);
  if (set && *cache && set->manifest.get("embedding").empty()) {
    set->manifest.set("embedding", name_of(**cache));
  }
  return set;
}

}  // namespace foley::io
