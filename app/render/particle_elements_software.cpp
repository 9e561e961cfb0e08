// Particles where the CPU draws, and so simulates them too: it does so in a third of the time that a software
// renderer's compute shaders take, and sorts and renderers of the CPU read them where they are. OpenGL's buffers are
// made and filled when somebody reads those.

#include <array>
#include <utility>

#include "elements.h"
#include "host_particles.h"
#include "lit_colors.h"
#include "object/buffer.h"
#include "order/timer.h"
#include "scene/particles.h"

namespace farfirst::app {

namespace {

class SoftwareParticleElements final : public GpuGeometry {
 public:
  SoftwareParticleElements(const GladGLContext& gl, std::shared_ptr<ParticleSystem> particles)
      : gl_(gl), particles_(std::move(particles)) {}

  Elements elements(Primitive, IndexLayout) override {
    Elements result;
    result.on_gpu = particles_->slots();
    result.bounds = particles_->bounds();
    return result;
  }
  Elements host_elements(Primitive, IndexLayout) override { return moment().elements(particles_->bounds()); }
  GpuElements gpu_elements(Primitive, IndexLayout) override {
    upload(vertices_, moment().vertices());
    return {.positions = vertices_.buffer.name(), .stride = sizeof(StoredVertex)};
  }

  std::uint64_t version() const override { return particles_->version(); }
  std::size_t max_order_words(IndexLayout) const override { return particles_->slots(); }
  SceneBounds bounds() const override { return particles_->bounds(); }
  std::size_t gpu_bytes() const override {
    return vertices_.buffer.bytes() + colors_.buffer.bytes() + motions_.buffer.bytes() + lit_.bytes();
  }
  bool has_gaps() const override { return true; }

  void step(std::uint64_t frame, std::uint32_t steps) override {
    const Stopwatch stopwatch;
    for (std::uint32_t i = 0; i < steps; ++i) particles_->step();
    particles_->simulated();
    step_time_ = {.milliseconds = stopwatch.milliseconds(), .tag = frame};
  }
  std::optional<gl::GpuTimer::Time> take_step_time() override { return std::exchange(step_time_, std::nullopt); }

  DrawnElements drawn(bool, IndexLayout, const Look& look) override {
    upload(vertices_, moment().vertices());
    upload(colors_, moment().colors());
    const ElementVariant variant = particle_variant(look, /*have_motions=*/true);
    const bool streaks = variant.kind == ElementKind::streak;
    if (streaks) {
      if (std::exchange(exposure_, look.streak) != look.streak) motions_.version.reset();
      upload(motions_, motions(look));
    }
    arrays_ = {
        VertexArrayView{.array = ElementArray::vertex,
                        .buffer = vertices_.buffer.name(),
                        .bytes = vertices_.buffer.bytes(),
                        .words = 4},
        VertexArrayView{
            .array = ElementArray::color, .buffer = colors_.buffer.name(), .bytes = colors_.buffer.bytes(), .words = 1},
        VertexArrayView{.array = ElementArray::motion,
                        .buffer = motions_.buffer.name(),
                        .bytes = motions_.buffer.bytes(),
                        .words = 4}};
    if (look.self_shadows) arrays_[1] = lit_.upload(gl_, host_arrays(false, look));
    return {.variant = variant,
            .footprint = particle_footprint(variant),
            .arrays = std::span<const VertexArrayView>(arrays_).first(streaks ? 3 : 2)};
  }
  void light(const Look& look, bool) override {
    if (look.self_shadows) host_arrays(false, look);
  }
  Footprint footprint(bool, const Look& look) const override {
    return particle_footprint(particle_variant(look, /*have_motions=*/true));
  }
  HostArrays host_arrays(bool, const Look& look) override { return moment().drawn(look, motions(look), bounds()); }

 private:
  struct Uploaded {
    gl::Buffer buffer;
    std::optional<std::uint64_t> version;
  };

  HostParticles& moment() {
    if (!host_.has_vertices(version())) host_.fill(particles_->simulated().arrays(), particles_->part(), version());
    return host_;
  }
  std::span<const glm::vec4> motions(const Look& look) {
    return host_.stretched(particles_->simulated().arrays().motions, *particles_->plan(), look);
  }
  template <class Value>
  void upload(Uploaded& to, std::span<const Value> from) {
    if (to.version == version()) return;
    if (!to.buffer) to.buffer = gl::Buffer(gl_, from.size_bytes(), nullptr, GL_DYNAMIC_STORAGE_BIT);
    gl::write(gl_, to.buffer, 0, std::as_bytes(from));
    to.version = version();
  }

  const GladGLContext& gl_;
  std::shared_ptr<ParticleSystem> particles_;
  HostParticles host_;
  Uploaded vertices_, colors_, motions_;
  float exposure_ = 0;  // of what is in motions_
  LitColors lit_;
  std::array<VertexArrayView, 3> arrays_{};
  std::optional<gl::GpuTimer::Time> step_time_;
};

}  // namespace

std::unique_ptr<GpuGeometry> make_software_elements(const GladGLContext& gl,
                                                    std::shared_ptr<ParticleSystem> particles) {
  return std::make_unique<SoftwareParticleElements>(gl, std::move(particles));
}

}  // namespace farfirst::app
