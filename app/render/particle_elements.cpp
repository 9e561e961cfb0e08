// Particles: positions change with every step, so they stream through a ring.

#include <cstring>
#include <vector>

#include "elements.h"
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
        ring_(gl, count_ * element_bytes) {}

  Elements elements(Primitive) override {
    Elements result;
    result.positions = particles_->positions();
    result.bounds = particles_->bounds();
    return result;
  }

  /// CUDA cannot have a buffer that the CPU has mapped: the positions are copied out of the ring, by OpenGL.
  GpuElements gpu_elements(Primitive) override {
    const std::size_t bytes = count_ * sizeof(glm::vec3);
    if (!positions_) positions_ = gl::Buffer(gl_, bytes);
    if (needs_upload()) upload();
    if (!copied_ || copied_version_ != uploaded_version_) {
      gl_.CopyNamedBufferSubData(ring_.buffer(), positions_.name(), static_cast<GLintptr>(ring_.offset(slot_)), 0,
                                 static_cast<GLsizeiptr>(bytes));
      ring_.fence(gl_, slot_);
      copied_ = true;
      copied_version_ = uploaded_version_;
    }
    return {.positions = positions_.name()};
  }

  std::uint64_t version() const override { return particles_->steps(); }
  std::size_t max_order_words() const override { return count_; }
  const Bounds& bounds() const override { return particles_->bounds(); }
  std::size_t gpu_bytes() const override { return ring_.bytes() + positions_.bytes(); }
  void step() override { particles_->step(); }

  DrawnElements drawn(bool, const Look&) override {
    if (needs_upload()) upload();
    return {.variant = {.kind = ElementKind::particle}, .footprint = Footprint::sprite, .arrays = arrays_};
  }
  void was_drawn() override { ring_.fence(gl_, slot_); }

 private:
  static constexpr std::size_t element_bytes = sizeof(glm::vec3) + sizeof(float) + sizeof(std::uint32_t);

  bool needs_upload() const { return !uploaded_ || uploaded_version_ != particles_->steps(); }

  /// Positions, radii and colours, one array after the other, into the next slot.
  void upload() {
    slot_ = (slot_ + 1) % MappedRing::slots;
    ring_.wait(slot_);
    arrays_.clear();
    std::size_t at = 0;
    const auto append = [&](ElementArray array, GLint components, GLenum type, const auto& values) {
      std::memcpy(ring_.memory(slot_) + at, values.data(), values.size_bytes());
      arrays_.push_back({.array = array,
                         .buffer = ring_.buffer(),
                         .offset = ring_.offset(slot_) + at,
                         .bytes = values.size_bytes(),
                         .components = components,
                         .type = type,
                         .normalized = type != GL_FLOAT,
                         .stride = static_cast<GLsizei>(sizeof(values[0]))});
      at += values.size_bytes();
    };
    append(ElementArray::position, 3, GL_FLOAT, particles_->positions());
    append(ElementArray::color, 4, GL_UNSIGNED_BYTE, particles_->colors());
    append(ElementArray::radius, 1, GL_FLOAT, particles_->radii());
    uploaded_version_ = particles_->steps();
    uploaded_ = true;
  }

  const GladGLContext& gl_;
  std::shared_ptr<ParticleSystem> particles_;
  std::size_t count_;
  MappedRing ring_;
  std::vector<VertexArrayView> arrays_;  // in the slot
  int slot_ = 0;
  std::uint64_t uploaded_version_ = 0;
  bool uploaded_ = false;
  gl::Buffer positions_;  // for the GPU that sorts or checks
  std::uint64_t copied_version_ = 0;
  bool copied_ = false;
};

}  // namespace

std::unique_ptr<SceneElements> make_elements(const GladGLContext& gl, std::shared_ptr<ParticleSystem> particles) {
  return std::make_unique<ParticleElements>(gl, std::move(particles));
}

}  // namespace farfirst::app
