#pragma once
// The numbers 0, 1, 2 ... in device memory: the values of library sorts. These do not write to them, so the sorter
// makes them once.

#include "cuda/device.h"

namespace farfirst::cuda {

class Indices {
 public:
  Indices() = default;
  /// Waits until they are written, since jobs may name any stream.
  Indices(CudaDevice& device, std::uint32_t n);
  const std::uint32_t* data() const { return cuda::data<const std::uint32_t>(memory_); }
  std::size_t bytes() const { return static_cast<const Buffer&>(memory_).bytes; }

 private:
  OwnedBuffer memory_;
};

}  // namespace farfirst::cuda
