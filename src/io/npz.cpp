#include "foley/io/npz.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <unordered_set>

#include "mapped_file.hpp"

namespace foley::io {

namespace {

constexpr std::uint32_t local_mark = 0x04034b50;
constexpr std::uint32_t central_mark = 0x02014b50;
constexpr std::uint32_t end_mark = 0x06054b50;
constexpr std::uint32_t end64_mark = 0x06064b50;
constexpr std::uint32_t locator64_mark = 0x07064b50;
constexpr std::size_t end_size = 22;
constexpr std::size_t central_size = 46;
constexpr std::size_t local_size = 30;
constexpr std::uint64_t in_zip64 = 0xFFFFFFFF;
constexpr std::size_t most_entries = 1 << 20;
// An array that unpacks to more than this was made to do harm.
constexpr std::uint64_t largest_unpacked = std::uint64_t{1} << 36U;

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) {
    value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

struct Directory {
  std::uint64_t entries = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
};

// Found from the end of the file, where a comment may follow it.
bool find_directory(std::string_view bytes, Directory& directory) {
  if (bytes.size() < end_size) {
    return false;
  }
  constexpr std::size_t longest_comment = 65535;
  const std::size_t first = bytes.size() - std::min(bytes.size(), end_size + longest_comment);
  for (std::size_t at = bytes.size() - end_size + 1; at-- > first;) {
    if (number(bytes, at, 4) != end_mark ||
        at + end_size + number(bytes, at + 20, 2) != bytes.size()) {
      continue;
    }
    directory = {number(bytes, at + 10, 2), number(bytes, at + 12, 4), number(bytes, at + 16, 4)};
    constexpr std::size_t locator_size = 20;
    constexpr std::size_t end64_size = 56;
    if (at >= locator_size && number(bytes, at - locator_size, 4) == locator64_mark) {
      const std::uint64_t place = number(bytes, at - locator_size + 8, 8);
      if (place > bytes.size() || bytes.size() - place < end64_size ||
          number(bytes, place, 4) != end64_mark) {
        return false;
      }
      directory = {number(bytes, place + 32, 8), number(bytes, place + 40, 8),
                   number(bytes, place + 48, 8)};
    }
    return directory.offset <= bytes.size() && directory.size <= bytes.size() - directory.offset;
  }
  return false;
}

void put(std::string& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
  }
}

std::uint32_t checksum_of(std::string_view bytes) {
  uLong sum = crc32(0, nullptr, 0);
  while (!bytes.empty()) {
    const std::size_t part = std::min<std::size_t>(bytes.size(), std::size_t{1} << 30U);
    sum = crc32(sum, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(part));
    bytes.remove_prefix(part);
  }
  return static_cast<std::uint32_t>(sum);
}

// False where the stream is damaged or unpacks to another size than it says.
bool inflate_all(std::string_view packed, std::string& out, std::uint64_t size) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
    return false;
  }
  constexpr std::size_t step = std::size_t{1} << 22U;
  int status = Z_OK;
  while (status == Z_OK) {
    if (stream.avail_in == 0 && !packed.empty()) {
      const std::size_t part = std::min(packed.size(), step);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
      stream.avail_in = static_cast<uInt>(part);
      packed.remove_prefix(part);
    }
    // Grows as bytes come, so that a false size takes no memory.
    const std::size_t have = out.size();
    const std::size_t room =
        static_cast<std::size_t>(std::min<std::uint64_t>(step, size - have + 1));
    out.resize(have + room);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + have);
    stream.avail_out = static_cast<uInt>(room);
    const uInt waiting = stream.avail_in;
    status = inflate(&stream, Z_NO_FLUSH);
    out.resize(have + room - stream.avail_out);
    if (out.size() > size || (status == Z_BUF_ERROR && waiting == 0 && packed.empty())) {
      status = Z_DATA_ERROR;
    } else if (status == Z_BUF_ERROR) {
      status = Z_OK;
    }
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END && out.size() == size;
}

}  // namespace

Error NpzFile::broken(std::string problem) const {
  return {.kind = ErrorKind::bad_syntax,
          .source = source_,
          .problem = std::move(problem),
          .advice = "write it with numpy.savez; copy it again if it was cut off",
          .code = "FE-IO-35"};
}

Result<NpzFile> NpzFile::open(const std::string& path) {
  auto file = map_file(path);
  if (!file) {
    return fail(std::move(file.error()));
  }
  return parse(file->bytes, path, file->owner);
}

