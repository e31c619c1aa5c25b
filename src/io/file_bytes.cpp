#include "foley/io/file_bytes.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include "foley/core/number_text.hpp"

namespace foley::io {
namespace {

std::string in_units(std::uint64_t bytes) {
  constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
  constexpr double kMiB = 1024.0 * 1024.0;
  const auto size = static_cast<double>(bytes);
  return size >= kGiB ? fixed_text(size / kGiB, 1) + " GiB" : fixed_text(size / kMiB, 0) + " MiB";
}

Error too_large(const std::string& path, const std::string& size, std::uint64_t largest) {
  return {.kind = ErrorKind::bad_value,
          .source = path,
          .problem = size + " is more than the " + in_units(largest) + " that are read at most",
          .advice = "is this the right file?",
          .code = "FE-IO-13"};
}

Result<std::string> read_stream(std::istream& stream, const std::string& name,
                                std::uint64_t largest, const HeadCheck& check) {
  std::string bytes;
  std::string block(kHeadBytes, '\0');
  bool checked = check == nullptr;
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) ||
         stream.gcount() > 0) {
    bytes.append(block, 0, static_cast<std::size_t>(stream.gcount()));
    if (bytes.size() > largest) {
      return fail(too_large(name, "the input", largest));
    }
    if (!checked && bytes.size() >= kHeadBytes) {
      checked = true;
      if (auto error = check(bytes, name)) {
        return fail(std::move(*error));
      }
    }
  }
  if (!checked) {
    if (auto error = check(bytes, name)) {
      return fail(std::move(*error));
    }
  }
  if (stream.bad()) {
    return fail({.kind = ErrorKind::environment,
                 .source = name,
                 .problem = std::string("reading failed: ") + std::strerror(errno),
                 .advice = "check the disk and the permissions",
                 .code = "FE-IO-01"});
  }
  return bytes;
}

}  // namespace

Result<std::string> read_ranking_file(const std::string& path, std::uint64_t largest,
                                      const HeadCheck& check) {
  namespace fs = std::filesystem;
  if (path == "-") {
    return read_stream(std::cin, "<stdin>", largest, check);
  }
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (!fs::exists(status)) {
    return fail({.kind = ErrorKind::not_found,
                 .source = path,
                 .problem = code && code != std::errc::no_such_file_or_directory
                                ? "cannot be reached: " + code.message()
                                : "there is no such file",
                 .advice = "check the path",
                 .code = "FE-IO-01"});
  }
  if (fs::is_directory(status)) {
    return fail({.kind = ErrorKind::bad_value,
                 .source = path,
                 .problem = "is a folder",
                 .advice = "name the file in it",
                 .code = "FE-IO-01"});
  }
  if (fs::is_regular_file(status)) {
    const std::uint64_t size = fs::file_size(path, code);
    if (!code && size > largest) {
      return fail(too_large(path, in_units(size), largest));
    }
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return fail({.kind = ErrorKind::environment,
                 .source = path,
                 .problem = std::string("cannot be opened: ") + std::strerror(errno),
                 .advice = "check its permissions",
                 .code = "FE-IO-01"});
  }
  return read_stream(file, path, largest, check);
}

Result<std::string> read_file(const std::string& path, std::uint64_t largest) {
  auto bytes = read_ranking_file(path, largest);
  if (!bytes) {
    bytes.error().code.clear();
  }
  return bytes;
}

}  // namespace foley::io
