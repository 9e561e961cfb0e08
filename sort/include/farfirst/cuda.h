#pragma once
// farfirst::sort for callers that have CUDA, or CUDA and OpenGL. This header includes no header of either and needs no
// toolkit. If the CUDA back end is not built, functions that need it throw Error with the sentence of
// why_unavailable(Backend::cuda).
//
// With CUDA alone, the sort runs on the caller's stream and in the caller's memory:
//
//   auto device = farfirst::open(farfirst::Backend::cuda, farfirst::cuda_options(stream));
//   source.positions = farfirst::cuda_buffer(positions, n);  // float3*, device memory
//
// Streams: the device has a stream of its own, cuda_stream(), which is the caller's if DeviceOptions names one. A job's
// `stream` may name another stream of the same GPU for one call; null means the device's own, so CUDA's legacy stream
// is named by cudaStreamLegacy.
//
//   * sort() and make_keys() run on the stream of their job. Everything else runs on the device's own: upload(),
//     download(), reverse_order(), expand_triangles(), check_order(), History::counts() and GlShare; and finish() waits
//     for that one alone. So after a job on another stream, first wait for it, or let one stream wait for the other.
//   * Calls that may run at the same time, on several streams, need scratch, outputs and histories of their own.
//     Calls that share a history run one after the other: a call waits on the GPU for the one
//     before if that was on another stream.
//
// CUDA graphs: a call of an entry on a cuda device can be captured, even a sorter's first call, and replayed any number
// of times. The entry must neither make round trips nor allocate, as its description shows: cuda.quicksort alone makes
// round trips, and none allocates:
//
//   job.stream = stream;                                       // or the device's own: cuda_stream()
//   job.eye_on_device = farfirst::cuda_buffer(eye_axis, 6);    // float*: eye and axis, read by each replay
//   cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
//   sorter->sort(job);
//   cudaStreamEndCapture(stream, &graph);
//
//   * A replay sorts what its buffers hold at that time; scratch may hold anything. The number of elements can change
//     if the job has a `count`, and the eye if it has `eye_on_device`; everything else is as it was captured.
//   * Replays use and update the history, like calls. A replay without an earlier call is a first call, those
//     that follow can be steady, and direct calls may come in between. Nothing orders replays on several streams. Those
//     that share a history, with each other or with calls, belong on one stream, or must be ordered. The history, the
//     sorter and all buffers must outlive the graph.
//   * A captured call throws Error if a direct call on another stream used its history last. Make
//     a direct call on the stream of the capture first, or use a history of its own.
//   * No replay clears the history. A call that has to clear it, after History::reset() or after a call that threw,
//     throws Error if it is captured, before anything is enqueued. Make one direct call first. For the
//     same reason, after a direct call that threw, make another before an older graph is replayed. A captured call that
//     throws leaves the history as it was, and a capture to be ended and discarded.
//   * Jobs that trace their passes cannot be captured. Nor can calls that wait, allocate or free: upload(), download(),
//     check_order(), finish(), History::counts(), allocate(), make_sorter() and the like, make_history(), and the
//     destruction of sorters, histories, workspaces and buffers (cudaFree).
//
// With OpenGL, buffer objects are registered once. In every frame they are mapped together, used, and unmapped
// together:
//
//   const farfirst::GlBuffer buffers[] = {{vertex_buffer, farfirst::GlAccess::read}, {order_buffer}};
//   farfirst::GlShare share(*device, buffers);  // once; again when a buffer is replaced
//   ...
//   auto mapping = share.map();
//   source.positions = mapping[0];
//   job.order = mapping[1];
//   sorter->sort(job);
//   mapping.end();
//   // draw: OpenGL commands from here on wait, on the GPU, for the sort
//
// The OpenGL context must be current in every call of GlShare. Destroy the GlShare first, then the buffer objects, then
// context and device. Nothing here waits, except GlShare's destructor.

#include <farfirst/sort.h>

#include <type_traits>

