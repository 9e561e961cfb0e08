// Particles where the CPU draws, and so simulates them too: this takes a third of the time of a software
// renderer's compute shaders, and sorts and renderers of the CPU read them in place. OpenGL's buffers are
// made and filled on first use.

#include <utility>

#include "order/timer.h"
#include "particle_geometry.h"
#include "scene/particle_simulation.h"
#include "scene/particles.h"

namespace farfirst::app {

namespace {

class SoftwareParticleElements final : public ParticleGeometry {
 public:
  SoftwareParticleElements(GpuContext& gpu, std::shared_ptr<ParticleSystem> particles,
                           const std::optional<ParticleParts>& parts)
      : ParticleGeometry(gpu),
        particles_(std::move(particles)),
        buffers_(gl_, particles_->slots(), parts, GL_DYNAMIC_STORAGE_BIT) {}

  std::uint64_t version() const override { return particles_->version(); }
  SceneBounds bounds() const override { return particles_->bounds(); }

  void step(std::uint64_t frame, std::uint32_t steps) override {
    const Stopwatch stopwatch;
    for (std::uint32_t i = 0; i < steps; ++i) particles_->step();
    particles_->simulated();
    step_time_ = {.milliseconds = stopwatch.milliseconds(), .tag = frame};
  }
  std::optional<gl::GpuTimer::Time> take_step_time() override { return std::exchange(step_time_, std::nullopt); }

 protected:
  std::uint32_t slots() const override { return particles_->slots(); }
  ParticleBuffers& buffers() override { return buffers_; }
  std::size_t array_bytes() const override { return buffers_.bytes(); }

  void update() override {
    if (uploaded_ == version()) return;
    host_.show(*particles_);
    write(gl_, buffers_.vertices(), 0, std::as_bytes(host_.vertices()));
    write(gl_, buffers_.colors(), 0, std::as_bytes(host_.colors()));
    uploaded_ = version();
  }
  const VertexArrayView& motions(const Look& look) override {
    if (motions_of_ != std::pair(version(), look.streak))
      write(gl_, buffers_.motions(), 0, std::as_bytes(host_motions(look)));
    motions_of_ = {version(), look.streak};
    return buffers_.motions();
  }

  void update_host_vertices() override { host_.show(*particles_); }
  std::span<const glm::vec4> host_motions(const Look& look) override { return host_.motions(*particles_, look); }

 private:
  std::shared_ptr<ParticleSystem> particles_;
  ParticleBuffers buffers_;
  std::optional<std::uint64_t> uploaded_;                      // the version
  std::optional<std::pair<std::uint64_t, float>> motions_of_;  // likewise, and the exposure
  std::optional<gl::GpuTimer::Time> step_time_;
};

}  // namespace

std::unique_ptr<GpuGeometry> make_software_elements(GpuContext& gpu, std::shared_ptr<ParticleSystem> particles,
                                                    const std::optional<ParticleParts>& parts) {
  return std::make_unique<SoftwareParticleElements>(gpu, std::move(particles), parts);
}

}  // namespace farfirst::app
