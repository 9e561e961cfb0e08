#pragma once
// What farfirst-bench asks of a GPU beside its sorts: what it is, and how long what was enqueued took.

#include <farfirst/sort.h>

#include <memory>
#include <string>

namespace farfirst::bench {

struct GpuFacts {
  std::string name;     // "NVIDIA H200"
  std::string driver;   // "580.159, CUDA 13.0"
  std::string toolkit;  // "13.0, CUB 3.0.1"
  std::size_t cache_bytes = 0;
};
GpuFacts gpu_facts(int ordinal);

/// Times what is enqueued on a CUDA device between start() and stop(), by two events of its stream.
class StreamTimer {
 public:
  explicit StreamTimer(Device& device);
  ~StreamTimer();
  StreamTimer(const StreamTimer&) = delete;
  StreamTimer& operator=(const StreamTimer&) = delete;
  void start();
  void stop();
  /// After Device::finish().
  double milliseconds() const;

 private:
  struct Events;
  std::unique_ptr<Events> events_;
};

}  // namespace farfirst::bench
