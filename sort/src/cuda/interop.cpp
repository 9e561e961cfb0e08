// See farfirst/cuda.h, cuda_timer.h and parts.h: OpenGL's buffer objects in CUDA, whether both work on the same GPU,
// and a timer.
#include <farfirst/cuda.h>
#include <farfirst/cuda_timer.h>
#include <farfirst/parts.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include "cuda/event_tracer.h"
#include "cuda/interop_api.h"
#include "cuda/launch.h"

namespace farfirst {
namespace cuda {
namespace {

CudaDevice& cuda_device_of(Device& device) {
  assert(device.backend() == Backend::cuda && "not a cuda device");
  return cuda_device(core::core_of(device));
}

// ---- The GPU that draws

using Uuid = std::array<unsigned char, 16>;

// OpenGL's constants that are used here, by value.
constexpr unsigned gl_renderer = 0x1F01, gl_extensions = 0x1F03, gl_num_extensions = 0x821D;
constexpr unsigned gl_num_device_uuids = 0x9596, gl_device_uuid = 0x9597;

struct GlFunctions {
  explicit GlFunctions(void* (*proc)(const char*)) {
    if (proc == nullptr) return;
    const auto load = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(proc(name));
    };
    load(get_string, "glGetString");
    load(get_stringi, "glGetStringi");
    load(get_integer, "glGetIntegerv");
    load(get_unsigned_byte, "glGetUnsignedBytei_vEXT");
  }
  const unsigned char* (*get_string)(unsigned) = nullptr;
  const unsigned char* (*get_stringi)(unsigned, unsigned) = nullptr;
  void (*get_integer)(unsigned, int*) = nullptr;
  void (*get_unsigned_byte)(unsigned, unsigned, unsigned char*) = nullptr;
};

std::string renderer(const GlFunctions& gl) {
  const unsigned char* name = gl.get_string == nullptr ? nullptr : gl.get_string(gl_renderer);
  return name == nullptr ? "another GPU" : reinterpret_cast<const char*>(name);
}

/// The UUIDs of the GPUs of the current context; none if the driver does not report them.
std::vector<Uuid> uuids(const GlFunctions& gl) {
  if (gl.get_stringi == nullptr || gl.get_integer == nullptr || gl.get_unsigned_byte == nullptr) return {};
  int extensions = 0;
  gl.get_integer(gl_num_extensions, &extensions);
  for (int i = 0; i < extensions; ++i) {
    const unsigned char* name = gl.get_stringi(gl_extensions, static_cast<unsigned>(i));
    if (std::strcmp(reinterpret_cast<const char*>(name), "GL_EXT_memory_object") != 0) continue;
    int count = 0;
    gl.get_integer(gl_num_device_uuids, &count);
    std::vector<Uuid> result(static_cast<std::size_t>(std::max(count, 0)));
    for (unsigned k = 0; k < result.size(); ++k) gl.get_unsigned_byte(gl_device_uuid, k, result[k].data());
    return result;
  }
  return {};
}

/// CUDA's ordinals of the GPUs of the current context, according to the driver. A GPU that is split into instances has
/// another UUID in CUDA than in OpenGL; a driver without the extension has none in OpenGL.
std::vector<int> ordinals_by_driver() {
  std::array<int, 16> devices{};
  unsigned count = 0;
  const cudaError_t error =
      cudaGLGetDevices(&count, devices.data(), static_cast<unsigned>(devices.size()), all_devices_of_gl);
  if (error != cudaSuccess) {  // a context that is not NVIDIA's, or none
    cudaGetLastError();
    return {};
  }
  return {devices.begin(), devices.begin() + std::min<std::size_t>(count, devices.size())};
}

std::vector<int> ordinals_by_uuid(const std::vector<Uuid>& wanted) {
  int count = 0;
  FARFIRST_CUDA(cudaGetDeviceCount(&count));
  std::vector<int> result;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    cudaDeviceProp properties{};
    FARFIRST_CUDA(cudaGetDeviceProperties(&properties, ordinal));
    Uuid uuid{};
    std::memcpy(uuid.data(), properties.uuid.bytes, uuid.size());
    if (std::ranges::find(wanted, uuid) != wanted.end()) result.push_back(ordinal);
  }
  return result;
}

}  // namespace
}  // namespace cuda

std::string GlMatch::sentence() const {
  if (same) return {};
  const std::string both = "OpenGL draws with " + opengl + ", but CUDA sorts with " + cuda + ": ";
  if (ordinal >= 0) return both + "choose CUDA device " + std::to_string(ordinal) + ", which is the GPU that draws";
  return both +
         "let OpenGL run on the NVIDIA GPU (in a window: set __NV_PRIME_RENDER_OFFLOAD=1 and "
         "__GLX_VENDOR_LIBRARY_NAME=nvidia; without: install the driver's libEGL_nvidia)";
}

GlMatch match_gl(Device& device, void* (*gl_proc)(const char*)) {
  cuda::CudaDevice& own = cuda::cuda_device_of(device);
  const core::CallScope scope(own);
  const cuda::GlFunctions gl(gl_proc);
  std::vector<int> ordinals = cuda::ordinals_by_uuid(cuda::uuids(gl));
  for (const int ordinal : cuda::ordinals_by_driver()) ordinals.push_back(ordinal);

  GlMatch match;
  match.same = std::ranges::find(ordinals, own.ordinal()) != ordinals.end();
  match.ordinal = match.same ? own.ordinal() : ordinals.empty() ? -1 : ordinals.front();
  match.opengl = cuda::renderer(gl);
  cudaDeviceProp properties{};
  FARFIRST_CUDA(cudaGetDeviceProperties(&properties, own.ordinal()));
  match.cuda = std::string(properties.name) + " (CUDA device " + std::to_string(own.ordinal()) + ")";
  return match;
}

