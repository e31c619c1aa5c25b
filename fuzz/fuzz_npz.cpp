#include <set>

#include "check.hpp"
#include "foley/io/npy.hpp"
#include "foley/io/npz.hpp"

using foley::fuzz::require;
using foley::fuzz::require_one_line_of_bytes;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = foley::io::NpzFile::parse(foley::fuzz::as_text(data, size), "input");
  if (!file) {
    require_one_line_of_bytes(file.error());
    return 0;
  }
  std::set<std::string> names;
  for (const std::string& name : file->names()) {
    require(names.insert(name).second, "no array stands twice");
    require(file->has(name), "an array that is named is there");
    const auto bytes = file->bytes(name);
    if (!bytes) {
      require_one_line_of_bytes(bytes.error());
      continue;
    }
    // A deflated byte is at most 1032 others.
    require(bytes->first.size() <= 1032 * size + 64, "no more than the file can hold");
    const auto array = foley::io::parse_npy(bytes->first, "input", bytes->second);
    if (array && array->view.rows() > 0 && array->view.cols() > 0) {
      static_cast<void>(array->view.at(array->view.rows() - 1, array->view.cols() - 1));
    }
  }
  return 0;
}
