#include "byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "foley/io/decompress.hpp"
#include "trec_line.hpp"

namespace foley::io {
namespace {

constexpr std::size_t kMagicBytes = 8;

Error read_failure(const std::string& name, const std::string& what) {
  return {.kind = ErrorKind::environment,
          .source = name,
          .problem = what,
          .advice = "check the disk, and that nothing else writes the file",
          .code = "FE-IO-01"};
}

// Reads exactly `count` bytes at `from`.
Result<void> read_exactly(int descriptor, const std::string& name, std::uint64_t from, char* to,
                          std::size_t count) {
  while (count > 0) {
    const ssize_t got = ::pread(descriptor, to, count, static_cast<off_t>(from));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return fail(read_failure(name, std::string("reading failed: ") + std::strerror(errno)));
    }
    if (got == 0) {
      return fail(read_failure(name, "the file became shorter while it was read"));
    }
    to += got;
    from += static_cast<std::uint64_t>(got);
    count -= static_cast<std::size_t>(got);
  }
  return {};
}

}  // namespace

ByteSource::ByteSource(ByteSource&& other) noexcept
    : name_(std::move(other.name_)),
      size_(other.size_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      memory_(std::move(other.memory_)) {}

ByteSource& ByteSource::operator=(ByteSource&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(size_, other.size_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(memory_, other.memory_);
  return *this;
}

ByteSource::~ByteSource() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

Result<ByteSource> ByteSource::open(const std::string& path, std::uint64_t largest,
                                    const HeadCheck& check) {
  ByteSource source;
  source.name_ = path == "-" ? "<stdin>" : path;
  struct stat status{};
  const auto is_plain = [&] {
    return S_ISREG(status.st_mode) && status.st_size > 0 &&
           static_cast<std::uint64_t>(status.st_size) <= largest;
  };
  // Looked at before it is opened: opening and closing a pipe would end its writer.
  if (path != "-" && ::stat(path.c_str(), &status) == 0 && is_plain()) {
    source.descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (source.descriptor_ >= 0 && ::fstat(source.descriptor_, &status) == 0 && is_plain()) {
      source.size_ = static_cast<std::uint64_t>(status.st_size);
      std::string scratch;
      const auto head =
          source.window(0, std::min<std::uint64_t>(source.size_, kMagicBytes), scratch);
      if (!head) {
        return fail(head.error());
      }
      if (sniff_compression(*head) == Compression::none) {
        return source;
      }
    }
    if (source.descriptor_ >= 0) {
      ::close(std::exchange(source.descriptor_, -1));
    }
  }
  const auto check_unpacked = [&](std::string_view head, const std::string& name) {
    return check && sniff_compression(head) == Compression::none ? check(head, name) : std::nullopt;
  };
  auto bytes = read_ranking_file(path, largest, check_unpacked);
  if (!bytes) {
    return fail(bytes.error());
  }
  if (sniff_compression(*bytes) != Compression::none) {
    bytes = decompressed(*bytes, source.name_, largest, check);
    if (!bytes) {
      return fail(bytes.error());
    }
  }
  return of_bytes(std::move(*bytes), source.name_);
}

ByteSource ByteSource::of_bytes(std::string bytes, std::string name) {
  ByteSource source;
  source.name_ = std::move(name);
  source.size_ = bytes.size();
  source.memory_ = std::move(bytes);
  source.memory_.append(1, '\n').append(kPadding, '\0');
  return source;
}

Result<std::string_view> ByteSource::window(std::uint64_t from, std::uint64_t to,
                                            std::string& scratch) const {
  const auto count = static_cast<std::size_t>(to - from);
  if (descriptor_ < 0) {
    return std::string_view(memory_).substr(static_cast<std::size_t>(from), count);
  }
  if (scratch.size() < count + kPadding) {
    scratch.resize(count + kPadding);
  }
  if (const auto read = read_exactly(descriptor_, name_, from, scratch.data(), count); !read) {
    return fail(read.error());
  }
  std::fill_n(scratch.begin() + static_cast<std::ptrdiff_t>(count), kPadding, '\n');
  return std::string_view(scratch).substr(0, count);
}

Result<std::string_view> ByteSource::head(std::string& scratch) const {
  return window(0, std::min<std::uint64_t>(size_, kHeadBytes), scratch);
}

Result<std::string_view> ByteSource::all(const HeadCheck& check, std::string& scratch) const {
  const auto begin = head(scratch);
  if (!begin) {
    return fail(begin.error());
  }
  if (auto error = check(*begin, name_)) {
    return fail(std::move(*error));
  }
  return window(0, size_, scratch);
}

Result<std::size_t> ByteSource::line_of(std::uint64_t offset) const {
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 20U;
  std::string scratch;
  std::size_t line = 1;
  for (std::uint64_t from = 0; from < offset; from += kBlock) {
    const auto block = window(from, std::min(from + kBlock, offset), scratch);
    if (!block) {
      return fail(block.error());
    }
    line += static_cast<std::size_t>(std::count(block->begin(), block->end(), '\n'));
  }
  return line;
}

}  // namespace foley::io
