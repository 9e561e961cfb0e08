// OpenGL's buffers in the emulated CUDA: a mapped buffer is a copy in memory of the host, at a new address each time,
// so that the address sanitizer sees uses of an old one. Unmapping copies it back, through OpenGL, unless it was
// registered as read-only: then it must be unchanged.
#include <cuda_runtime.h>

#include <cstring>
#include <memory>
#include <vector>

extern "C" {
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, unsigned buffer, unsigned flags);
cudaError_t cudaGLGetDevices(unsigned* count, int* devices, unsigned capacity, unsigned list);
}

namespace cuda_emulation {
void* (*gl_proc)(const char*) = nullptr;
bool gl_is_same_gpu = true, gl_can_share = true;
GlCounts gl_counts;

namespace {

template <class Function>
Function* gl_function(const char* name) {
  return reinterpret_cast<Function*>(gl_proc(name));
}

struct Gl {
  using Names = void(int, unsigned*);
  using ConstNames = void(int, const unsigned*);
  unsigned char (*is_buffer)(unsigned) = gl_function<unsigned char(unsigned)>("glIsBuffer");
  void (*get_parameter)(unsigned, unsigned, std::int64_t*) =
      gl_function<void(unsigned, unsigned, std::int64_t*)>("glGetNamedBufferParameteri64v");
  void (*get_data)(unsigned, std::intptr_t, std::intptr_t,
                   void*) = gl_function<void(unsigned, std::intptr_t, std::intptr_t, void*)>("glGetNamedBufferSubData");
  void (*create)(int, unsigned*) = gl_function<Names>("glCreateBuffers");
  void (*destroy)(int, const unsigned*) = gl_function<ConstNames>("glDeleteBuffers");
  void (*storage)(unsigned, std::intptr_t, const void*,
                  unsigned) = gl_function<void(unsigned, std::intptr_t, const void*, unsigned)>("glNamedBufferStorage");
  void (*copy)(unsigned, unsigned, std::intptr_t, std::intptr_t, std::intptr_t) =
      gl_function<void(unsigned, unsigned, std::intptr_t, std::intptr_t, std::intptr_t)>("glCopyNamedBufferSubData");
};
constexpr unsigned buffer_size = 0x8764, buffer_mapped = 0x88BC;

std::int64_t parameter(const Gl& gl, unsigned buffer, unsigned name) {
  std::int64_t value = 0;
  gl.get_parameter(buffer, name, &value);
  return value;
}

}  // namespace
}  // namespace cuda_emulation

using namespace cuda_emulation;

struct cudaGraphicsResource {  // NOLINT(readability-identifier-naming): the toolkit's name
  unsigned buffer = 0;
  bool read_only = false;
  std::vector<std::byte> before;        // of a read-only one
  std::unique_ptr<std::byte[]> memory;  // while it is mapped
  std::size_t bytes = 0;
};

cudaError_t cudaGLGetDevices(unsigned* count, int* devices, unsigned capacity, unsigned) {
  if (gl_proc == nullptr || !gl_is_same_gpu || capacity == 0) return cudaErrorInvalidGraphicsContext;
  *count = 1;
  devices[0] = 0;
  return cudaSuccess;
}

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, unsigned buffer, unsigned flags) {
  if (gl_proc == nullptr || !gl_can_share) return cudaErrorInvalidGraphicsContext;
  const Gl gl;
  if (gl.is_buffer(buffer) == 0) return cudaErrorInvalidValue;
  ++gl_counts.registered;
  *resource = new cudaGraphicsResource;
  (*resource)->buffer = buffer;
  (*resource)->read_only = flags == cudaGraphicsRegisterFlagsReadOnly;
  return cudaSuccess;
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
  if (resource->memory != nullptr) fail("a buffer is unregistered while it is mapped");
  if (Gl().is_buffer(resource->buffer) == 0) fail("a buffer was deleted before it was unregistered");
  ++gl_counts.unregistered;
  delete resource;
  return cudaSuccess;
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t) {
  if (health() != cudaSuccess) return health();
  const Gl gl;
  ++gl_counts.maps;
  for (int i = 0; i < count; ++i) {
    cudaGraphicsResource& resource = *resources[i];
    if (resource.memory != nullptr) fail("a buffer is mapped twice");
    if (gl.is_buffer(resource.buffer) == 0) fail("a deleted buffer is mapped");
    if (parameter(gl, resource.buffer, buffer_mapped) != 0) fail("a buffer is mapped that the CPU has mapped");
    resource.bytes = static_cast<std::size_t>(parameter(gl, resource.buffer, buffer_size));
    resource.memory = std::make_unique<std::byte[]>(resource.bytes);
    gl.get_data(resource.buffer, 0, static_cast<std::intptr_t>(resource.bytes), resource.memory.get());
    if (resource.read_only) resource.before.assign(resource.memory.get(), resource.memory.get() + resource.bytes);
  }
  return cudaSuccess;
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t) {
  const Gl gl;
  ++gl_counts.unmaps;
  for (int i = 0; i < count; ++i) {
    cudaGraphicsResource& resource = *resources[i];
    if (resource.memory == nullptr) fail("a buffer is unmapped that is not mapped");
    if (!resource.read_only) {
      unsigned staging = 0;
      gl.create(1, &staging);
      gl.storage(staging, static_cast<std::intptr_t>(resource.bytes), resource.memory.get(), 0);
      gl.copy(staging, resource.buffer, 0, 0, static_cast<std::intptr_t>(resource.bytes));
      gl.destroy(1, &staging);
    } else if (std::memcmp(resource.before.data(), resource.memory.get(), resource.bytes) != 0) {
      fail("a buffer was written that is registered to be read");
    }
    resource.memory.reset();
  }
  return cudaSuccess;
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void** address, std::size_t* bytes, cudaGraphicsResource_t resource) {
  if (resource->memory == nullptr) fail("the address of a buffer is asked that is not mapped");
  *address = resource->memory.get();
  *bytes = resource->bytes;
  return cudaSuccess;
}
