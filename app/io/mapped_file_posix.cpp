// MappedFile with mmap.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "io/source.h"

namespace farfirst::app {
namespace {

struct Descriptor {
  int value;
  ~Descriptor() {
    if (value >= 0) close(value);
  }
};

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
  // Not blocking: opening a pipe that nobody writes to would wait for ever.
  const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.value < 0) {
    if (errno == ENOENT) throw FileError("there is no such file");
    if (errno == EACCES) throw FileError("this file may not be read by you (see its permissions)");
    throw FileError(fmt::format("the file cannot be opened: {}", std::strerror(errno)));
  }
  struct stat status {};
  if (fstat(file.value, &status) != 0) {
    throw FileError(fmt::format("the file cannot be examined: {}", std::strerror(errno)));
  }
  if (S_ISDIR(status.st_mode)) throw FileError("this is a folder; name a file in it");
  if (!S_ISREG(status.st_mode)) throw FileError("this is not a regular file (a pipe or a device cannot be mapped)");
  if (status.st_size == 0) throw FileError("the file is empty");
  const auto size = static_cast<std::size_t>(status.st_size);
  void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.value, 0);
  if (memory == MAP_FAILED) throw FileError(fmt::format("the file cannot be mapped: {}", std::strerror(errno)));
  madvise(memory, size, MADV_SEQUENTIAL);
  bytes_ = {static_cast<const char*>(memory), size};
}

MappedFile::~MappedFile() { munmap(const_cast<char*>(bytes_.data()), bytes_.size()); }

}  // namespace farfirst::app
