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

/// A wait would become part of the graph, whose replays it does not order.
void CudaStreamOrder::require_no_capture(cudaStream_t stream) const {
  if (is_capturing(stream))
    throw Error(
        "CUDA: the last call that used this history ran on another stream than this one, and a captured call cannot "
        "wait for it: use a history of its own, or make a direct call on the stream of the capture first");
}

/// The event of a caller's stream was recorded by end(), since that stream may be gone. The device's own stream is
/// there, and an event is recorded in it only when one is needed.
void CudaStreamOrder::begin() {
  const cudaStream_t stream = device_.stream();
  if (!is_used_ || stream == last_) return;
  require_no_capture(stream);
  if (last_ == device_.own_stream()) {
    require_no_capture(last_);
    FARFIRST_CUDA(cudaEventRecord(event_, last_));
  }
  FARFIRST_CUDA(cudaStreamWaitEvent(stream, event_, 0));
}

/// Errors come back from the next call.
void CudaStreamOrder::end() noexcept {
  if (device_.is_capturing()) return;
  last_ = device_.stream();
  is_used_ = true;
  if (last_ != device_.own_stream()) cudaEventRecord(event_, last_);
}

}  // namespace farfirst::cuda
