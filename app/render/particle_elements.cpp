// Particles, simulated where they are sorted and drawn. The host reads them back when it needs them.

#include "elements.h"
#include "object/context.h"
#include "order/timer.h"
#include "particle_compute.h"
#include "particle_geometry.h"
#include "scene/particles.h"

namespace farfirst::app {

namespace {

class ParticleElements final : public ParticleGeometry {
 public:
  ParticleElements(GpuContext& gpu, std::shared_ptr<ParticleSystem> particles, bool between,
                   const std::optional<ParticleParts>& parts)
      : ParticleGeometry(gpu),
        particles_(std::move(particles)),
        compute_(gpu, particles_->plan(), between, parts),
        timer_(gl_) {}

  std::uint64_t version() const override { return particles_->version(); }
  SceneBounds bounds() const override { return particles_->bounds(); }

  void step(std::uint64_t frame, std::uint32_t steps) override {
    for (std::uint32_t i = 0; i < steps; ++i) particles_->step();
    timer_.begin(frame);
    update();
    timer_.end();
  }
  std::optional<gl::GpuTimer::Time> take_step_time() override { return timer_.take_newest(); }

 protected:
  std::uint32_t slots() const override { return particles_->slots(); }
  ParticleBuffers& buffers() override { return compute_.arrays(); }
  std::size_t array_bytes() const override { return compute_.gpu_bytes(); }

  /// Simulates up to what is drawn.
  void update() override {
    if (simulated_ == version()) return;
    if (compute_.plan() != particles_->plan()) {
      if (compute_.steps() < particles_->planned_since()) compute_.step_to(particles_->planned_since());
      compute_.take(particles_->plan());
    }
    compute_.step_to(particles_->simulated_steps());
    compute_.show(particles_->part());
    simulated_ = version();
  }
  const VertexArrayView& motions(const Look& look) override { return compute_.stretched(look.streak); }

  void update_host_vertices() override {
    update();
    if (!host_.has_vertices(version()))
      read(gl_, buffers().vertices(), host_.vertices_to_fill(slots(), version()).data());
  }
  void update_host_colors() override {
    if (!host_.has_colors(version())) read(gl_, buffers().colors(), host_.colors_to_fill(slots(), version()).data());
  }
  std::span<const glm::vec4> host_motions(const Look& look) override {
    if (!host_.has_motions(version())) read(gl_, compute_.motions(), host_.motions_to_fill(slots(), version()).data());
    return host_.stretched(host_.motions(), *particles_->plan(), look);
  }

 private:
  std::shared_ptr<ParticleSystem> particles_;
  ParticleCompute compute_;
  GlTimer timer_;
  std::optional<std::uint64_t> simulated_;  // the version
};

}  // namespace

std::unique_ptr<GpuGeometry> make_elements(GpuContext& gpu, std::shared_ptr<ParticleSystem> particles, bool between,
                                           const std::optional<ParticleParts>& parts) {
  if (gl::is_software(gpu.gl)) return make_software_elements(gpu, std::move(particles), parts);
  return std::make_unique<ParticleElements>(gpu, std::move(particles), between, parts);
}

}  // namespace farfirst::app
