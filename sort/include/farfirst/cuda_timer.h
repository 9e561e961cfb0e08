#pragma once
// Device times of work on a cuda device, copies as well as sorts. For the times of a sort's passes see farfirst/sort.h
// (SorterBase::take_trace).

#include <farfirst/sort.h>

namespace farfirst {

/// Measures the device time of work enqueued on the device's own stream between begin() and end(), not of jobs that
/// name another. Nothing waits, so a time is known some calls later. The constructor throws Error if CUDA is not built.
class CudaTimer {
  struct Parts;

 public:
  explicit CudaTimer(Device& cuda);
  CudaTimer(CudaTimer&& other) noexcept;
  CudaTimer& operator=(CudaTimer&& other) noexcept;
  ~CudaTimer();

  void begin();
  void end();
  /// The oldest time not yet taken, in milliseconds. False if none is known.
  bool take(double& milliseconds);

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst
