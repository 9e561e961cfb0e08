#pragma once
// Particles as geometry, wherever they come from: simulated on the GPU or by the CPU, or read from files.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "elements.h"
#include "host_particles.h"
#include "particle_buffers.h"
#include "shadow_compute.h"

namespace farfirst::app {

class ParticleGeometry : public GpuGeometry {
 public:
  explicit ParticleGeometry(GpuContext& gpu);

  Elements elements(Primitive primitive, IndexLayout layout) override;
  Elements host_elements(Primitive primitive, IndexLayout layout) override;
  GpuElements gpu_elements(Primitive primitive, IndexLayout layout) override;
  std::size_t max_order_words(IndexLayout) const override { return slots(); }
  std::size_t gpu_bytes() const override { return array_bytes() + (shadows_ ? shadows_->gpu_bytes() : 0); }
  bool has_gaps() const override { return true; }
  Footprint footprint(bool, const Look& look) const override { return particle_footprint(variant(look)); }
  DrawnElements drawn(bool triangles, IndexLayout layout, const Look& look) override;
  HostArrays host_arrays(bool triangles, const Look& look) override;
  void light(const Look& look, bool on_host) override;

 protected:
  virtual std::uint32_t slots() const = 0;
  virtual bool have_motions() const { return true; }
  virtual ParticleBuffers& buffers() = 0;
  virtual std::size_t array_bytes() const = 0;  // of OpenGL's memory
  /// Brings vertices and colours in OpenGL's memory to the present moment.
  virtual void update() = 0;
  /// What streaks are drawn by, at that moment.
  virtual const VertexArrayView& motions(const Look& look) = 0;
  // The same in host_:
  virtual void update_host_vertices() = 0;
  virtual void update_host_colors() {}
  virtual std::span<const glm::vec4> host_motions(const Look& look) = 0;

  const GladGLContext& gl_;
  HostParticles host_;  // made on first use

 private:
  ElementVariant variant(const Look& look) const { return particle_variant(look, have_motions()); }
  const VertexArrayView& lit(const Look& look);

  std::array<VertexArrayView, 3> arrays_;
  std::optional<ShadowCompute> shadows_;  // none: the CPU finds them
  std::optional<std::uint64_t> lit_;      // of those in the buffer, as HostArrays have it
};

/// For software renderers: simulated by the CPU.
std::unique_ptr<GpuGeometry> make_software_elements(GpuContext& gpu, std::shared_ptr<ParticleSystem> particles,
                                                    const std::optional<ParticleParts>& parts);

}  // namespace farfirst::app
