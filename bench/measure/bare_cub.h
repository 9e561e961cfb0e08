#pragma once
// cub::DeviceRadixSort as anybody would call and time it: what farfirst-bench overhead compares itself with.

#include <farfirst/sort.h>

#include <memory>

namespace farfirst::bench {

class BareCub {
 public:
  virtual ~BareCub() = default;
  /// Sorts keys with the indices 0 .. n - 1 into `order`, and waits. Milliseconds of the device, between two events.
  virtual double sort(const Buffer& keys, const Buffer& order) = 0;
};
/// On the stream of a CUDA device. Null where this program was built without CUDA.
std::unique_ptr<BareCub> make_bare_cub(Device& device, std::uint32_t n);

}  // namespace farfirst::bench
