// OpenGL's buffers, mapped for CUDA: see gpu_memory.h.

#include <farfirst/cuda.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "gpu_memory.h"
#include "object/buffer.h"

namespace farfirst::app {

namespace {

class SharedMemory final : public GpuMemory {
 public:
  SharedMemory(const GladGLContext& gl, Device& cuda, std::size_t max_words)
      : cuda_(cuda), drawn_(gl, max_words * sizeof(std::uint32_t)), span_(gl) {}

  void prepare(const Task& task, ElementSource& source, SortTimings&) override {
    const GpuElements elements = source.gpu_elements(task.wanted.primitive());
    const bool keeps = task.kept && task.kept != kept_;
    if (share_.size() == 0 || elements != elements_ || keeps) register_buffers(elements, task.kept);
  }

  void begin(const Task& task, SceneJob& its, SortTimings& timings) override {
    span_.begin(task.frame);
    const Stopwatch stopwatch;
    mapping_ = share_.map();
    timings.interop = stopwatch.milliseconds();
    its.read(mapped(elements_.positions), elements_.stride,
             task.wanted.are_triangles ? mapped(elements_.triangles) : Buffer());
    if (task.kept) {
      its.job.ids = part(mapped(task.kept.ids), 0, its.job.n * sizeof(std::uint32_t));
      its.job.count = part(mapped(task.kept.count), 0, sizeof(std::uint32_t));
    }
    its.job.order =
        part(mapped(drawn_.name()), task.elements.drawn_corners.size_bytes(), its.job.n * sizeof(std::uint32_t));
  }

  bool expands() const override { return elements_.drawn_corners != 0; }
  void expand(const DistanceJob& job) override {
    const Buffer drawn = part(mapped(drawn_.name()), 0, 3 * sizeof(std::uint32_t) * job.n);
    expand_triangles(cuda_, job.order, mapped(elements_.drawn_corners), drawn, job.n, job.count);
  }

  OrderView end(const Task& task, const DistanceJob&, SortTimings& timings) override {
    const Stopwatch stopwatch;
    mapping_->end();
    timings.interop += stopwatch.milliseconds();
    span_.end();
    mapping_.reset();
    return view_of(task, drawn_.name());
  }

  void abandon() noexcept override { mapping_.reset(); }
  std::optional<GlTimer::Time> take_span() override { return span_.take(); }
  std::size_t gpu_bytes() const override { return drawn_.bytes(); }

 private:
  void register_buffers(const GpuElements& elements, const KeptElements& kept) {
    share_ = {};
    registered_.clear();
    const auto add = [&](GLuint name, GlAccess access) {
      const bool there = std::ranges::find(registered_, name, &GlBuffer::name) != registered_.end();
      if (name != 0 && !there) registered_.push_back({name, access});
    };
    add(elements.positions, GlAccess::read);
    add(elements.triangles, GlAccess::read);
    add(elements.drawn_corners, GlAccess::read);
    add(kept.ids, GlAccess::read);
    add(kept.count, GlAccess::read);
    add(drawn_.name(), GlAccess::read_write);
    share_ = GlShare(cuda_, registered_);
    elements_ = elements;
    kept_ = kept;
  }

  static Buffer part(const Buffer& buffer, std::size_t offset, std::size_t bytes) {
    return {buffer.where, buffer.handle, buffer.offset + offset, bytes};
  }

  const Buffer& mapped(GLuint name) const {
    const auto found = std::ranges::find(registered_, name, &GlBuffer::name);
    return (*mapping_)[static_cast<std::size_t>(found - registered_.begin())];
  }

  Device& cuda_;
  gl::Buffer drawn_;  // the order, or the expanded elements followed by the order
  GpuElements elements_;
  KeptElements kept_;  // registered, if there are some
  std::vector<GlBuffer> registered_;
  GlShare share_;  // after its buffer: unregistered before the buffer is deleted
  std::optional<GlShare::Mapping> mapping_;
  GlTimer span_;
};

}  // namespace

std::unique_ptr<GpuMemory> make_shared_memory(const GladGLContext& gl, Device& cuda, std::size_t max_words) {
  return std::make_unique<SharedMemory>(gl, cuda, max_words);
}

}  // namespace farfirst::app
