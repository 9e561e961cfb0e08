// MappedFile with mmap. A page behind the end of a truncated file cannot be read: the system
// sends SIGBUS. The handler here maps zeros there and notes it, so that the reader continues and
// the caller can refuse the file with a sentence.

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>

#include "source.h"

namespace farfirst::app {
namespace {

struct Descriptor {
  int value;
  ~Descriptor() {
    if (value >= 0) close(value);
  }
};

/// A mapping that the handler knows. Only lock-free atomics: a signal handler reads them.
struct Region {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};
  std::atomic<bool> cut{false};
};
std::array<Region, 64> regions;  // more files at once than this are read without the net
struct sigaction previous_action;
std::uintptr_t page_bytes = 4096;

void on_bus_error(int, siginfo_t* info, void*) {
  const int kept_errno = errno;
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (Region& region : regions) {
    const std::uintptr_t end = region.end.load();
    if (address < region.begin.load() || address >= end) continue;
    const std::uintptr_t page = address / page_bytes * page_bytes;
    void* zeros = mmap(reinterpret_cast<void*>(page), end - page, PROT_READ,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
    if (zeros == MAP_FAILED) break;
    region.cut = true;
    errno = kept_errno;
    return;
  }
  sigaction(SIGBUS, &previous_action, nullptr);  // not ours: the access is repeated and goes where it went before
}

void install_handler() {
  static std::once_flag once;
  std::call_once(once, [] {
    page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    struct sigaction action {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, &previous_action);
  });
}

Region* watch(std::uintptr_t begin, std::size_t bytes) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  for (Region& region : regions) {
    if (region.begin != 0) continue;
    region.cut = false;
    region.end = begin + bytes;
    region.begin = begin;
    return &region;
  }
  return nullptr;
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
  // Not blocking: opening a pipe without a writer would wait for ever.
  Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.value < 0) {
    if (errno == ENOENT) throw FileError("there is no such file");
    if (errno == EACCES) throw FileError("this file may not be read by you (see its permissions)");
    throw FileError({"the file cannot be opened: {}", std::strerror(errno)});
  }
  struct stat status {};
  if (fstat(file.value, &status) != 0) throw FileError({"the file cannot be examined: {}", std::strerror(errno)});
  if (S_ISDIR(status.st_mode)) throw FileError("this is a folder; name a file in it");
  if (!S_ISREG(status.st_mode)) throw FileError("this is not a regular file (a pipe or a device cannot be mapped)");
  if (status.st_size == 0) throw FileError("the file is empty");
  const auto size = static_cast<std::size_t>(status.st_size);
  void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.value, 0);
  if (memory == MAP_FAILED) throw FileError({"the file cannot be mapped: {}", std::strerror(errno)});
  madvise(memory, size, MADV_SEQUENTIAL);
  bytes_ = {static_cast<const char*>(memory), size};
  install_handler();
  region_ = watch(reinterpret_cast<std::uintptr_t>(memory), size);
  descriptor_ = std::exchange(file.value, -1);
}

MappedFile::~MappedFile() {
  if (region_ != nullptr) {
    auto& region = *static_cast<Region*>(region_);
    region.end = 0;
    region.begin = 0;
  }
  munmap(const_cast<char*>(bytes_.data()), bytes_.size());
  close(descriptor_);
}

bool MappedFile::was_cut_short() const {
  if (region_ != nullptr && static_cast<const Region*>(region_)->cut) return true;
  // Within the last page of what is left, zeros are read without a signal.
  struct stat status {};
  return fstat(descriptor_, &status) != 0 || static_cast<std::uint64_t>(status.st_size) < bytes_.size();
}

}  // namespace farfirst::app
