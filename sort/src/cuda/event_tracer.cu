// See event_tracer.h.
#include "cuda/event_tracer.h"

#include "cuda/launch.h"

namespace farfirst::cuda {

EventTracer::~EventTracer() {
  traces_.push_back(std::move(open_));
  for (const Trace& trace : traces_) {
    for (const Mark& mark : trace) cudaEventDestroy(mark.event);
  }
  for (cudaEvent_t event : spare_) cudaEventDestroy(event);
}

void EventTracer::mark(std::string_view name) {
  cudaEvent_t event = nullptr;
  if (spare_.empty()) {
    FARFIRST_CUDA(cudaEventCreate(&event));
  } else {
    event = spare_.back();
    spare_.pop_back();
  }
  open_.push_back({name, event});
  FARFIRST_CUDA(cudaEventRecord(event, device_.stream()));
}

void EventTracer::pass(std::string_view name) { mark(name); }

void EventTracer::end() {
  mark({});
  traces_.push_back(std::move(open_));
  open_.clear();
}

bool EventTracer::is_ready() const {
  if (traces_.empty()) return false;
  const cudaError_t state = cudaEventQuery(traces_.front().back().event);
  if (state == cudaErrorNotReady) return false;
  FARFIRST_CUDA(state);
  return true;
}

bool EventTracer::take(std::vector<Pass>& passes) {
  if (!is_ready()) return false;
  const Trace trace = traces_.front();
  for (std::size_t i = 0; i + 1 < trace.size(); ++i) {
    float milliseconds = 0;
    FARFIRST_CUDA(cudaEventElapsedTime(&milliseconds, trace[i].event, trace[i + 1].event));
    passes.push_back({trace[i].name, static_cast<double>(milliseconds)});
  }
  for (const Mark& mark : trace) spare_.push_back(mark.event);
  traces_.pop_front();
  return true;
}

}  // namespace farfirst::cuda
