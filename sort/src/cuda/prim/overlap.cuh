#pragma once
// Kernels that begin while the one before still runs (programmatic dependent launch, CUDA programming guide), which
// hides the cost of starting them. Both are launched with Shape::early, if Limits::overlaps is true.

#include <cuda_runtime.h>

namespace farfirst::cuda {

/// Returns when the kernels before have ended and what they wrote is visible. The next kernel does not begin yet.
__device__ inline void wait_alone() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

/// The next kernel may begin once all blocks have called this. It promises nothing about memory. For kernels that are
/// not launched early themselves, or that wait later. Every kernel waits, so when one has ended, all kernels before it
/// have ended too.
__device__ inline void let_next_kernel_in() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// Every thread calls it before it accesses memory that kernels before, which may still run, write, or writes what
/// these read. It returns when they have ended. Then the next kernel may begin, and waits here in its turn.
__device__ inline void wait_for_kernels_before() {
  wait_alone();
  let_next_kernel_in();
}

/// Instead, in a kernel that needs nothing of those before. Its other blocks may leave at once.
__device__ inline void wait_in_first_block() {
  if (blockIdx.x == 0) wait_for_kernels_before();
}

}  // namespace farfirst::cuda
