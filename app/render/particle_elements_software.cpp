// Particles where the CPU draws, and so simulates them too: this takes a third of the time of a software
// renderer's compute shaders, and sorts and renderers of the CPU read them in place. OpenGL's buffers are
// made and filled on first use.

#include <array>
#include <utility>

#include "elements.h"
#include "host_particles.h"
#include "order/timer.h"
#include "particle_buffers.h"
#include "scene/particles.h"

namespace farfirst::app {

namespace {

class SoftwareParticleElements final : public GpuGeometry {
 public:
  SoftwareParticleElements(const GladGLContext& gl, std::shared_ptr<ParticleSystem> particles,
                           const std::optional<ParticleParts>& parts)
      : gl_(gl), particles_(std::move(particles)), buffers_(gl, particles_->slots(), parts, GL_DYNAMIC_STORAGE_BIT) {}

  Elements elements(Primitive, IndexLayout) override {
    Elements result;
    result.on_gpu = particles_->slots();
    result.bounds = particles_->bounds();
    return result;
  }
  Elements host_elements(Primitive, IndexLayout) override { return moment().elements(particles_->bounds()); }
  GpuElements gpu_elements(Primitive, IndexLayout) override {
    upload(buffers_.vertices(), moment().vertices(), vertices_of_, version());
    return {.positions = buffers_.vertices().buffer, .stride = sizeof(StoredVertex)};
  }

  std::uint64_t version() const override { return particles_->version(); }
  std::size_t max_order_words(IndexLayout) const override { return particles_->slots(); }
  SceneBounds bounds() const override { return particles_->bounds(); }
  std::size_t gpu_bytes() const override { return buffers_.bytes(); }
  bool has_gaps() const override { return true; }

  void step(std::uint64_t frame, std::uint32_t steps) override {
    const Stopwatch stopwatch;
    for (std::uint32_t i = 0; i < steps; ++i) particles_->step();
    particles_->simulated();
    step_time_ = {.milliseconds = stopwatch.milliseconds(), .tag = frame};
  }
  std::optional<gl::GpuTimer::Time> take_step_time() override { return std::exchange(step_time_, std::nullopt); }

  DrawnElements drawn(bool, IndexLayout, const Look& look) override {
    upload(buffers_.vertices(), moment().vertices(), vertices_of_, version());
    upload(buffers_.colors(), moment().colors(), colors_of_, version());
    const ElementVariant variant = particle_variant(look, /*have_motions=*/true);
    const bool streaks = variant.kind == ElementKind::streak;
    arrays_ = {buffers_.vertices(), buffers_.colors()};
    if (streaks) {
      if (std::exchange(exposure_, look.streak) != look.streak) motions_of_.reset();
      upload(buffers_.motions(), motions(look), motions_of_, version());
      arrays_[2] = buffers_.motions();
    }
    if (look.self_shadows) {
      const HostArrays lit = host_arrays(false, look);
      upload(buffers_.lit_colors(), lit.colors, lit_, lit.lit);
      arrays_[1] = buffers_.lit_colors();
    }
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
  HostParticles& moment() {
    if (!host_.has_vertices(version())) host_.fill(particles_->simulated().arrays(), particles_->part(), version());
    return host_;
  }
  std::span<const glm::vec4> motions(const Look& look) {
    return host_.stretched(particles_->simulated().arrays().motions, *particles_->plan(), look);
  }
  template <class Value>
  void upload(const VertexArrayView& to, std::span<const Value> from, std::optional<std::uint64_t>& there,
              std::uint64_t wanted) {
    if (std::exchange(there, wanted) != wanted) write(gl_, to, 0, std::as_bytes(from));
  }

  const GladGLContext& gl_;
  std::shared_ptr<ParticleSystem> particles_;
  HostParticles host_;
  ParticleBuffers buffers_;
  std::optional<std::uint64_t> vertices_of_, colors_of_, motions_of_;  // the version
  std::optional<std::uint64_t> lit_;                                   // as HostArrays have it
  float exposure_ = 0;                                                 // of the motions
  std::array<VertexArrayView, 3> arrays_{};
  std::optional<gl::GpuTimer::Time> step_time_;
};

}  // namespace

std::unique_ptr<GpuGeometry> make_software_elements(const GladGLContext& gl, std::shared_ptr<ParticleSystem> particles,
                                                    const std::optional<ParticleParts>& parts) {
  return std::make_unique<SoftwareParticleElements>(gl, std::move(particles), parts);
}

}  // namespace farfirst::app
