#include "foley/io/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

namespace foley::io {
namespace {

namespace fs = std::filesystem;

Error write_error(const std::string& path, int code, std::string advice) {
  const bool missing_folder = code == ENOENT || code == ENOTDIR;
  return {.kind = missing_folder ? ErrorKind::not_found : ErrorKind::environment,
          .source = path,
          .problem = std::string("cannot be written: ") + std::strerror(code),
          .advice = missing_folder ? "create the folder first" : std::move(advice)};
}

// Closes and, unless the new file was put in place, removes it.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& target)
      : name_((fs::path(target).parent_path() / ".foley-eval-XXXXXX").string()) {
    descriptor_ = mkostemp(name_.data(), O_CLOEXEC);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  TemporaryFile(TemporaryFile&&) = delete;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile() {
    close();
    if (descriptor_was_open_ && !placed_) {
      unlink(name_.c_str());
    }
  }

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

  bool write_all(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) {
        continue;
      }
      if (written < 0) {
        return false;
      }
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }

  bool flush_and_place(const std::string& target, mode_t mode) {
    if (fchmod(descriptor_, mode) != 0 || fsync(descriptor_) != 0 || !close()) {
      return false;
    }
    placed_ = rename(name_.c_str(), target.c_str()) == 0;
    return placed_;
  }

 private:
  bool close() {
    if (descriptor_ < 0) {
      return true;
    }
    descriptor_was_open_ = true;
    const bool closed = ::close(descriptor_) == 0;
    descriptor_ = -1;
    return closed;
  }

  std::string name_;
  int descriptor_ = -1;
  bool descriptor_was_open_ = false;
  bool placed_ = false;
};

mode_t mode_for(const std::string& target) {
  struct stat existing{};
  if (stat(target.c_str(), &existing) == 0) {
    return existing.st_mode & 07777U;
  }
  const mode_t mask = umask(0);
  umask(mask);
  return 0666U & ~mask;
}

// The file that a chain of symbolic links leads to, there already or not: renaming over a link
// would replace the link.
std::optional<std::string> behind_links(const std::string& path) {
  constexpr int kLongestChain = 40;  // as in Linux
  fs::path target = path;
  std::error_code code;
  for (int i = 0; i < kLongestChain; ++i) {
    if (!fs::is_symlink(fs::symlink_status(target, code))) {
      return target.string();
    }
    const fs::path next = fs::read_symlink(target, code);
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return std::nullopt;  // links in a circle
}

// The rename itself reaches the disk only when the folder is flushed.
void flush_folder(const fs::path& folder) {
  const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0) {
    static_cast<void>(fsync(descriptor));
    ::close(descriptor);
  }
}

}  // namespace

Result<void> write_atomically(const std::string& path, std::string_view bytes) {
  std::error_code code;
  const auto resolved = behind_links(path);
  if (!resolved) {
    return fail({.kind = ErrorKind::bad_value,
                 .source = path,
                 .problem = "its symbolic links lead in a circle",
                 .advice = "name a file"});
  }
  const std::string& target = *resolved;
  const fs::file_status status = fs::status(target, code);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return fail(
        {.kind = ErrorKind::bad_value,
         .source = path,
         .problem = fs::is_directory(status) ? "is a folder" : "is a device or pipe, not a file",
         .advice = "name a file"});
  }
  TemporaryFile file(target);
  if (!file.is_open()) {
    return fail(write_error(path, errno, "check the permissions of its folder"));
  }
  if (!file.write_all(bytes) || !file.flush_and_place(target, mode_for(target))) {
    return fail(
        write_error(path, errno, "check the free space of the disk; the old file is whole"));
  }
  flush_folder(fs::path(target).parent_path());
  return {};
}

}  // namespace foley::io
