#include "made_zip.h"

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace farfirst::app::test {
namespace {

/// Numbers of two and of four bytes.
struct Number {
  std::uint32_t value;
  std::size_t bytes;
};

void append(std::string& to, std::initializer_list<Number> numbers) {
  for (const auto& [value, bytes] : numbers) to.append(reinterpret_cast<const char*>(&value), bytes);
}

std::uint32_t number_at(const std::string& bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, size);
  return value;
}

}  // namespace

std::string zip(const ZipParts& parts) {
  std::string files, directory;
  for (const auto& [name, content] : parts) {
    const auto crc = static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())));
    const auto size = static_cast<std::uint32_t>(content.size()), length = static_cast<std::uint32_t>(name.size());
    const auto offset = static_cast<std::uint32_t>(files.size());
    // Version, flags, method (stored), time and date; then sizes; then lengths of the name and of what else there is.
    append(files, {{0x04034b50, 4},
                   {20, 2},
                   {0, 2},
                   {0, 2},
                   {0, 2},
                   {33, 2},
                   {crc, 4},
                   {size, 4},
                   {size, 4},
                   {length, 2},
                   {0, 2}});
    files += name + content;
    append(directory, {{0x02014b50, 4},
                       {20, 2},
                       {20, 2},
                       {0, 2},
                       {0, 2},
                       {0, 2},
                       {33, 2},
                       {crc, 4},
                       {size, 4},
                       {size, 4},
                       {length, 2},
                       {0, 2},
                       {0, 2},
                       {0, 2},
                       {0, 2},
                       {0, 4},
                       {offset, 4}});
    directory += name;
  }
  const auto count = static_cast<std::uint32_t>(parts.size());
  std::string end;
  append(end, {{0x06054b50, 4},
               {0, 2},
               {0, 2},
               {count, 2},
               {count, 2},
               {static_cast<std::uint32_t>(directory.size()), 4},
               {static_cast<std::uint32_t>(files.size()), 4},
               {0, 2}});
  return files + directory + end;
}

ZipParts unzip(const std::string& archive) {
  ZipParts parts;
  // The directory is found by the 22 bytes at the end.
  const std::size_t end = archive.size() - 22;
  std::size_t at = number_at(archive, end + 16, 4);
  for (std::uint32_t left = number_at(archive, end + 10, 2); left > 0; --left) {
    const std::uint32_t size = number_at(archive, at + 24, 4), name = number_at(archive, at + 28, 2);
    const std::size_t file = number_at(archive, at + 42, 4);
    const std::size_t content = file + 30 + name + number_at(archive, file + 28, 2);
    parts[archive.substr(at + 46, name)] = archive.substr(content, size);
    at += 46 + name + number_at(archive, at + 30, 2) + number_at(archive, at + 32, 2);
  }
  return parts;
}

}  // namespace farfirst::app::test
