// Particles: positions change with every step, so they stream through a ring.

#include <cstring>

#include "drawable.h"
#include "object/program.h"
#include "object/vertex_array.h"
#include "order/mapped_ring.h"
#include "particles.h"
#include "render/context.h"

namespace farfirst::app {

namespace {

class DrawableParticles final : public Drawable {
 public:
  DrawableParticles(const GladGLContext& gl, const gl::ShaderLibrary& library,
                    std::shared_ptr<ParticleSystem> particles)
      : gl_(gl),
        particles_(std::move(particles)),
        count_(particles_->positions().size()),
        ring_(gl, count_ * element_bytes),
        vertices_(gl),
        program_(make_program(library)) {
    describe_vertices();
  }

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

  void draw(const OrderView& order, const Look&) override {
    if (needs_upload()) upload();
    program_.use();
    gl_.BindVertexArray(vertices_.name());
    gl_.VertexArrayElementBuffer(vertices_.name(), order.buffer);
    if (order.written_by_shaders) gl_.MemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT);
    gl_.DrawElements(GL_POINTS, static_cast<GLsizei>(order.words), GL_UNSIGNED_INT,
                     reinterpret_cast<const void*>(order.offset));
    ring_.fence(gl_, slot_);
  }

  void reload(const gl::ShaderLibrary& library) override { program_ = make_program(library); }

 private:
  static constexpr std::size_t element_bytes = sizeof(glm::vec3) + sizeof(float) + sizeof(std::uint32_t);

  gl::Program make_program(const gl::ShaderLibrary& library) const {
    return {gl_,
            library,
            {"draw/points.vert", "draw/points.frag"},
            {{"PARTICLES", ""}, {"COLORS", ""}, {"MAX_POINT_SIZE", max_point_size(gl_)}}};
  }

  void describe_vertices() {
    const auto attribute = [&](GLuint index, GLint size, GLenum type, GLboolean normalized) {
      gl_.VertexArrayAttribFormat(vertices_.name(), index, size, type, normalized, 0);
      gl_.VertexArrayAttribBinding(vertices_.name(), index, index);
      gl_.EnableVertexArrayAttrib(vertices_.name(), index);
    };
    attribute(0, 3, GL_FLOAT, GL_FALSE);
    attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE);
    attribute(3, 1, GL_FLOAT, GL_FALSE);
  }

  bool needs_upload() const { return !uploaded_ || uploaded_version_ != particles_->steps(); }

  /// Positions, radii and colours, one array after the other, into the next slot.
  void upload() {
    slot_ = (slot_ + 1) % MappedRing::slots;
    ring_.wait(slot_);
    std::size_t at = 0;
    const auto append = [&](GLuint index, const auto& array) {
      using Element = typename std::decay_t<decltype(array)>::value_type;
      std::memcpy(ring_.memory(slot_) + at, array.data(), array.size_bytes());
      gl_.VertexArrayVertexBuffer(vertices_.name(), index, ring_.buffer(),
                                  static_cast<GLintptr>(ring_.offset(slot_) + at), sizeof(Element));
      at += array.size_bytes();
    };
    append(0, particles_->positions());
    append(2, particles_->colors());
    append(3, particles_->radii());
    uploaded_version_ = particles_->steps();
    uploaded_ = true;
  }

  const GladGLContext& gl_;
  std::shared_ptr<ParticleSystem> particles_;
  std::size_t count_;
  MappedRing ring_;
  gl::VertexArray vertices_;
  gl::Program program_;
  int slot_ = 0;
  std::uint64_t uploaded_version_ = 0;
  bool uploaded_ = false;
  gl::Buffer positions_;  // for the GPU that sorts or checks
  std::uint64_t copied_version_ = 0;
  bool copied_ = false;
};

}  // namespace

std::unique_ptr<Drawable> make_drawable(const GladGLContext& gl, const gl::ShaderLibrary& library,
                                        std::shared_ptr<ParticleSystem> particles) {
  return std::make_unique<DrawableParticles>(gl, library, std::move(particles));
}

}  // namespace farfirst::app