namespace farfirst {

// -------------------------------------------------------------------------------------------------- CUDA alone

/// Device memory of the caller's.
inline Buffer cuda_buffer(const void* address, std::size_t bytes) noexcept {
  return {Backend::cuda, reinterpret_cast<std::uintptr_t>(address), 0, bytes};
}
template <class T>
requires(!std::is_void_v<T>) Buffer cuda_buffer(T* elements, std::size_t count)
noexcept { return cuda_buffer(static_cast<const void*>(elements), count * sizeof(T)); }

/// Options for a device that enqueues on `stream`, a cudaStream_t of the CUDA device with this ordinal. If it is null,
/// the device makes a stream of its own, which does not wait for the default stream.
inline DeviceOptions cuda_options(void* stream, int ordinal = 0) noexcept {
  DeviceOptions options;
  options.cuda_device = ordinal;
  options.cuda_stream = stream;
  return options;
}

/// The cudaStream_t on which a cuda device enqueues: its own stream.
void* cuda_stream(Device& cuda);

// --------------------------------------------------------------------------------------------- CUDA and OpenGL

/// The GPU with which OpenGL's current context draws, and the one that sorts. They can share memory only if they are
/// the same.
struct GlMatch {
  bool same = false;
  int ordinal = -1;    // of the GPU that draws, among CUDA's; -1 = CUDA does not know it
  std::string opengl;  // "NVIDIA H200/PCIe/SSE2"
  std::string cuda;    // "NVIDIA H200 (CUDA device 0)"
  /// Empty if it is the same GPU. Otherwise a sentence that names both and how to make them the same.
  std::string sentence() const;
};
/// Compares by UUID (GL_EXT_memory_object) and by the driver's answer (cudaGLGetDevices). `gl_proc` finds OpenGL's
/// functions, as in DeviceOptions; if it is null, only the driver is asked. Throws Error if CUDA is not built.
GlMatch match_gl(Device& cuda, void* (*gl_proc)(const char*));

enum class GlAccess : std::uint8_t { read, read_write };

/// A buffer object of OpenGL's. It may not be mapped for the CPU.
struct GlBuffer {
  unsigned name = 0;
  GlAccess access = GlAccess::read_write;
};

/// Buffer objects that CUDA reads and writes in place. Move-only.
class GlShare {
  struct Parts;

 public:
  GlShare() noexcept;  // shares nothing
  /// Registers each buffer object. Throws Error (another GPU, no current context, not a buffer) or OutOfMemory.
  GlShare(Device& cuda, std::span<const GlBuffer> buffers);
  GlShare(GlShare&& other) noexcept;
  GlShare& operator=(GlShare&& other) noexcept;
  /// Waits for the device, unmaps what is mapped, and unregisters.
  ~GlShare();

  /// While a Mapping exists, CUDA owns the buffers and OpenGL may not touch them.
  class Mapping {
   public:
    Mapping(Mapping&& other) noexcept : parts_(std::exchange(other.parts_, nullptr)) {}
    Mapping& operator=(Mapping&& other) noexcept {
      std::swap(parts_, other.parts_);
      return *this;
    }
    ~Mapping();  // calls end(), if that was not called
    /// Buffer i, all of it. Its address may differ from mapping to mapping.
    const Buffer& operator[](std::size_t i) const noexcept;
    /// Returns the buffers. Work enqueued before on the device's own stream ends before OpenGL touches them.
    /// Throws Error.
    ///
    /// An NVIDIA driver (580, H100 and H200) waits some 11 seconds for that work, then continues with the old data and
    /// without an OpenGL or CUDA error. Call Device::finish() first if work may take that long, as under a tool that
    /// slows kernels.
    void end();

   private:
    friend class GlShare;
    explicit Mapping(Parts* parts) : parts_(parts) {}
    Parts* parts_;
  };
  /// Maps all buffers. Work enqueued from here on, on the device's own stream, waits for earlier OpenGL commands.
  /// There can be one mapping at a time. Throws Error.
  Mapping map();

  std::size_t size() const noexcept;  // buffers

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst
