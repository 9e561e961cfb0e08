// Streams, events and graphs of the emulation: see cuda_runtime.h in this folder. What is enqueued is done at once, or
// when the graph is replayed that captured it.
#include <cuda_runtime.h>

#include <chrono>
#include <map>
#include <memory>
#include <vector>

using cuda_emulation::Operation;

struct CUstream_st {};
struct CUgraph_st {
  std::vector<Operation> operations;
};
struct CUgraphExec_st : CUgraph_st {};
struct CUevent_st {
  std::chrono::steady_clock::time_point when;
};

namespace cuda_emulation {
namespace {

std::map<cudaStream_t, int> operations_on;
/// The graph that is being captured, and from which stream.
std::unique_ptr<CUgraph_st> captured;
cudaStream_t captured_stream = nullptr;
bool capture_is_valid = true;

}  // namespace

bool breaks_capture() {
  if (captured == nullptr) return false;
  capture_is_valid = false;
  return true;
}

cudaError_t enqueue(cudaStream_t stream, Operation operation) {
  ++operations_on[stream];
  if (captured == nullptr || captured_stream != stream) return operation();
  captured->operations.push_back(std::move(operation));
  return cudaSuccess;
}

int enqueued_on(cudaStream_t stream) { return operations_on[stream]; }

}  // namespace cuda_emulation

using namespace cuda_emulation;

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t stream) {
  return enqueue(stream, [=] {
    std::memmove(to, from, bytes);
    return health();
  });
}
cudaError_t cudaMemsetAsync(void* address, int byte, std::size_t bytes, cudaStream_t stream) {
  return enqueue(stream, [=] {
    std::memset(address, byte, bytes);
    return health();
  });
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  *stream = new CUstream_st;
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  operations_on.erase(stream);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) {
  ++counts.waits;
  return breaks_capture() ? cudaErrorStreamCaptureUnsupported : health();
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
  if (!capture_is_valid) return cudaErrorStreamCaptureInvalidated;
  *graph = new CUgraph_st(*ended);
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* instance, cudaGraph_t graph, unsigned long long) {
  *instance = new CUgraphExec_st{*graph};
  return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t instance, cudaStream_t stream) {
  ++operations_on[stream];
  for (const Operation& operation : instance->operations) {
    if (const cudaError_t error = operation(); error != cudaSuccess) return error;
  }
  return cudaSuccess;
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
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return enqueue(stream, [=] {
    event->when = std::chrono::steady_clock::now();
    return health();
  });
}
cudaError_t cudaEventQuery(cudaEvent_t) { return health(); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  *milliseconds = std::chrono::duration<float, std::milli>(end->when - begin->when).count();
  return cudaSuccess;
}
