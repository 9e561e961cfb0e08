#pragma once
// Kernels that begin while the last one still runs (programmatic dependent launch, CUDA programming guide), which hides
// their launch latency. Both are launched with Shape::early, if Limits::overlaps is true.

#include <cuda_runtime.h>

namespace farfirst::cuda {

/// Returns when earlier kernels have ended and their writes are visible. The next kernel does not begin yet.
__device__ inline void wait_alone() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

/// Lets the next kernel begin once all blocks have called this. It promises nothing about memory. For kernels that are
/// not launched early themselves, or that wait later. Every kernel waits, so when one has ended, all earlier kernels
/// have ended too.
__device__ inline void let_next_kernel_in() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// Every thread calls it before it accesses memory that earlier kernels, which may still run, write, or writes memory
/// that they read. It returns when they have ended. Then the next kernel may begin, and waits here in its turn.
__device__ inline void wait_for_kernels_before() {
  wait_alone();
  let_next_kernel_in();
}

/// For a kernel that uses nothing of earlier ones. Its other blocks may end at once.
__device__ inline void wait_in_first_block() {
  if (blockIdx.x == 0) wait_for_kernels_before();
}

}  // namespace farfirst::cuda
