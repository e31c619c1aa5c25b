#include "mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace foley::io {

namespace {

Error cannot_read(const std::string& path, int number) {
  return {
      .kind = number == ENOENT || number == ENOTDIR ? ErrorKind::not_found : ErrorKind::environment,
      .source = path,
      .problem = number == ENOENT || number == ENOTDIR
                     ? std::string("there is no such file")
                     : std::string("cannot be read: ") + std::strerror(number),
      .advice = "check the path",
      .code = "FE-IO-01"};
}

}  // namespace

Result<MappedFile> map_file(const std::string& path) {
  // A pipe that nobody writes to must not stop us; plain files do not heed O_NONBLOCK.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    return fail(cannot_read(path, errno));
  }
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) {
    const int number = errno;
    ::close(descriptor);
    return fail(cannot_read(path, number));
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return fail({.kind = ErrorKind::wrong_top,
                 .source = path,
                 .problem = "is no plain file",
                 .advice = "name a file; a pipe cannot be mapped into memory",
                 .code = "FE-IO-01"});
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) {
    ::close(descriptor);
    return MappedFile{};
  }
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  const int number = errno;
  ::close(descriptor);
  if (address == MAP_FAILED) {
    return fail(cannot_read(path, number));
  }
  MappedFile file;
  file.owner = std::shared_ptr<const void>(
      address, [size](const void* p) { ::munmap(const_cast<void*>(p), size); });
  file.bytes = {static_cast<const char*>(address), size};
  return file;
}

}  // namespace foley::io
