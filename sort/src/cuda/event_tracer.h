#pragma once
// Times passes by events of the call's stream: one at the start of each pass and one at the end of the last. Nothing
// waits; a trace is complete when its last event has happened.

#include <cuda_runtime.h>

#include <deque>

#include "core/implementation.h"
#include "cuda/device.h"

namespace farfirst::cuda {

class EventTracer final : public core::Tracer {
 public:
  explicit EventTracer(const CudaDevice& device) : device_(device) {}
  EventTracer(const EventTracer&) = delete;
  EventTracer& operator=(const EventTracer&) = delete;
  ~EventTracer() override;

  void begin() override { open_.clear(); }
  void pass(std::string_view name) override;
  void end() override;
  bool take(std::vector<Pass>& passes) override;
  /// Would take() return a trace?
  bool is_ready() const;

 private:
  struct Mark {
    std::string_view name;  // of the pass that begins here; empty at the end
    cudaEvent_t event;
  };
  using Trace = std::vector<Mark>;
  void mark(std::string_view name);

  const CudaDevice& device_;
  Trace open_;
  std::deque<Trace> traces_;        // ended, oldest first
  std::vector<cudaEvent_t> spare_;  // used before, free now
};

}  // namespace farfirst::cuda
