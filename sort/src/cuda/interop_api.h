#pragma once
// The two functions of <cuda_gl_interop.h> that are used. That header wants <GL/gl.h>, which a machine with the toolkit
// need not have, and which does not go together with every program's own OpenGL loader. Mapping is in the run time
// proper.

#include <cuda_runtime.h>

extern "C" {
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, unsigned buffer, unsigned flags);
cudaError_t cudaGLGetDevices(unsigned* count, int* devices, unsigned capacity, unsigned list);
}

namespace farfirst::cuda {
inline constexpr unsigned all_devices_of_gl = 1;  // cudaGLDeviceListAll
}  // namespace farfirst::cuda
