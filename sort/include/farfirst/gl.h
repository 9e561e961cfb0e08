#pragma once
// farfirst::sort for callers that have OpenGL. This header includes no OpenGL header. If the OpenGL back end is not
// built, functions that need it throw Error with the sentence of why_unavailable(Backend::gl).
//
//   auto device = farfirst::open(farfirst::Backend::gl, farfirst::gl_options(get_proc_address));  // context is current
//   auto sorter = farfirst::make_distance_sorter(*device, farfirst::choose(*device), n);
//   farfirst::Workspace workspace(*device, sorter->requirements());
//   ...
//   const farfirst::Source points{.n = n, .positions = farfirst::gl_buffer(vertex_buffer, n * 12)};
//   farfirst::DistanceJob job{.sources = {&points, 1}, .eye = {x, y, z}};
//   job.order = farfirst::gl_buffer(order_buffer, n * 4);
//   workspace.attach(job);
//   sorter->sort(job);
//   glMemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT);  // the bits that match how the order is read
//   // draw with order_buffer as index buffer
//
// The context. It must be OpenGL 4.5 core or newer, be current on the calling thread in every call, and outlive
// everything made from it. The library looks functions up through DeviceOptions::gl_proc into a table of its own, so it
// does not conflict with the program's own loader. It installs no debug callback.
//
// State. Before a call, no transform feedback, no query of primitives or time, and no conditional rendering may be
// active. A call leaves these at their defaults, whatever they were: the program in use (0), storage blocks 0 to 7 and
// GL_SHADER_STORAGE_BUFFER (none), the vertex array (0), the transform feedback object (0), the buffers for dispatch
// and draw arguments (0), rasterizer discard (off). Everything else stays as it was. To keep these too, put a GlState
// (farfirst/gl_state.h) around the calls. Sorts that draw query the framebuffer and primitive restart, in order to
// restore them; other sorts query nothing.
//
// Errors. The library does not call glGetError: an error that was pending before a call is still pending after it, and
// does not count as the library's. Calls raise no OpenGL errors, with one exception: when an allocation fails, OpenGL
// sets GL_OUT_OF_MEMORY, if no error is pending, and the call throws OutOfMemory.
//
// Order of commands. Sorts are enqueued like every other command. Shaders may have written the inputs just before: a
// call begins with the barriers for its own reading. Shaders write its outputs: before reading them, issue
// glMemoryBarrier with the bits that match how you read them.
//
// Writing the inputs. When the call returns, the sort may not have begun. NVIDIA's driver (580) lets glBufferSubData
// and glNamedBufferSubData overwrite a buffer at once, before dispatches enqueued earlier have read it,
// unless the buffer is bound to an index of GL_SHADER_STORAGE_BUFFER meanwhile. So bind it to one, or use
// Device::upload, or copy on the GPU, or write to mapped memory after its fence has signalled.
//
// Buffers. Any offset that is a multiple of 4 is allowed. A buffer may not be larger than a storage
// block of the context (GL_MAX_SHADER_STORAGE_BLOCK_SIZE). If a sorter would need a larger one, make_sorter throws
// Error; if the positions or triangles of a distance job are larger, sort() and make_keys() throw Error. Scratch pieces
// are buffer objects of their own.

#include <farfirst/sort.h>

namespace farfirst {

/// A buffer object of the caller's, or `bytes` of it from `offset` on.
inline Buffer gl_buffer(unsigned name, std::size_t bytes, std::size_t offset = 0) noexcept {
  return {Backend::gl, name, offset, bytes};
}

/// Options for a device in the current context. `proc` is e.g. glfwGetProcAddress or eglGetProcAddress.
inline DeviceOptions gl_options(void* (*proc)(const char*)) noexcept {
  DeviceOptions options;
  options.gl_proc = proc;
  return options;
}

/// For a device with DeviceOptions::gl_parallel_compile: true if a sorter or a check made from it would wait for the
/// driver's compiler now. If a program does not compile, the call that uses it throws Error, not the one that makes
/// the sorter. False where the driver cannot compile in parallel with the caller (GL_KHR_parallel_shader_compile). The
/// number of compiler threads is the caller's choice: glMaxShaderCompilerThreadsKHR. The answer
/// stays true until complete_a_program() has completed all programs.
bool is_compiling(Device& gl);
/// Completes one of the programs that the driver has compiled in parallel; false if there is none. NVIDIA's driver
/// generates machine code only then, and blocks for up to 0.3 s: call this once a frame, after drawing.
bool complete_a_program(Device& gl);

/// Does the CPU draw (llvmpipe and similar)? Then timer queries mean nothing, so traced sorts wait for their passes.
bool is_software(Device& gl);

}  // namespace farfirst
