#pragma once
// Calls of the CUDA run time: one check, one way to launch a kernel, one way to fill and copy. Everything is enqueued
// on the stream of the current call.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cuda/device.h"

namespace farfirst::cuda {

/// Throws Error, or OutOfMemory, with a sentence that names the call.
void check(cudaError_t error, const char* call);

/// Checks a call of the run time.
#define FARFIRST_CUDA(call) ::farfirst::cuda::check((call), #call)

/// The launch parameters of a kernel, with its dynamic shared memory in bytes.
struct Shape {
  unsigned blocks = 0;  // none: no launch
  unsigned threads = 0;
  std::size_t shared = 0;
  unsigned blocks_y = 1;
  bool early = false;  // may start before the last kernel has ended: it waits itself, see prim/overlap.cuh
};

/// Enqueues `kernel`. With FARFIRST_CUDA_SYNC=1 in the environment it waits, so that an error names the launch of its
/// kernel.
template <class... Parameters>
void launch(const CudaDevice& device, Shape shape, void (*kernel)(Parameters...),
            std::type_identity_t<Parameters>... arguments) {
  if (shape.blocks == 0 || shape.blocks_y == 0) return;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(shape.blocks, shape.blocks_y);
  config.blockDim = dim3(shape.threads);
  config.dynamicSmemBytes = shape.shared;
  config.stream = device.stream();
  cudaLaunchAttribute attribute{};
  if (shape.early) {
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
  }
  FARFIRST_CUDA(cudaLaunchKernelEx(&config, kernel, arguments...));
  device.after_launch();
}

/// Loads `kernel`: otherwise the first call that launches it waits for that. Call it when a sorter is made.
template <class... Parameters>
void load(void (*kernel)(Parameters...)) {
  cudaFuncAttributes attributes{};
  FARFIRST_CUDA(cudaFuncGetAttributes(&attributes, kernel));
}

/// Allows `kernel` this much dynamic shared memory, and loads it. The limit is only ever raised, since sorters with
/// other parameters use the same kernel. Call it when a sorter is made.
template <class... Parameters>
void allow_shared(void (*kernel)(Parameters...), std::size_t bytes) {
  cudaFuncAttributes attributes{};
  FARFIRST_CUDA(cudaFuncGetAttributes(&attributes, kernel));
  if (static_cast<std::size_t>(attributes.maxDynamicSharedSizeBytes) >= bytes) return;
  FARFIRST_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

/// Leaves `kernel` as much of the L1 cache as its shared memory allows. It then runs beside no kernel with much shared
/// memory. Call it when a sorter is made.
template <class... Parameters>
void prefer_cache(void (*kernel)(Parameters...)) {
  FARFIRST_CUDA(
      cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxL1));
}

/// Threads of a block in passes over all elements.
inline constexpr unsigned pass_threads = 256;

/// The number of blocks of `per_block` elements for n elements.
constexpr unsigned blocks_for(std::size_t n, std::size_t per_block) {
  return static_cast<unsigned>((n + per_block - 1) / per_block);
}

inline void fill(const CudaDevice& device, void* address, unsigned char byte, std::size_t bytes) {
  if (bytes != 0) FARFIRST_CUDA(cudaMemsetAsync(address, byte, bytes, device.stream()));
}
inline void copy(const CudaDevice& device, void* to, const void* from, std::size_t bytes) {
  if (bytes != 0) FARFIRST_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, device.stream()));
}
/// `to` is page-locked (Pinned) and filled after CudaDevice::wait().
inline void read_back(const CudaDevice& device, void* to, const void* from, std::size_t bytes) {
  if (bytes != 0) FARFIRST_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, device.stream()));
}
/// `from` is page-locked (Pinned) and unchanged until the copy is done.
inline void send(const CudaDevice& device, void* to, const void* from, std::size_t bytes) {
  if (bytes != 0) FARFIRST_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, device.stream()));
}

/// Page-locked host memory, for entries that decide on the host between passes. Made with the sorter.
template <class T>
class Pinned {
 public:
  explicit Pinned(std::size_t count) {
    void* address = nullptr;
    FARFIRST_CUDA(cudaMallocHost(&address, count * sizeof(T)));
    data_ = static_cast<T*>(address);
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned() { cudaFreeHost(data_); }
  T* data() noexcept { return data_; }
  T& operator[](std::size_t i) noexcept { return data_[i]; }

 private:
  T* data_ = nullptr;
};

}  // namespace farfirst::cuda