Result<NpzFile> NpzFile::parse(std::string_view bytes, const std::string& source,
                               std::shared_ptr<const void> owner) {
  NpzFile file;
  file.source_ = source;
  file.bytes_ = bytes;
  file.owner_ = std::move(owner);
  Directory directory;
  if (!find_directory(bytes, directory)) {
    return fail(file.broken(bytes.empty() ? "is empty" : "is no .npz file, or cut off"));
  }
  std::string_view rest = bytes.substr(directory.offset, directory.size);
  std::unordered_set<std::string> known;
  while (rest.size() >= central_size && number(rest, 0, 4) == central_mark) {
    Entry entry;
    entry.method = static_cast<std::uint16_t>(number(rest, 10, 2));
    entry.checksum = static_cast<std::uint32_t>(number(rest, 16, 4));
    entry.packed = number(rest, 20, 4);
    entry.unpacked = number(rest, 24, 4);
    const std::size_t name = number(rest, 28, 2);
    const std::size_t extra = number(rest, 30, 2);
    const std::size_t comment = number(rest, 32, 2);
    entry.offset = number(rest, 42, 4);
    if (rest.size() < central_size + name + extra + comment) {
      return fail(file.broken("has a damaged directory"));
    }
    entry.name = rest.substr(central_size, name);
    // The zip64 field holds, in this order, those that did not fit.
    std::string_view fields = rest.substr(central_size + name, extra);
    while (fields.size() >= 4) {
      const std::uint64_t id = number(fields, 0, 2);
      const std::size_t length = number(fields, 2, 2);
      if (fields.size() < 4 + length) {
        break;
      }
      std::string_view wide = fields.substr(4, length);
      const auto widen = [&](std::uint64_t& value) {
        if (value == in_zip64 && wide.size() >= 8) {
          value = number(wide, 0, 8);
          wide.remove_prefix(8);
        }
      };
      if (id == 1) {
        widen(entry.unpacked);
        widen(entry.packed);
        widen(entry.offset);
      }
      fields.remove_prefix(4 + length);
    }
    if (entry.name.ends_with(".npy")) {
      entry.name.resize(entry.name.size() - 4);
    }
    if (!known.insert(entry.name).second) {
      return fail(file.broken("holds the array '" + entry.name + "' twice"));
    }
    file.entries_.push_back(std::move(entry));
    if (file.entries_.size() > most_entries) {
      return fail(file.broken("holds more than a million arrays"));
    }
    rest.remove_prefix(central_size + name + extra + comment);
  }
  if (file.entries_.size() != directory.entries) {
    return fail(file.broken("has a damaged directory"));
  }
  return file;
}

const NpzFile::Entry* NpzFile::find(std::string_view name) const {
  const auto place = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.name == name; });
  return place == entries_.end() ? nullptr : &*place;
}

bool NpzFile::has(std::string_view name) const { return find(name) != nullptr; }

std::vector<std::string> NpzFile::names() const {
  std::vector<std::string> names;
  names.reserve(entries_.size());
  for (const Entry& entry : entries_) {
    names.push_back(entry.name);
  }
  return names;
}

Result<std::pair<std::string_view, std::shared_ptr<const void>>> NpzFile::bytes(
    std::string_view name) const {
  const Entry* const entry = find(name);
  const std::string what = "the array '" + std::string(name) + "'";
  if (entry == nullptr) {
    return fail(broken("has no array '" + std::string(name) + "'"));
  }
  if (entry->offset > bytes_.size() || bytes_.size() - entry->offset < local_size ||
      number(bytes_, entry->offset, 4) != local_mark) {
    return fail(broken(what + " is not where the directory says"));
  }
  const std::size_t begin = entry->offset + local_size + number(bytes_, entry->offset + 26, 2) +
                            number(bytes_, entry->offset + 28, 2);
  if (begin > bytes_.size() || entry->packed > bytes_.size() - begin) {
    return fail(broken(what + " is cut off"));
  }
  const std::string_view packed = bytes_.substr(begin, entry->packed);
  if (entry->method == 0) {
    if (entry->packed != entry->unpacked || checksum_of(packed) != entry->checksum) {
      return fail(broken(what + " is damaged: its checksum is wrong"));
    }
    return std::pair{packed, owner_};
  }
  if (entry->method != 8) {
    return fail(broken(what + " is packed in a way that NumPy does not use"));
  }
  if (entry->unpacked > largest_unpacked) {
    return fail(broken(what + " says that it unpacks to more than 64 GB"));
  }
  auto unpacked = std::make_shared<std::string>();
  if (!inflate_all(packed, *unpacked, entry->unpacked) ||
      checksum_of(*unpacked) != entry->checksum) {
    return fail(broken(what + " is damaged"));
  }
  const std::string_view view = *unpacked;
  return std::pair{view, std::shared_ptr<const void>(std::move(unpacked))};
}

std::string npz_bytes(const std::vector<std::pair<std::string, std::string>>& arrays) {
  std::string bytes;
  std::string directory;
  for (const auto& [name, array] : arrays) {
    const std::string file = name + ".npy";
    const std::uint64_t offset = bytes.size();
    if (offset + array.size() >= std::numeric_limits<std::uint32_t>::max()) {
      throw std::invalid_argument("npz: more than 4 GB");
    }
    const auto common = [&](std::string& out) {
      put(out, 20, 2);     // version 2.0 unpacks it
      put(out, 0x800, 2);  // the name is UTF-8
      put(out, 0, 2);      // stored
      put(out, 0, 2);      // time and date: none, so that equal numbers give equal bytes
      put(out, 0x21, 2);   // 1980-01-01
      put(out, checksum_of(array), 4);
      put(out, array.size(), 4);
      put(out, array.size(), 4);
      put(out, file.size(), 2);
      put(out, 0, 2);
    };
    put(bytes, local_mark, 4);
    common(bytes);
    bytes += file;
    bytes += array;
    put(directory, central_mark, 4);
    put(directory, 20, 2);
    common(directory);
    put(directory, 0, 2);  // comment
    put(directory, 0, 2);  // disk
    put(directory, 0, 2);  // attributes
    put(directory, 0, 4);
    put(directory, offset, 4);
    directory += file;
  }
  const std::uint64_t begin = bytes.size();
  bytes += directory;
  put(bytes, end_mark, 4);
  put(bytes, 0, 4);
  put(bytes, arrays.size(), 2);
  put(bytes, arrays.size(), 2);
  put(bytes, directory.size(), 4);
  put(bytes, begin, 4);
  put(bytes, 0, 2);
  return bytes;
}

}  // namespace foley::io
