#pragma once
// CUDA functions of farfirst-bench beside the sorts: properties of the GPU, timers and graphs.

#include <farfirst/sort.h>

#include <functional>
#include <memory>
#include <string>

#include "device_timer.h"

namespace farfirst::bench {

struct GpuFacts {
  std::string name;     // "NVIDIA H200"
  std::string driver;   // "580.159, CUDA 13.0"
  std::string toolkit;  // "13.0, CUB 3.0.1"
  std::size_t cache_bytes = 0;
  std::string pci_address;  // "0000:3b:00.0"
};
GpuFacts gpu_facts(int ordinal);

/// Times work enqueued on a CUDA device between start() and stop(), by two events of its stream.
std::unique_ptr<DeviceTimer> make_cuda_timer(Device& device);

/// Replays enqueued work of a CUDA device as a graph, so that no launch waits for the host.
class Replay {
 public:
  virtual ~Replay() = default;
  virtual void record(const std::function<void()>& enqueue) = 0;
  virtual void run() = 0;
};
std::unique_ptr<Replay> make_cuda_replay(Device& device);

}  // namespace farfirst::bench
