#pragma once
// The two functions of <cuda_gl_interop.h> that are used. That header needs <GL/gl.h>, which a machine with the toolkit
// may lack, and which conflicts with some programs' own OpenGL loaders. The mapping functions are in the run time
// itself.

#include <cuda_runtime.h>

extern "C" {
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, unsigned buffer, unsigned flags);
cudaError_t cudaGLGetDevices(unsigned* count, int* devices, unsigned capacity, unsigned list);
}

namespace farfirst::cuda {
inline constexpr unsigned all_devices_of_gl = 1;  // cudaGLDeviceListAll
}  // namespace farfirst::cuda
