// Particles: they change with every step, so they stream through a ring.

#include <array>
#include <cstring>

#include "elements.h"
#include "host_elements.h"
#include "object/buffer.h"
#include "order/mapped_ring.h"
#include "scene/particles.h"

namespace farfirst::app {

namespace {

class ParticleElements final : public SceneElements {
 public:
  ParticleElements(const GladGLContext& gl, std::shared_ptr<ParticleSystem> particles)
      : gl_(gl),
        particles_(std::move(particles)),
        count_(particles_->positions().size()),
        colors_at_((count_ * sizeof(StoredVertex) + 255) / 256 * 256),
        ring_(gl, colors_at_ + count_ * sizeof(std::uint32_t)) {}

  Elements elements(Primitive, OrderWords) override { return elements_of(*particles_); }

  /// CUDA cannot have a buffer that the CPU has mapped: if commands read the ring itself, OpenGL copies them out of it.
  GpuElements gpu_elements(Primitive, OrderWords) override {
    if (ring_.copies()) {
      if (needs_upload()) upload();
      return {.positions = ring_.buffer(), .stride = sizeof(StoredVertex)};
    }
    const std::size_t bytes = count_ * sizeof(StoredVertex);
    if (!vertices_) vertices_ = gl::Buffer(gl_, bytes);
    if (needs_upload()) upload();
    if (!copied_ || copied_version_ != uploaded_version_) {
      gl_.CopyNamedBufferSubData(ring_.buffer(), vertices_.name(), static_cast<GLintptr>(ring_.offset(slot_)), 0,
                                 static_cast<GLsizeiptr>(bytes));
      ring_.fence(gl_, slot_);
      copied_ = true;
      copied_version_ = uploaded_version_;
    }
    return {.positions = vertices_.name(), .stride = sizeof(StoredVertex)};
  }

  std::uint64_t version() const override { return particles_->steps(); }
  std::size_t max_order_words(OrderWords) const override { return count_; }
  const Bounds& bounds() const override { return particles_->bounds(); }
  std::size_t gpu_bytes() const override { return ring_.bytes() + vertices_.bytes(); }
  void step() override { particles_->step(); }

  DrawnElements drawn(bool, OrderWords, const Look& look) override {
    if (needs_upload()) upload();
    ElementVariant variant = particle_variant;
    variant.encoded = look.blend_space == BlendSpace::encoded;
    return {.variant = variant, .footprint = Footprint::sprite, .arrays = arrays_};
  }
  HostArrays host_arrays(bool triangles, const Look& look) override {
    if (!host_) host_.emplace(particles_);
    return host_->drawn(triangles, look);
  }
  void was_drawn() override {
    if (uploaded_) ring_.fence(gl_, slot_);
  }

 private:
  bool needs_upload() const { return !uploaded_ || uploaded_version_ != particles_->steps(); }

  /// Positions with radii, and behind them the colours, into the next slot.
  void upload() {
    slot_ = (slot_ + 1) % MappedRing::slots;
    ring_.wait(slot_);
    std::byte* const memory = ring_.memory(slot_);
    store_vertices(*particles_, {reinterpret_cast<StoredVertex*>(memory), count_});
    std::memcpy(memory + colors_at_, particles_->colors().data(), particles_->colors().size_bytes());
    ring_.bring(gl_, slot_, ring_.slot_bytes());
    const std::size_t at = ring_.offset(slot_);
    arrays_ = {VertexArrayView{ElementArray::vertex, ring_.buffer(), at, count_ * sizeof(StoredVertex), 4},
               VertexArrayView{ElementArray::color, ring_.buffer(), at + colors_at_, 4 * count_, 1}};
    uploaded_version_ = particles_->steps();
    uploaded_ = true;
  }

  const GladGLContext& gl_;
  std::shared_ptr<ParticleSystem> particles_;
  const std::size_t count_;
  const std::size_t colors_at_;  // bytes from a slot's beginning, where a storage block may begin
  MappedRing ring_;
  std::array<VertexArrayView, 2> arrays_;  // in the slot
  int slot_ = 0;
  std::uint64_t uploaded_version_ = 0;
  bool uploaded_ = false;
  gl::Buffer vertices_;  // for the GPU that sorts or checks
  std::uint64_t copied_version_ = 0;
  bool copied_ = false;
  std::optional<HostElements> host_;  // as soon as somebody reads them there
};

}  // namespace

std::unique_ptr<SceneElements> make_elements(const GladGLContext& gl, std::shared_ptr<ParticleSystem> particles) {
  return std::make_unique<ParticleElements>(gl, std::move(particles));
}

}  // namespace farfirst::app
