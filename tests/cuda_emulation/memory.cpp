// GPUs and their memory, as the host sees them. See cuda_runtime.h in this folder.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#if defined(FARFIRST_SANITIZE)
#include <sanitizer/asan_interface.h>
#endif

namespace cuda_emulation {

namespace {

/// The size of an allocation: the address sanitizer hides whole granules.
constexpr std::size_t whole(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

struct Allocation {
  std::size_t bytes;
  int device;
};
std::map<const void*, Allocation> allocations;
std::size_t allocated_bytes = 0;
int the_current_device = 0;
std::set<std::pair<int, int>> enabled;  // pairs (from, to) with access

void hide(const void* begin, std::size_t bytes);
void show(const void* begin, std::size_t bytes);

/// Freed memory by size, hidden until it is allocated again: tests use many megabytes for a moment each, and memory
/// that is new to the process takes longer than the work on it.
class FreedMemory {
 public:
  /// Null if there is none of this size.
  void* take(std::size_t size) {
    const auto found = by_size_.find(size);
    if (found == by_size_.end()) return nullptr;
    void* const address = found->second;
    by_size_.erase(found);
    bytes_ -= size;
    show(address, size);
    return address;
  }
  void put(void* address, std::size_t size) {
    if (bytes_ + size > most_bytes) return std::free(address);
    hide(address, size);
    by_size_.emplace(size, address);
    bytes_ += size;
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;
  std::multimap<std::size_t, void*> by_size_;
  std::size_t bytes_ = 0;
};
FreedMemory& freed = *new FreedMemory;  // never destroyed, since the leak checker runs after all destructors

}  // namespace

int current_device() { return the_current_device; }
int device_of(const void* address) {
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin()) return -1;
  const auto& [begin, allocation] = *--after;
  return static_cast<const std::byte*>(address) < static_cast<const std::byte*>(begin) + allocation.bytes
             ? allocation.device
             : -1;
}

namespace {

#if defined(FARFIRST_SANITIZE)
void hide(const void* begin, std::size_t bytes) { __asan_poison_memory_region(begin, bytes); }
void show(const void* begin, std::size_t bytes) { __asan_unpoison_memory_region(begin, bytes); }
#else
void hide(const void*, std::size_t) {}
void show(const void*, std::size_t) {}
#endif

}  // namespace

void hide_memory_from(int device) {
  for (const auto& [begin, allocation] : allocations) {
    if (allocation.device != device && !(has_peer_access && enabled.contains({device, allocation.device})))
      hide(begin, whole(allocation.bytes));
  }
}
void show_memory() {
  for (const auto& [begin, allocation] : allocations) show(begin, whole(allocation.bytes));
}

}  // namespace cuda_emulation

using namespace cuda_emulation;

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaErrorMemoryAllocation:
      return "out of memory";
    case cudaErrorInvalidConfiguration:
      return "invalid configuration argument";
    case cudaErrorLaunchFailure:
      return "unspecified launch failure";
    case cudaErrorInvalidDevice:
      return "invalid device ordinal";
    default:
      return "invalid argument";
  }
}
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaGetDeviceCount(int* count) {
  *count = devices;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  *device = the_current_device;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  if (device < 0 || device >= devices) return cudaErrorInvalidDevice;
  the_current_device = device;
  if (!cuda_emulation::context_fits) ++cuda_emulation::counts.contexts_refused;
  return cuda_emulation::context_fits ? cudaSuccess : cudaErrorMemoryAllocation;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  *properties = {};
  std::snprintf(properties->name, sizeof properties->name, "CUDA emulation");
  std::memcpy(properties->uuid.bytes, "emulated GPU no.0", sizeof properties->uuid.bytes);
  properties->totalGlobalMem = memory_limit;
  properties->sharedMemPerBlockOptin = most_shared;
  properties->multiProcessorCount = 4;
  properties->l2CacheSize = 1 << 20;
  properties->major = 9;
  return device >= 0 && device < devices ? cudaSuccess : cudaErrorInvalidDevice;
}
cudaError_t cudaDriverGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

cudaError_t cudaMalloc(void** address, std::size_t bytes) {
  ++counts.allocations;
  if (breaks_capture()) return cudaErrorStreamCaptureUnsupported;
  if (health() != cudaSuccess) return health();
  if (bytes > memory_limit - std::min(memory_limit, allocated_bytes)) return cudaErrorMemoryAllocation;
  *address = freed.take(whole(bytes));
  if (*address == nullptr) *address = std::aligned_alloc(256, whole(bytes));
  if (*address == nullptr) return cudaErrorMemoryAllocation;
  if (runs_kernels) std::memset(*address, 0xA5, bytes);
  allocations[*address] = {bytes, the_current_device};
  allocated_bytes += bytes;
  return cudaSuccess;
}
cudaError_t cudaFree(void* address) {
  if (address == nullptr) return cudaSuccess;
  const auto found = allocations.find(address);
  if (found == allocations.end()) return cudaErrorInvalidValue;
  do_what_is_enqueued();
  const std::size_t bytes = found->second.bytes;
  allocated_bytes -= bytes;
  allocations.erase(found);
  freed.put(address, whole(bytes));
  return cudaSuccess;
}
cudaError_t cudaMallocHost(void** address, std::size_t bytes) {
  ++counts.allocations;
  *address = std::malloc(bytes);
  return cudaSuccess;
}
cudaError_t cudaHostAlloc(void** address, std::size_t bytes, unsigned) { return cudaMallocHost(address, bytes); }
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* address) {
  const int device = device_of(address);
  *attributes = {device >= 0 ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered, device};
  return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (std::max(device, peer) >= devices || std::min(device, peer) < 0) return cudaErrorInvalidDevice;
  *can = device != peer && has_peer_access ? 1 : 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  if (!has_peer_access || peer == the_current_device) return cudaErrorInvalidDevice;
  return enabled.insert({the_current_device, peer}).second ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled;
}
cudaError_t cudaFreeHost(void* address) {
  std::free(address);
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *total = memory_limit;
  *free = memory_limit - std::min(memory_limit, allocated_bytes);
  return cudaSuccess;
}
