// OpenGL's buffers, mapped for CUDA: see cuda_memory.h.

#include <farfirst/cuda.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "cuda_memory.h"
#include "object/buffer.h"
#include "timing.h"

namespace farfirst::app {

namespace {

class SharedMemory final : public CudaMemory {
 public:
  SharedMemory(const GladGLContext& gl, Device& cuda, std::size_t max_words)
      : cuda_(cuda), drawn_(gl, max_words * sizeof(std::uint32_t)) {}

  void prepare(const OrderRequest& request, OrderTimes&) override {
    const GpuElements elements = request.gpu_elements();
    if (share_.size() == 0 || elements != elements_) register_buffers(elements);
    if (elements.drawn_corners == 0) {
      order_ = {};
    } else if (const std::size_t bytes = request.spec.n * sizeof(std::uint32_t);
               static_cast<const Buffer&>(order_).bytes < bytes) {
      order_ = {};
      order_ = OwnedBuffer(cuda_, bytes);
    }
  }

  void begin(const OrderRequest& request, DistanceJob& job, OrderTimes& times) override {
    const Stopwatch stopwatch;
    mapping_ = share_.map();
    times.interop = stopwatch.milliseconds();
    job.positions = mapped(elements_.positions);
    if (request.spec.are_triangles) job.triangles = mapped(elements_.triangles);
    job.order = expands() ? static_cast<const Buffer&>(order_) : mapped(drawn_.name());
  }

  bool expands() const override { return elements_.drawn_corners != 0; }
  void expand(const DistanceJob& job) override {
    expand_triangles(cuda_, job.order, mapped(elements_.drawn_corners), mapped(drawn_.name()), job.n);
  }

  OrderView end(const OrderRequest& request, const DistanceJob&, OrderTimes& times) override {
    const Stopwatch stopwatch;
    mapping_->end();
    times.interop += stopwatch.milliseconds();
    mapping_.reset();
    return {.buffer = drawn_.name(),
            .offset = 0,
            .words = request.elements.order_words(),
            .are_triangles = request.spec.are_triangles};
  }

  void abandon() noexcept override { mapping_.reset(); }
  void drawn() override {}  // the next mapping waits, on the GPU

  std::size_t host_bytes() const override { return 0; }
  std::size_t gpu_bytes() const override { return drawn_.bytes() + static_cast<const Buffer&>(order_).bytes; }

 private:
  void register_buffers(const GpuElements& elements) {
    share_ = {};
    registered_.clear();
    const auto add = [&](GLuint name, GlAccess access) {
      const bool there = std::ranges::find(registered_, name, &GlBuffer::name) != registered_.end();
      if (name != 0 && !there) registered_.push_back({name, access});
    };
    add(elements.positions, GlAccess::read);
    add(elements.triangles, GlAccess::read);
    add(elements.drawn_corners, GlAccess::read);
    add(drawn_.name(), GlAccess::read_write);
    share_ = GlShare(cuda_, registered_);
    elements_ = elements;
  }

  const Buffer& mapped(GLuint name) const {
    const auto found = std::ranges::find(registered_, name, &GlBuffer::name);
    return (*mapping_)[static_cast<std::size_t>(found - registered_.begin())];
  }

  Device& cuda_;
  gl::Buffer drawn_;   // the order, or the elements that it was expanded to
  OwnedBuffer order_;  // where it is expanded
  GpuElements elements_;
  std::vector<GlBuffer> registered_;
  GlShare share_;  // after the buffer that it holds: unregistered before that is deleted
  std::optional<GlShare::Mapping> mapping_;
};

}  // namespace

std::unique_ptr<CudaMemory> make_shared_memory(const GladGLContext& gl, Device& cuda, std::size_t max_words) {
  return std::make_unique<SharedMemory>(gl, cuda, max_words);
}

}  // namespace farfirst::app
