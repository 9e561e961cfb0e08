// Particles of a sequence of files: uploads the visible files into the buffers that are sorted and drawn.

#include <farfirst/sort.h>

#include <limits>
#include <vector>

#include "object/context.h"
#include "particle_geometry.h"
#include "scene/particle_sequence.h"
#include "scene/units.h"

namespace farfirst::app {

namespace {

class ParticleSequenceElements final : public ParticleGeometry {
 public:
  ParticleSequenceElements(GpuContext& gpu, std::shared_ptr<ParticleSequence> sequence,
                           const std::optional<ParticleParts>& parts)
      : ParticleGeometry(gpu),
        sequence_(std::move(sequence)),
        drawn_(sequence_->drawn()),
        slots_(drawn_.slots()),
        buffers_(gl_, slots_, parts, GL_DYNAMIC_STORAGE_BIT) {
    check_limit();
  }

  std::uint64_t version() const override { return drawn_.version(); }
  SceneBounds bounds() const override { return sequence_->bounds(); }
  bool is_outgrown() const override { return drawn_.slots() > slots_; }
  void step(std::uint64_t, std::uint32_t steps) override {
    for (std::uint32_t i = 0; i < steps; ++i) sequence_->step();
  }

 protected:
  std::uint32_t slots() const override { return slots_; }
  bool have_motions() const override { return drawn_.has_velocities(); }
  ParticleBuffers& buffers() override { return buffers_; }
  std::size_t array_bytes() const override { return buffers_.bytes(); }

  void update() override {
    if (uploaded_ == version()) return;
    if (const ParticleCloud* cloud = drawn_.plain()) {
      upload(*cloud);
    } else {
      host_.show(drawn_);
      put(buffers_.vertices(), 0, host_.vertices());
      put(buffers_.colors(), 0, host_.colors());
    }
    uploaded_ = version();
  }
  const VertexArrayView& motions(const Look& look) override {
    if (motions_of_ != version()) put(buffers_.motions(), 0, host_motions(look));
    motions_of_ = version();
    return buffers_.motions();
  }

  void update_host_vertices() override { host_.show(drawn_); }
  std::span<const glm::vec4> host_motions(const Look&) override { return host_.motions(drawn_); }

 private:
  void check_limit() const {
    const std::size_t most = gl::largest_block(gl_) / sizeof(StoredVertex);
    if (slots_ > most)
      throw OutOfMemory(sequence_->frame().name + " has " + with_thousands(slots_) + " particles; this driver takes " +
                        with_thousands(most));
  }

  /// The file as it was read; slots beyond it are invisible.
  void upload(const ParticleCloud& cloud) {
    put(buffers_.vertices(), 0, std::span(cloud.places));
    put(buffers_.colors(), 0, std::span(cloud.colors));
    const std::vector<glm::vec4> rest(slots_ - cloud.size(), glm::vec4(std::numeric_limits<float>::quiet_NaN()));
    put(buffers_.vertices(), cloud.size(), std::span(rest));
  }

  template <class T>
  void put(const VertexArrayView& to, std::size_t first, std::span<const T> values) const {
    write(gl_, to, first * sizeof(T), std::as_bytes(values));
  }

  const std::shared_ptr<ParticleSequence> sequence_;
  const InterpolatedParticles& drawn_;
  const std::uint32_t slots_;
  ParticleBuffers buffers_;
  std::optional<std::uint64_t> uploaded_, motions_of_;  // the version
};

}  // namespace

std::unique_ptr<GpuGeometry> make_elements(GpuContext& gpu, std::shared_ptr<ParticleSequence> sequence,
                                           const std::optional<ParticleParts>& parts) {
  return std::make_unique<ParticleSequenceElements>(gpu, std::move(sequence), parts);
}

}  // namespace farfirst::app
