// Particles, simulated where they are sorted and drawn. The host reads them back when it needs them.

#include <array>

#include "elements.h"
#include "host_particles.h"
#include "object/context.h"
#include "order/timer.h"
#include "particle_compute.h"
#include "scene/particles.h"
#include "shadow_compute.h"

namespace farfirst::app {

namespace {

class ParticleElements final : public GpuGeometry {
 public:
  ParticleElements(GpuContext& gpu, std::shared_ptr<ParticleSystem> particles, bool between,
                   const std::optional<ParticleParts>& parts)
      : gl_(gpu.gl),
        particles_(std::move(particles)),
        compute_(gpu, particles_->plan(), between, parts),
        shadows_(gpu),
        timer_(gl_) {}

  Elements elements(Primitive, IndexLayout) override {
    Elements result;
    result.on_gpu = particles_->slots();
    result.bounds = particles_->bounds();
    return result;
  }
  Elements host_elements(Primitive, IndexLayout) override {
    read_vertices();
    return host_.elements(particles_->bounds());
  }
  GpuElements gpu_elements(Primitive, IndexLayout) override {
    simulate();
    return {.positions = compute_.arrays().vertices().buffer, .stride = sizeof(StoredVertex)};
  }

  std::uint64_t version() const override { return particles_->version(); }
  std::size_t max_order_words(IndexLayout) const override { return particles_->slots(); }
  SceneBounds bounds() const override { return particles_->bounds(); }
  std::size_t gpu_bytes() const override { return compute_.gpu_bytes() + shadows_.gpu_bytes(); }
  bool has_gaps() const override { return true; }

  void step(std::uint64_t frame, std::uint32_t steps) override {
    for (std::uint32_t i = 0; i < steps; ++i) particles_->step();
    timer_.begin(frame);
    simulate();
    timer_.end();
  }
  std::optional<gl::GpuTimer::Time> take_step_time() override { return timer_.take_newest(); }

  DrawnElements drawn(bool, IndexLayout, const Look& look) override {
    simulate();
    const ElementVariant variant = particle_variant(look, /*have_motions=*/true);
    arrays_ = {compute_.arrays().vertices(), look.self_shadows ? lit(look) : compute_.arrays().colors()};
    if (variant.kind == ElementKind::streak) arrays_[2] = compute_.stretched(look.streak);
    const std::span<const VertexArrayView> arrays(arrays_);
    return {.variant = variant,
            .footprint = particle_footprint(variant),
            .arrays = arrays.first(variant.kind == ElementKind::streak ? 3 : 2)};
  }
  void light(const Look& look, bool on_host) override {
    if (!look.self_shadows) return;
    if (on_host)
      host_arrays(false, look);
    else
      lit(look);
  }
  Footprint footprint(bool, const Look& look) const override {
    return particle_footprint(particle_variant(look, /*have_motions=*/true));
  }
  HostArrays host_arrays(bool, const Look& look) override {
    read_vertices();
    read_colors();
    if (!draws_streaks(look, /*have_motions=*/true)) return host_.drawn(look, {}, bounds());
    read_motions();
    return host_.drawn(look, host_.stretched(host_.motions(), *particles_->plan(), look), bounds());
  }

 private:
  const VertexArrayView& lit(const Look& look) {
    simulate();
    ParticleBuffers& arrays = compute_.arrays();
    shadows_.light({.vertices = arrays.vertices(),
                    .colors = arrays.colors(),
                    .lit = arrays.lit_colors(),
                    .count = particles_->slots(),
                    .version = version(),
                    .bulk = bounds().bulk},
                   look);
    return arrays.lit_colors();
  }
  /// Up to what is drawn.
  void simulate() {
    if (simulated_ == version()) return;
    if (compute_.plan() != particles_->plan()) {
      if (compute_.steps() < particles_->planned_since()) compute_.step_to(particles_->planned_since());
      compute_.take(particles_->plan());
    }
    compute_.step_to(particles_->simulated_steps());
    compute_.show(particles_->part());
    simulated_ = version();
  }

  void read_vertices() {
    simulate();
    if (!host_.has_vertices(version()))
      read(gl_, compute_.arrays().vertices(), host_.vertices_to_fill(count(), version()).data());
  }
  void read_colors() {
    if (!host_.has_colors(version()))
      read(gl_, compute_.arrays().colors(), host_.colors_to_fill(count(), version()).data());
  }
  void read_motions() {
    if (!host_.has_motions(version())) read(gl_, compute_.motions(), host_.motions_to_fill(count(), version()).data());
  }
  std::size_t count() const { return particles_->slots(); }

  const GladGLContext& gl_;
  std::shared_ptr<ParticleSystem> particles_;
  ParticleCompute compute_;
  ShadowCompute shadows_;
  GlTimer timer_;
  std::array<VertexArrayView, 3> arrays_;
  std::optional<std::uint64_t> simulated_;  // the version
  HostParticles host_;                      // made on first use
};

}  // namespace

std::unique_ptr<GpuGeometry> make_elements(GpuContext& gpu, std::shared_ptr<ParticleSystem> particles, bool between,
                                           const std::optional<ParticleParts>& parts) {
  if (gl::is_software(gpu.gl)) return make_software_elements(gpu.gl, std::move(particles), parts);
  return std::make_unique<ParticleElements>(gpu, std::move(particles), between, parts);
}

}  // namespace farfirst::app