// ---- Time

struct CudaTimer::Parts {
  explicit Parts(cuda::CudaDevice& owner) : device(owner), dependent(owner), tracer(owner) {}
  cuda::CudaDevice& device;
  const core::Dependent dependent;
  cuda::EventTracer tracer;
  std::vector<Pass> passes;
};

CudaTimer::CudaTimer(Device& device) : parts_(std::make_unique<Parts>(cuda::cuda_device_of(device))) {}
CudaTimer::CudaTimer(CudaTimer&& other) noexcept = default;
CudaTimer& CudaTimer::operator=(CudaTimer&& other) noexcept = default;
CudaTimer::~CudaTimer() = default;

void CudaTimer::begin() {
  const core::CallScope scope(parts_->device);
  parts_->tracer.begin();
  parts_->tracer.pass("timed");
}

void CudaTimer::end() {
  const core::CallScope scope(parts_->device);
  parts_->tracer.end();
}

bool CudaTimer::take(double& milliseconds) {
  parts_->passes.clear();
  if (!parts_->tracer.take(parts_->passes)) return false;
  milliseconds = parts_->passes.front().milliseconds;
  return true;
}

// ---- Buffers

void* cuda_stream(Device& device) { return cuda::cuda_device_of(device).stream(); }
std::size_t gpu_count(Device& device) noexcept { return cuda::cuda_device_of(device).gpus(); }
Buffer allocate_on(Device& device, std::size_t gpu, std::size_t bytes) {
  cuda::CudaDevice& all = cuda::cuda_device_of(device);
  all.require(gpu < all.gpus(), "the device has no GPU of this number");
  return all.gpu(gpu).allocate(bytes);
}

struct GlShare::Parts {
  explicit Parts(cuda::CudaDevice& owner) : device(owner), dependent(owner) {}
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() {
    const cuda::CurrentDevice current(device.ordinal());
    cudaStreamSynchronize(device.stream());
    if (mapped) cudaGraphicsUnmapResources(count(), resources.data(), device.stream());
    for (cudaGraphicsResource_t resource : resources) cudaGraphicsUnregisterResource(resource);
    cudaGetLastError();  // no caller could handle the error here; clear it so that no later call reports it
  }

  void add(const GlBuffer& buffer);
  void map();
  void unmap();
  int count() const { return static_cast<int>(resources.size()); }

  cuda::CudaDevice& device;
  const core::Dependent dependent;
  std::vector<cudaGraphicsResource_t> resources;
  std::vector<Buffer> buffers;  // while mapped
  bool mapped = false;
};

void GlShare::Parts::add(const GlBuffer& buffer) {
  cudaGraphicsResource_t resource = nullptr;
  const unsigned flags =
      buffer.access == GlAccess::read ? cudaGraphicsRegisterFlagsReadOnly : cudaGraphicsRegisterFlagsNone;
  const cudaError_t error = cudaGraphicsGLRegisterBuffer(&resource, buffer.name, flags);
  if (error == cudaErrorMemoryAllocation) cuda::check(error, "cudaGraphicsGLRegisterBuffer");
  if (error != cudaSuccess) {
    cudaGetLastError();
    throw Error("CUDA cannot share OpenGL's buffer " + std::to_string(buffer.name) + ": " + cudaGetErrorString(error));
  }
  resources.push_back(resource);
  buffers.push_back({Backend::cuda});
}

void GlShare::Parts::map() {
  const core::CallScope scope(device);
  if (resources.empty()) return;
  FARFIRST_CUDA(cudaGraphicsMapResources(count(), resources.data(), device.stream()));
  mapped = true;
  for (std::size_t i = 0; i < resources.size(); ++i) {
    void* address = nullptr;
    FARFIRST_CUDA(cudaGraphicsResourceGetMappedPointer(&address, &buffers[i].bytes, resources[i]));
    buffers[i].handle = reinterpret_cast<std::uintptr_t>(address);
  }
}

void GlShare::Parts::unmap() {
  if (!std::exchange(mapped, false)) return;
  const core::CallScope scope(device);
  FARFIRST_CUDA(cudaGraphicsUnmapResources(count(), resources.data(), device.stream()));
}

GlShare::GlShare(Device& device, std::span<const GlBuffer> buffers)
    : parts_(std::make_unique<Parts>(cuda::cuda_device_of(device))) {
  const core::CallScope scope(parts_->device);
  for (const GlBuffer& buffer : buffers) parts_->add(buffer);
}

GlShare::GlShare() noexcept = default;
GlShare::GlShare(GlShare&& other) noexcept = default;
GlShare& GlShare::operator=(GlShare&& other) noexcept = default;
GlShare::~GlShare() = default;

std::size_t GlShare::size() const noexcept { return parts_ == nullptr ? 0 : parts_->resources.size(); }

GlShare::Mapping GlShare::map() {
  assert(parts_ != nullptr && "nothing is registered");
  parts_->device.require(!parts_->mapped, "there is a mapping of these buffers already");
  try {
    parts_->map();
  } catch (...) {
    if (std::exchange(parts_->mapped, false)) {
      cudaGraphicsUnmapResources(parts_->count(), parts_->resources.data(), parts_->device.stream());
    }
    throw;
  }
  return Mapping(parts_.get());
}

const Buffer& GlShare::Mapping::operator[](std::size_t i) const noexcept { return parts_->buffers[i]; }

void GlShare::Mapping::end() {
  if (parts_ != nullptr) std::exchange(parts_, nullptr)->unmap();
}

GlShare::Mapping::~Mapping() {
  try {
    end();
  } catch (const Error&) {  // the next call of the device reports it
  }
}

}  // namespace farfirst
