#pragma once
// The CPU as a device: host memory and a pool of threads. Calls return when their work is done.

#include "core/implementation.h"
#include "cpu/prim/thread_pool.h"

namespace farfirst::cpu {

class CpuDevice final : public core::DeviceCore {
 public:
  explicit CpuDevice(const DeviceOptions& options);

  Backend backend() const noexcept override { return Backend::cpu; }
  std::string description() const override;
  Buffer allocate(std::size_t bytes) override;
  void release(const Buffer& buffer) noexcept override;
  void upload(const Buffer& to, const void* from, std::size_t bytes) override;
  void download(void* to, const Buffer& from, std::size_t bytes) override;
  OrderCheck check_order(const OrderToCheck& order) override;
  using Device::check_order;
  void finish() override {}

  std::unique_ptr<core::Tracer> make_tracer() override;
  void enqueue_keys(const DistanceJob& job) override;
  void gather(const Buffer& from, const Buffer& order, const Buffer& to, const core::Counted& elements) override;
  void reverse(const Buffer& words, std::size_t word_bytes, const core::Counted& elements) override;
  void pad(const Buffer& from, const Buffer& to, std::size_t word_bytes, std::uint32_t padding,
           const core::Counted& elements) override;
  void expand(const Buffer& order, const Buffer& corners, const Buffer& elements,
              const core::Counted& triangles) override;

  ThreadPool& pool() noexcept { return pool_; }

 private:
  ThreadPool pool_;
};

inline CpuDevice& cpu_device(core::DeviceCore& device) { return static_cast<CpuDevice&>(device); }

/// The host memory that `buffer` names.
template <class T>
T* data(const Buffer& buffer) noexcept {
  return reinterpret_cast<T*>(buffer.handle + buffer.offset);
}

}  // namespace farfirst::cpu
