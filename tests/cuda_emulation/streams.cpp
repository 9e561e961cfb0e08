// Streams, events and graphs of the emulation: see cuda_runtime.h in this folder.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

using cuda_emulation::Operation;

struct CUstream_st {
  int device;
};
struct CUgraph_st {
  std::vector<Operation> operations;
};
struct CUgraphExec_st : CUgraph_st {};
struct CUevent_st {
  std::chrono::steady_clock::time_point when;
  int device = 0;
  cudaStream_t stream = nullptr;             // the stream of the last record
  std::uint64_t recorded = 0, happened = 0;  // numbers of records enqueued, and done
};

namespace cuda_emulation {

bool defers = false;

namespace {

/// Work that waits in a stream for its turn. An operation that waits for an event has a condition.
struct Deferred {
  Operation operation;
  cudaEvent_t event = nullptr;
  std::uint64_t when = 0;  // the required number of the event's records
  bool can_run() const { return event == nullptr || event->happened >= when; }
};

std::map<cudaStream_t, int> operations_on;
std::map<cudaStream_t, std::deque<Deferred>> deferred;
std::mt19937 turns(1);
/// The graph that is being captured, its stream, and those that an event added.
std::unique_ptr<CUgraph_st> captured;
cudaStream_t captured_stream = nullptr;
std::set<cudaStream_t> joined;
bool capture_is_valid = true;

bool is_captured(cudaStream_t stream) {
  return captured != nullptr && (stream == captured_stream || joined.contains(stream));
}

/// A stream whose next operation can run.
std::deque<Deferred>* any_that_can_run() {
  std::vector<std::deque<Deferred>*> ready;
  for (auto& [stream, queue] : deferred) {
    if (!queue.empty() && queue.front().can_run()) ready.push_back(&queue);
  }
  return ready.empty() ? nullptr : ready[turns() % ready.size()];
}

cudaError_t enqueue_wait(cudaStream_t stream, cudaEvent_t event) {
  ++operations_on[stream];
  if (defers) deferred[stream].push_back({[] { return health(); }, event, event->recorded});
  return cudaSuccess;
}

}  // namespace

bool breaks_capture() {
  if (captured == nullptr) return false;
  capture_is_valid = false;
  return true;
}

cudaError_t do_what_is_enqueued() {
  cudaError_t first = cudaSuccess;
  while (std::deque<Deferred>* queue = any_that_can_run()) {
    const Deferred next = std::move(queue->front());
    queue->pop_front();
    const cudaError_t error = next.operation();
    if (first == cudaSuccess) first = error;
  }
  for (const auto& [stream, queue] : deferred) {
    if (!queue.empty()) fail("a stream waits for an event that never happens");
  }
  return first;
}

cudaError_t enqueue(cudaStream_t stream, Operation operation) {
  ++operations_on[stream];
  if (is_captured(stream)) {
    captured->operations.push_back(std::move(operation));
    return cudaSuccess;
  }
  if (!defers) return operation();
  deferred[stream].push_back({std::move(operation)});
  return cudaSuccess;
}

int enqueued_on(cudaStream_t stream) { return operations_on[stream]; }

bool is_on_current_device(cudaStream_t stream) { return stream == nullptr || stream->device == current_device(); }

}  // namespace cuda_emulation

using namespace cuda_emulation;

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t stream) {
  return enqueue(stream, [=] {
    std::memmove(to, from, bytes);
    return health();
  });
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
  if (device_of(to) != to_device || device_of(from) != from_device) return cudaErrorInvalidValue;
  return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}
cudaError_t cudaMemsetAsync(void* address, int byte, std::size_t bytes, cudaStream_t stream) {
  return enqueue(stream, [=] {
    std::memset(address, byte, bytes);
    return health();
  });
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  *stream = new CUstream_st{current_device()};
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  do_what_is_enqueued();
  operations_on.erase(stream);
  deferred.erase(stream);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) {
  ++counts.waits;
  if (breaks_capture()) return cudaErrorStreamCaptureUnsupported;
  const cudaError_t error = do_what_is_enqueued();
  return error != cudaSuccess ? error : health();
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  if (is_captured(event->stream)) {
    joined.insert(stream);
    return enqueue(stream, [] { return health(); });
  }
  return enqueue_wait(stream, event);
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  *status = is_captured(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  if (captured != nullptr) return cudaErrorInvalidValue;
  captured = std::make_unique<CUgraph_st>();
  captured_stream = stream;
  capture_is_valid = true;
  return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  *graph = nullptr;
  if (captured == nullptr || stream != captured_stream) return cudaErrorInvalidValue;
  const std::unique_ptr<CUgraph_st> ended = std::move(captured);
  joined.clear();
  if (!capture_is_valid) return cudaErrorStreamCaptureInvalidated;
  *graph = new CUgraph_st(*ended);
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* instance, cudaGraph_t graph, unsigned long long) {
  *instance = new CUgraphExec_st{*graph};
  return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t instance, cudaStream_t stream) {
  return enqueue(stream, [operations = instance->operations] {
    for (const Operation& operation : operations) {
      if (const cudaError_t error = operation(); error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t instance) {
  delete instance;
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = new CUevent_st;
  (*event)->device = current_device();
  return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) { return cudaEventCreate(event); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  do_what_is_enqueued();
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (stream != nullptr && event->device != stream->device) return cudaErrorInvalidResourceHandle;
  event->stream = stream;
  return enqueue(stream, [event, number = ++event->recorded] {
    event->when = std::chrono::steady_clock::now();
    event->happened = std::max(event->happened, number);
    return health();
  });
}
cudaError_t cudaEventQuery(cudaEvent_t) {
  do_what_is_enqueued();
  return health();
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  *milliseconds = std::chrono::duration<float, std::milli>(end->when - begin->when).count();
  return cudaSuccess;
}
