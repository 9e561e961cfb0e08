#pragma once
// farfirst::sort for callers that have OpenGL. Includes no header of it. Where the OpenGL back end is not built, what
// needs it throws Error with the sentence of why_unavailable(Backend::gl).
//
//   auto device = farfirst::open(farfirst::Backend::gl, farfirst::gl_options(get_proc_address));  // context is current
//   auto sorter = farfirst::make_sorter(*device, *farfirst::choose(*device), {.form = Form::distance, .max_n = n});
//   farfirst::Workspace workspace(*device, sorter->requirements());
//   ...
//   farfirst::DistanceJob job{.n = n, .positions = farfirst::gl_buffer(vertex_buffer, n * 12), .vertex_count = n};
//   job.order = farfirst::gl_buffer(order_buffer, n * 4);
//   workspace.attach(job);
//   sorter->sort(job);
//   glMemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT);  // the bits of what reads the order
//   // draw with order_buffer as element buffer
//
// The context. OpenGL 4.5 core or newer, current on the calling thread in every call, and alive for longer than
// everything made from it. The library looks functions up through DeviceOptions::gl_proc into a table of its own, so
// that it lives beside the program's own loader. It installs no debug callback.
//
// State. Before a call: no transform feedback and no query of primitives or time is active, no conditional rendering.
// A call leaves these at their defaults, whatever they were: the program in use (0), storage blocks 0 to 7 and
// GL_SHADER_STORAGE_BUFFER (none), the vertex array (0), the transform feedback object (0), the buffers for dispatch
// and draw arguments (0), rasterizer discard (off). Everything else is as it was. To keep these too, put a GlState
// around the calls. Sorts that draw ask OpenGL for the framebuffer and for primitive restart, to put them
// back; others ask nothing.
//
// Order of commands. Sorts are enqueued as every other command is. An input may have been written by shaders just
// before: a call begins with the barriers for its own reading. What it wrote is written by shaders: whoever reads it
// issues glMemoryBarrier with the bits of that reading first.
//
// Buffers. Any offset that is a multiple of 4 (8 for uint64). A buffer may not be larger than a storage block of the
// context (GL_MAX_SHADER_STORAGE_BLOCK_SIZE); a sorter whose buffers would be says so when it is made,
// and a distance job whose positions or triangles are, when it is sorted or its keys are made: both throw Error.
// Scratch pieces are buffer objects of their own.

#include <farfirst/sort.h>

#include <optional>

namespace farfirst {

/// A buffer object of the caller's, or `bytes` of it from `offset` on.
inline Buffer gl_buffer(unsigned name, std::size_t bytes, std::size_t offset = 0) noexcept {
  return {Backend::gl, name, offset, bytes};
}

/// For a device in the context that is current. `proc` is e.g. glfwGetProcAddress or eglGetProcAddress.
inline DeviceOptions gl_options(void* (*proc)(const char*)) noexcept {
  DeviceOptions options;
  options.gl_proc = proc;
  return options;
}

/// Does the CPU draw (llvmpipe and its like)? Its timer queries mean nothing, so traced sorts wait for their passes.
bool is_software(Device& gl);

/// Checks orders while frames go on: nothing waits, results are known a few frames later. Memory: a few words. Cost:
/// each order and each key is read once. Any order in a buffer of OpenGL's can be checked, whoever made it; the keys
/// of its elements are those of Device::make_keys. Must not outlive its device.
class GlOrderCheck {
  struct Parts;

 public:
  GlOrderCheck() noexcept;  // of nothing
  /// For orders of up to `max_n`. Throws OutOfMemory, or Error (beyond a limit of the context).
  GlOrderCheck(Device& gl, std::uint32_t max_n);
  GlOrderCheck(GlOrderCheck&& other) noexcept;
  GlOrderCheck& operator=(GlOrderCheck&& other) noexcept;
  ~GlOrderCheck();

  /// Enqueues the check of `order` as the far-first order of `keys`. False, and nothing is done, if four results are
  /// still on their way.
  bool enqueue(const Buffer& keys, const Buffer& order, std::uint32_t n);
  /// The result of the oldest check not yet taken, if it is known. Never waits. After Device::finish() every one is
  /// known.
  std::optional<OrderCheck> take();

  std::uint32_t max_n() const noexcept;
  std::size_t bytes() const noexcept;

 private:
  std::unique_ptr<Parts> parts_;
};

/// Keeps what calls of the library leave at its defaults (see above) and puts it back. Asks OpenGL for it, which can
/// make a driver with threads of its own wait: a renderer that sets its state anyway does without.
class GlState {
  struct Parts;

 public:
  explicit GlState(Device& gl);
  GlState(const GlState&) = delete;
  GlState& operator=(const GlState&) = delete;
  ~GlState();

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst
