// OpenGL's buffers for sorts on OpenGL: see gpu_memory.h.

#include <farfirst/gl.h>

#include "gpu_memory.h"
#include "object/buffer.h"

namespace farfirst::app {

namespace {

class OpenGlMemory final : public GpuMemory {
 public:
  OpenGlMemory(const GladGLContext& gl, Device& device, std::size_t max_words)
      : device_(device), drawn_(gl, max_words * sizeof(std::uint32_t)) {}

  void prepare(const Task& task, ElementSource& source, SortTimings&) override {
    elements_ = source.gpu_elements(task.wanted.primitive());
  }

  void begin(const Task& task, SceneJob& its, SortTimings&) override {
    const Elements& elements = task.elements;
    its.read_opengl(elements_);
    if (task.kept) {
      its.job.ids = gl_buffer(task.kept.ids, its.job.n * sizeof(std::uint32_t));
      its.job.count = gl_buffer(task.kept.count, sizeof(std::uint32_t));
    }
    its.job.order = gl_buffer(drawn_.name(), its.job.n * sizeof(std::uint32_t), elements.drawn_corners.size_bytes());
  }

  bool expands() const override { return elements_.drawn_corners != 0; }
  void expand(const DistanceJob& job) override {
    const std::size_t bytes = 3 * sizeof(std::uint32_t) * job.n;
    expand_triangles(device_, job.order, gl_buffer(elements_.drawn_corners, bytes), gl_buffer(drawn_.name(), bytes),
                     job.n, job.count);
  }

  OrderView end(const Task& task, const DistanceJob&, SortTimings&) override {
    OrderView view = view_of(task, drawn_.name());
    view.written_by_shaders = true;
    return view;
  }

  std::size_t gpu_bytes() const override { return drawn_.bytes(); }

 private:
  Device& device_;
  gl::Buffer drawn_;  // the order, or the expanded elements followed by the order
  GpuElements elements_;
};

}  // namespace

std::unique_ptr<GpuMemory> make_opengl_memory(const GladGLContext& gl, Device& opengl, std::size_t max_words) {
  return std::make_unique<OpenGlMemory>(gl, opengl, max_words);
}

}  // namespace farfirst::app
