// Particles of a sequence of files: uploads the visible files into the buffers that are sorted and drawn.

#include <farfirst/sort.h>

#include <array>
#include <limits>
#include <vector>

#include "elements.h"
#include "host_particles.h"
#include "object/context.h"
#include "particle_buffers.h"
#include "scene/particle_sequence.h"
#include "scene/units.h"
#include "shadow_compute.h"

namespace farfirst::app {

namespace {

class ParticleSequenceElements final : public GpuGeometry {
 public:
  ParticleSequenceElements(GpuContext& gpu, std::shared_ptr<ParticleSequence> sequence,
                           const std::optional<ParticleParts>& parts)
      : gl_(gpu.gl),
        software_(gl::is_software(gl_)),
        sequence_(std::move(sequence)),
        slots_(sequence_->slots()),
        buffers_(gl_, slots_, parts, GL_DYNAMIC_STORAGE_BIT),
        shadows_(gpu) {
    check_limit();
    arrays_ = {buffers_.vertices(), buffers_.colors()};
  }

  Elements elements(Primitive, IndexLayout) override {
    Elements result;
    result.on_gpu = slots_;
    result.bounds = bounds();
    return result;
  }
  Elements host_elements(Primitive, IndexLayout) override {
    host_.show(*sequence_);
    return host_.elements(bounds());
  }
  GpuElements gpu_elements(Primitive, IndexLayout) override {
    upload();
    return {.positions = buffers_.vertices().buffer, .stride = sizeof(StoredVertex)};
  }

  std::uint64_t version() const override { return sequence_->version(); }
  std::size_t max_order_words(IndexLayout) const override { return slots_; }
  SceneBounds bounds() const override { return sequence_->bounds(); }
  std::size_t gpu_bytes() const override { return buffers_.bytes() + shadows_.gpu_bytes(); }
  bool has_gaps() const override { return true; }
  bool is_outgrown() const override { return sequence_->slots() > slots_; }
  void step(std::uint64_t, std::uint32_t steps) override {
    for (std::uint32_t i = 0; i < steps; ++i) sequence_->step();
  }

  DrawnElements drawn(bool, IndexLayout, const Look& look) override {
    upload();
    arrays_[1] = look.self_shadows ? lit(look) : buffers_.colors();
    const ElementVariant variant = particle_variant(look, sequence_->has_velocities());
    const std::span<const VertexArrayView> arrays(arrays_);
    if (variant.kind != ElementKind::streak)
      return {.variant = variant, .footprint = Footprint::sprite, .arrays = arrays.first(2)};
    upload_motions();
    arrays_[2] = buffers_.motions();
    return {.variant = variant, .footprint = Footprint::ellipse, .arrays = arrays};
  }
  void light(const Look& look, bool on_host) override {
    if (!look.self_shadows) return;
    if (on_host)
      host_arrays(false, look);
    else
      lit(look);
  }
  Footprint footprint(bool, const Look& look) const override {
    return particle_footprint(particle_variant(look, sequence_->has_velocities()));
  }
  HostArrays host_arrays(bool, const Look& look) override {
    host_.show(*sequence_);
    if (!draws_streaks(look, sequence_->has_velocities())) return host_.drawn(look, {}, bounds());
    host_.show_motions(*sequence_);
    return host_.drawn(look, host_.motions(), bounds());
  }

 private:
  const VertexArrayView& lit(const Look& look) {
    if (software_) {
      const HostArrays lit = host_arrays(false, look);
      if (std::exchange(lit_, lit.lit) != lit.lit) put(buffers_.lit_colors(), 0, lit.colors);
    } else {
      upload();
      shadows_.light({.vertices = buffers_.vertices(),
                      .colors = buffers_.colors(),
                      .lit = buffers_.lit_colors(),
                      .count = slots_,
                      .version = version(),
                      .bulk = bounds().bulk},
                     look);
    }
    return buffers_.lit_colors();
  }
  void check_limit() const {
    const std::size_t most = gl::largest_block(gl_) / sizeof(StoredVertex);
    if (slots_ > most)
      throw OutOfMemory(sequence_->frame().name + " has " + with_thousands(slots_) + " particles; this driver takes " +
                        with_thousands(most));
  }

  void upload() {
    if (uploaded_ == version()) return;
    if (const ParticleCloud* cloud = sequence_->plain())
      upload(*cloud);
    else
      upload_between();
    uploaded_ = version();
  }

  /// The file as it was read; slots beyond it are invisible.
  void upload(const ParticleCloud& cloud) {
    put(buffers_.vertices(), 0, std::span(cloud.places));
    put(buffers_.colors(), 0, std::span(cloud.colors));
    const std::vector<glm::vec4> rest(slots_ - cloud.size(), glm::vec4(std::numeric_limits<float>::quiet_NaN()));
    put(buffers_.vertices(), cloud.size(), std::span(rest));
  }

  void upload_between() {
    places_.resize(slots_);
    shades_.resize(slots_);
    sequence_->write(reinterpret_cast<std::byte*>(places_.data()), shades_.data());
    put(buffers_.vertices(), 0, std::span<const StoredVertex>(places_));
    put(buffers_.colors(), 0, std::span<const std::uint32_t>(shades_));
  }

  /// Made when streaks are first drawn of them.
  void upload_motions() {
    if (motions_of_ == version()) return;
    host_.show_motions(*sequence_);
    put(buffers_.motions(), 0, host_.motions());
    motions_of_ = version();
  }

  template <class T>
  void put(const VertexArrayView& to, std::size_t first, std::span<const T> values) const {
    write(gl_, to, first * sizeof(T), std::as_bytes(values));
  }

  const GladGLContext& gl_;
  const bool software_;
  std::shared_ptr<ParticleSequence> sequence_;
  const std::uint32_t slots_;
  ParticleBuffers buffers_;
  std::array<VertexArrayView, 3> arrays_;
  std::optional<std::uint64_t> uploaded_, motions_of_;  // the version
  Array<StoredVertex> places_;                          // between two files
  Array<std::uint32_t> shades_;
  std::optional<std::uint64_t> lit_;  // on software renderers, as HostArrays have it
  ShadowCompute shadows_;
  HostParticles host_;  // made on first use
};

}  // namespace

std::unique_ptr<GpuGeometry> make_elements(GpuContext& gpu, std::shared_ptr<ParticleSequence> sequence,
                                           const std::optional<ParticleParts>& parts) {
  return std::make_unique<ParticleSequenceElements>(gpu, std::move(sequence), parts);
}

}  // namespace farfirst::app
