// Particles, simulated where they are sorted and drawn. The host reads them back where somebody there asks for them.

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
  ParticleElements(GpuContext& gpu, std::shared_ptr<ParticleSystem> particles, bool between)
      : gl_(gpu.gl),
        particles_(std::move(particles)),
        compute_(gpu, particles_->plan(), between),
        shadows_(gpu),
        timer_(gl_) {
    const gl::Buffer& vertices = compute_.vertices();
    arrays_ = {VertexArrayView{
                   .array = ElementArray::vertex, .buffer = vertices.name(), .bytes = vertices.bytes(), .words = 4},
               own_colors(),
               {}};
  }

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
    return {.positions = compute_.vertices().name(), .stride = sizeof(StoredVertex)};
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
    arrays_[1] = look.self_shadows ? lit(look) : own_colors();
    const ElementVariant variant = particle_variant(look, /*have_motions=*/true);
    if (variant.kind == ElementKind::streak) {
      const gl::Buffer& motions = compute_.stretched(look.streak);
      arrays_[2] = {.array = ElementArray::motion, .buffer = motions.name(), .bytes = motions.bytes(), .words = 4};
    }
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
  VertexArrayView own_colors() const {
    const gl::Buffer& colors = compute_.colors();
    return {.array = ElementArray::color, .buffer = colors.name(), .bytes = colors.bytes(), .words = 1};
  }
  VertexArrayView lit(const Look& look) {
    simulate();
    return shadows_.lit({.vertices = compute_.vertices().name(),
                         .colors = compute_.colors().name(),
                         .count = particles_->slots(),
                         .version = version(),
                         .bulk = bounds().bulk},
                        look);
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
    if (!host_.has_vertices(version())) read(compute_.vertices(), host_.vertices_to_fill(count(), version()).data());
  }
  void read_colors() {
    if (!host_.has_colors(version())) read(compute_.colors(), host_.colors_to_fill(count(), version()).data());
  }
  void read_motions() {
    if (!host_.has_motions(version())) read(compute_.motions(), host_.motions_to_fill(count(), version()).data());
  }
  void read(const gl::Buffer& from, void* to) const {
    gl_.GetNamedBufferSubData(from.name(), 0, static_cast<GLsizeiptr>(from.bytes()), to);
  }
  std::size_t count() const { return particles_->slots(); }

  const GladGLContext& gl_;
  std::shared_ptr<ParticleSystem> particles_;
  ParticleCompute compute_;
  ShadowCompute shadows_;
  GlTimer timer_;
  std::array<VertexArrayView, 3> arrays_;
  std::optional<std::uint64_t> simulated_;  // the version
  HostParticles host_;                      // as soon as somebody reads them there
};

}  // namespace

std::unique_ptr<GpuGeometry> make_elements(GpuContext& gpu, std::shared_ptr<ParticleSystem> particles, bool between) {
  if (gl::is_software(gpu.gl)) return make_software_elements(gpu.gl, std::move(particles));
  return std::make_unique<ParticleElements>(gpu, std::move(particles), between);
}

}  // namespace farfirst::app
