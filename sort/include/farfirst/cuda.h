#pragma once
// farfirst::sort for callers that have CUDA, or CUDA and OpenGL. Includes no header of either and needs no toolkit:
// where the CUDA back end is not built, what needs it throws Error with the sentence of why_unavailable(Backend::cuda).
//
// With CUDA alone, the sort runs on the caller's stream and on the caller's memory:
//
//   auto device = farfirst::open(farfirst::Backend::cuda, farfirst::cuda_options(stream));
//   job.positions = farfirst::cuda_buffer(positions, n);  // float3*, device memory
//
// With OpenGL, buffer objects are registered once, and in every frame mapped together, used, and unmapped together:
//
//   const farfirst::GlBuffer buffers[] = {{vertex_buffer, farfirst::GlAccess::read}, {order_buffer}};
//   farfirst::GlShare share(*device, buffers);  // once; again when a buffer is replaced
//   ...
//   auto mapping = share.map();
//   job.positions = mapping[0];
//   job.order = mapping[1];
//   sorter->sort(job);
//   mapping.end();
//   // draw: what OpenGL is told from here on waits, on the GPU, for the sort
//
// All of GlShare is called with the OpenGL context current. In the end: GlShare, then the buffer objects, then context
// and device. Nothing here waits, except GlShare's destructor.

#include <farfirst/sort.h>

namespace farfirst {

// -------------------------------------------------------------------------------------------------- CUDA alone

/// Device memory of the caller's.
inline Buffer cuda_buffer(const void* address, std::size_t bytes) noexcept {
  return {Backend::cuda, reinterpret_cast<std::uintptr_t>(address), 0, bytes};
}
template <class T>
Buffer cuda_buffer(T* elements, std::size_t count) noexcept {
  return cuda_buffer(static_cast<const void*>(elements), count * sizeof(T));
}

/// For a device that enqueues on `stream`, a cudaStream_t of the CUDA device with this ordinal. Null: a stream of the
/// device's own, which does not wait for the default stream.
inline DeviceOptions cuda_options(void* stream, int ordinal = 0) noexcept {
  DeviceOptions options;
  options.cuda_device = ordinal;
  options.cuda_stream = stream;
  return options;
}

/// The cudaStream_t on which a cuda device enqueues.
void* cuda_stream(Device& cuda);

/// Device time of what is enqueued between begin() and end(). Nothing waits: a time is known some calls later. Must not
/// outlive its device.
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

// --------------------------------------------------------------------------------------------- CUDA and OpenGL

/// Which GPU OpenGL's current context draws with, and which one sorts. Memory can be shared only on one and the same.
struct GlMatch {
  bool same = false;
  int ordinal = -1;    // of the GPU that draws, among CUDA's; -1 = CUDA does not know it
  std::string opengl;  // "NVIDIA H200/PCIe/SSE2"
  std::string cuda;    // "NVIDIA H200 (CUDA device 0)"
  /// Empty if it is the same GPU. Else names both and says how to cure it.
  std::string sentence() const;
};
/// Compares by UUID (GL_EXT_memory_object) and by what the driver says (cudaGLGetDevices). `gl_proc` finds OpenGL's
/// functions, as in DeviceOptions; null leaves only the driver to ask. Throws Error where CUDA is not built.
GlMatch match_gl(Device& cuda, void* (*gl_proc)(const char*));

enum class GlAccess : std::uint8_t { read, read_write };

/// A buffer object of OpenGL's. It may not be mapped for the CPU.
struct GlBuffer {
  unsigned name = 0;
  GlAccess access = GlAccess::read_write;
};

/// Buffer objects that CUDA reads and writes where they lie. Move-only; must not outlive its device.
class GlShare {
  struct Parts;

 public:
  GlShare() noexcept;  // of nothing
  /// Registers each buffer object. Throws Error (another GPU, no current context, not a buffer) or OutOfMemory.
  GlShare(Device& cuda, std::span<const GlBuffer> buffers);
  GlShare(GlShare&& other) noexcept;
  GlShare& operator=(GlShare&& other) noexcept;
  /// Waits for the device, unmaps what is mapped, and unregisters.
  ~GlShare();

  /// While it lives, CUDA has the buffers and OpenGL may not touch them.
  class Mapping {
   public:
    Mapping(Mapping&& other) noexcept : parts_(std::exchange(other.parts_, nullptr)) {}
    Mapping& operator=(Mapping&& other) noexcept {
      std::swap(parts_, other.parts_);
      return *this;
    }
    ~Mapping();  // as end(), if that was not called
    /// Where buffer i lies this time, all of it.
    const Buffer& operator[](std::size_t i) const noexcept;
    /// Gives the buffers back. Work enqueued before is done before OpenGL touches them. Throws Error.
    void end();

   private:
    friend class GlShare;
    explicit Mapping(Parts* parts) : parts_(parts) {}
    Parts* parts_;
  };
  /// Maps all. Work enqueued from here on waits for what OpenGL was told before. One mapping at a time. Throws Error.
  Mapping map();

  std::size_t size() const noexcept;  // buffers

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst
