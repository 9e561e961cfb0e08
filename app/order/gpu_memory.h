#pragma once
// The arrays of a sort on a GPU, and the way of its order to the buffer that OpenGL draws. OpenGL sorts in its
// own buffers, as does CUDA where both use the same GPU; else CUDA's arrays are staged through the host.

#include <farfirst/sort.h>
#include <glad/gl.h>

#include <cstddef>
#include <memory>
#include <optional>

#include "cached_sorter.h"
#include "order.h"
#include "timer.h"

namespace farfirst::app {

/// The memory of one scene. A sort is prepare(), begin(), the sort, expand(), and end() or abandon().
class GpuMemory {
 public:
  virtual ~GpuMemory() = default;

  /// Can it read the culled subset from OpenGL's buffers? Else all elements are sorted.
  virtual bool can_cull() const { return true; }
  /// Makes, registers or uploads what the task needs and does not exist yet. Throws Error or OutOfMemory.
  virtual void prepare(const Task& task, ElementSource& source, SortTimings& timings) = 0;
  /// Points positions, triangles, culled subset and order at device memory that is valid until the end.
  virtual void begin(const Task& task, SceneJob& its, SortTimings& timings) = 0;
  /// Is more drawn than the order itself? Not where the host expands it, as it writes to OpenGL's memory.
  virtual bool expands() const { return false; }
  /// Enqueues the expansion of what is drawn, if needed.
  virtual void expand(const DistanceJob&) {}
  /// All has been enqueued: brings the order to OpenGL's buffer.
  virtual OrderView end(const Task& task, const DistanceJob& job, SortTimings& timings) = 0;
  /// There will be no order.
  virtual void abandon() noexcept {}
  /// Commands that read the last order have been enqueued. Commands of the next sort wait for them on the GPU.
  virtual void drawn() {}
  /// The time of OpenGL's commands from begin() to end(), with the task's frame: the oldest known one that was not
  /// fetched yet, where OpenGL waits for another device. Never waits itself.
  virtual std::optional<GlTimer::Time> take_span() { return std::nullopt; }

  virtual std::size_t host_bytes() const { return 0; }
  virtual std::size_t gpu_bytes() const = 0;
};

/// CUDA in OpenGL's own buffers: one mapping and one unmapping around each sort, no copy, no waiting of the host.
std::unique_ptr<GpuMemory> make_shared_memory(const GladGLContext& gl, Device& cuda, std::size_t max_words);

/// CUDA's own memory: positions go up once per scene or step, each order is downloaded and uploaded to OpenGL, and
/// the host waits for it.
std::unique_ptr<GpuMemory> make_staged_memory(const GladGLContext& gl, Device& cuda, std::size_t max_words);

/// OpenGL's buffers, sorted by OpenGL.
std::unique_ptr<GpuMemory> make_opengl_memory(const GladGLContext& gl, Device& opengl, std::size_t max_words);

}  // namespace farfirst::app
