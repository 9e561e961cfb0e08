// See bare_cub.h. Nothing of farfirst's takes part but the stream and the address of the keys.
#include "bare_cub.h"

#include <cuda_runtime.h>
#include <farfirst/cuda.h>

#include <cub/device/device_radix_sort.cuh>
#include <vector>

namespace farfirst::bench {

namespace {

void check(cudaError_t error) {
  if (error != cudaSuccess) throw Error(std::string("CUDA: ") + cudaGetErrorString(error));
}

/// Memory of the device.
template <class T>
class Array {
 public:
  explicit Array(std::size_t count) { check(cudaMalloc(&data_, count * sizeof(T))); }
  ~Array() { cudaFree(data_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  T* get() const { return data_; }

 private:
  T* data_ = nullptr;
};

class Event {
 public:
  Event() { check(cudaEventCreate(&event_)); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

template <class T>
T* address(const Buffer& buffer) {
  return reinterpret_cast<T*>(buffer.handle + buffer.offset);
}

class Loop final : public BareCub {
 public:
  Loop(Device& device, std::uint32_t n)
      : stream_(static_cast<cudaStream_t>(cuda_stream(device))),
        n_(n),
        sorted_keys_(n),
        indices_(n),
        bytes_(temporary_bytes(n)),
        temporary_(bytes_) {
    std::vector<std::uint32_t> indices(n);
    for (std::uint32_t i = 0; i < n; ++i) indices[i] = i;
    check(cudaMemcpyAsync(indices_.get(), indices.data(), n * sizeof(std::uint32_t), cudaMemcpyHostToDevice, stream_));
    check(cudaStreamSynchronize(stream_));
  }

  double sort(const Buffer& keys, const Buffer& order) override {
    std::size_t bytes = bytes_;
    check(cudaEventRecord(begin_.get(), stream_));
    check(cub::DeviceRadixSort::SortPairs(temporary_.get(), bytes, address<const std::uint32_t>(keys),
                                          sorted_keys_.get(), indices_.get(), address<std::uint32_t>(order), n_, 0, 32,
                                          stream_));
    check(cudaEventRecord(end_.get(), stream_));
    check(cudaStreamSynchronize(stream_));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_.get(), end_.get()));
    return static_cast<double>(milliseconds);
  }

 private:
  static std::size_t temporary_bytes(std::uint32_t n) {
    std::size_t bytes = 0;
    std::uint32_t* none = nullptr;
    check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, none, none, none, none, n, 0, 32));
    return bytes;
  }

  const cudaStream_t stream_;
  const std::uint32_t n_;
  const Array<std::uint32_t> sorted_keys_, indices_;
  const std::size_t bytes_;
  const Array<std::byte> temporary_;
  const Event begin_, end_;
};

}  // namespace

std::unique_ptr<BareCub> make_bare_cub(Device& device, std::uint32_t n) { return std::make_unique<Loop>(device, n); }

}  // namespace farfirst::bench
