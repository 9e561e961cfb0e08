#pragma once
// A device on one NVIDIA GPU: a stream, memory, and passes timed by events. During a call everything is enqueued on the
// call's stream, otherwise on the device's own. A device of several GPUs is the first of them, and owns a device for
// each of the others.

#include <cuda_runtime.h>

#include <memory>
#include <vector>

#include "core/implementation.h"

namespace farfirst::cuda {

/// The resources of this GPU that a launch needs.
struct Limits {
  unsigned multiprocessors = 0;
  std::size_t shared_bytes = 0;  // of one block, after allow_shared()
  std::size_t l2_bytes = 0;
  bool overlaps = false;  // kernels may begin while the last one still runs (Hopper and later): prim/overlap.cuh
};

/// Makes a device the calling thread's current one, and restores the previous one.
class CurrentDevice {
 public:
  explicit CurrentDevice(int ordinal) noexcept;
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;
  ~CurrentDevice();

 private:
  int before_ = 0;
  const int ordinal_;
  cudaError_t error_;
};

class CudaDevice final : public core::DeviceCore {
 public:
  explicit CudaDevice(const DeviceOptions& options);
  ~CudaDevice() override;

  Backend backend() const noexcept override { return Backend::cuda; }
  std::string description() const override;
  Buffer allocate(std::size_t bytes) override;
  void release(const Buffer& buffer) noexcept override;
  void upload(const Buffer& to, const void* from, std::size_t bytes) override;
  void download(void* to, const Buffer& from, std::size_t bytes) override;
  OrderCheck check_order(const OrderToCheck& order) override;
  using Device::check_order;
  void finish() override;

  void begin_call(void* stream) override;
  void end_call() noexcept override;
  bool is_capturing() const noexcept override;
  std::unique_ptr<core::Tracer> make_tracer() override;
  void prepare(Form form, const Algorithm&) override;
  void enqueue_keys(const DistanceJob& job) override;
  std::unique_ptr<core::StreamOrder> make_stream_order() override;
  void gather(const Buffer& from, const Buffer& order, const Buffer& to, const core::Counted& elements) override;
  void reverse(const Buffer& words, std::size_t word_bytes, const core::Counted& elements) override;
  void pad(const Buffer& from, const Buffer& to, std::size_t word_bytes, std::uint32_t padding,
           const core::Counted& elements) override;
  void expand(const Buffer& order, const Buffer& corners, const Buffer& elements,
              const core::Counted& triangles) override;

  /// The stream of the current call; otherwise the device's own.
  cudaStream_t stream() const noexcept { return calls_.empty() ? stream_ : calls_.back().stream; }
  cudaStream_t own_stream() const noexcept { return stream_; }
  int ordinal() const noexcept { return ordinal_; }
  /// The GPUs of this device; number 0 is this one.
  std::size_t gpus() const noexcept { return 1 + others_.size(); }
  CudaDevice& gpu(std::size_t i) noexcept { return i == 0 ? *this : *others_[i - 1]; }
  const Limits& limits() const noexcept { return limits_; }
  /// Makes the host wait for everything enqueued on stream(). Only entries that declare round trips may call it.
  void wait() const;
  /// Waits if the environment requests it: see launch().
  void after_launch() const {
    if (wait_after_launch_) wait();
  }

 private:
  /// A call in progress.
  struct Running {
    int device_before;
    cudaStream_t stream;
  };
  int ordinal_ = 0;
  cudaStream_t stream_ = nullptr;  // the device's own
  bool owns_stream_ = false;
  std::vector<Running> calls_;  // a call may make others
  bool wait_after_launch_ = false;
  Limits limits_;
  std::string description_;
  std::vector<std::unique_ptr<CudaDevice>> others_;
};

/// Enables kernels on GPU `from` to access the memory of GPU `to`. False if the machine cannot.
bool let_access(int from, int to);

inline CudaDevice& cuda_device(core::DeviceCore& device) { return static_cast<CudaDevice&>(device); }

/// The device memory that `buffer` names.
template <class T>
T* data(const Buffer& buffer) noexcept {
  return reinterpret_cast<T*>(buffer.handle + buffer.offset);
}

}  // namespace farfirst::cuda
