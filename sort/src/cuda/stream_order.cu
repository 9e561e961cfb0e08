// See stream_order.h.
#include "cuda/stream_order.h"

#include "cuda/launch.h"

namespace farfirst::cuda {
namespace {

bool is_capturing(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  FARFIRST_CUDA(cudaStreamIsCapturing(stream, &status));
  return status != cudaStreamCaptureStatusNone;
}

}  // namespace

CudaStreamOrder::CudaStreamOrder(CudaDevice& device) : device_(device) {
  FARFIRST_CUDA(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming));
}

CudaStreamOrder::~CudaStreamOrder() { cudaEventDestroy(event_); }

/// A wait would become part of the graph, but not order its replays.
void CudaStreamOrder::require_no_capture(cudaStream_t stream) const {
  if (is_capturing(stream))
    throw Error(
        "CUDA: the last call that used this history ran on another stream than this one, and a captured call cannot "
        "wait for it: use a history of its own, or make a direct call on the stream of the capture first");
}

/// end() records the event in a caller's stream, because that stream may be destroyed later, and another one may get
/// its handle: a stream that looks the same waits too. The device's own stream stays, so an event is recorded in it
/// only when one is needed.
void CudaStreamOrder::begin() {
  const cudaStream_t stream = device_.stream();
  const bool was_own = last_ == device_.own_stream();
  if (!is_used_ || (stream == last_ && (was_own || is_capturing(stream)))) return;
  require_no_capture(stream);
  if (was_own) {
    require_no_capture(last_);
    FARFIRST_CUDA(cudaEventRecord(event_, last_));
  }
  FARFIRST_CUDA(cudaStreamWaitEvent(stream, event_, 0));
}

/// The next call returns errors.
void CudaStreamOrder::end() noexcept {
  if (device_.is_capturing()) return;
  last_ = device_.stream();
  is_used_ = true;
  if (last_ != device_.own_stream()) cudaEventRecord(event_, last_);
}

}  // namespace farfirst::cuda
