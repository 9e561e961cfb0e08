#pragma once
// Kernels that begin while the one before still runs (programmatic dependent launch, CUDA programming guide): what it
// costs to start them is hidden. Both are launched with Shape::early where Limits::overlaps is true.

#include <cuda_runtime.h>

namespace farfirst::cuda {

/// Every thread calls it before it reads or writes what other kernels do: it returns when those before have ended. Then
/// the next kernel may be brought in, which waits here in its turn.
__device__ inline void wait_for_kernels_before() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// The next kernel may be brought in once all blocks have got here. For those that are not launched early themselves,
/// or that wait later: every kernel waits, so that one that has ended has all before it behind it.
__device__ inline void let_next_kernel_in() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

}  // namespace farfirst::cuda
