#pragma once
// A device on one NVIDIA GPU: a stream, its memory, and passes timed by events. Everything is enqueued on the stream.

#include <cuda_runtime.h>

#include "core/implementation.h"

namespace farfirst::cuda {

/// The resources of this GPU for a launch.
struct Limits {
  unsigned multiprocessors = 0;
  std::size_t shared_bytes = 0;  // of one block, after allow_shared()
  std::size_t l2_bytes = 0;
  bool overlaps = false;  // kernels may begin while the one before still runs (Hopper and later): prim/overlap.cuh
};

class CudaDevice final : public core::DeviceCore {
 public:
  explicit CudaDevice(const DeviceOptions& options);
  ~CudaDevice() override;

  Backend backend() const noexcept override { return Backend::cuda; }
  std::string description() const override { return description_; }
  Buffer allocate(std::size_t bytes) override;
  void release(const Buffer& buffer) noexcept override;
  void upload(const Buffer& to, const void* from, std::size_t bytes) override;
  void download(void* to, const Buffer& from, std::size_t bytes) override;
  void make_keys(const DistanceJob& job) override;
  OrderCheck check_order(const Buffer& keys, const Buffer& order, std::uint32_t n) override;
  void finish() override { wait(); }

  void make_current() override;
  std::unique_ptr<core::Tracer> make_tracer() override;
  void gather(const Buffer& from, const Buffer& order, const Buffer& to, std::uint32_t n) override;
  void reverse(const Buffer& order, std::uint32_t n) override;
  void expand(const Buffer& order, const Buffer& corners, const Buffer& elements, std::uint32_t n) override;

  cudaStream_t stream() const noexcept { return stream_; }
  int ordinal() const noexcept { return ordinal_; }
  const Limits& limits() const noexcept { return limits_; }
  /// Makes the host wait for everything enqueued. Only entries that declare round trips may call it.
  void wait() const;
  /// Waits if the environment asks for it: see launch().
  void after_launch() const {
    if (wait_after_launch_) wait();
  }

 private:
  int ordinal_ = 0;
  cudaStream_t stream_ = nullptr;
  bool owns_stream_ = false;
  bool wait_after_launch_ = false;
  Limits limits_;
  std::string description_;
};

inline CudaDevice& cuda_device(core::DeviceCore& device) { return static_cast<CudaDevice&>(device); }

/// The device memory that `buffer` names.
template <class T>
T* data(const Buffer& buffer) noexcept {
  return reinterpret_cast<T*>(buffer.handle + buffer.offset);
}

}  // namespace farfirst::cuda
