#include "particle_geometry.h"

#include <utility>

#include "object/context.h"

namespace farfirst::app {

ParticleGeometry::ParticleGeometry(GpuContext& gpu) : gl_(gpu.gl) {
  if (!gl::is_software(gl_)) shadows_.emplace(gpu);
}

Elements ParticleGeometry::elements(Primitive, IndexLayout) {
  Elements result;
  result.on_gpu = slots();
  result.bounds = bounds();
  return result;
}

Elements ParticleGeometry::host_elements(Primitive, IndexLayout) {
  update_host_vertices();
  return host_.elements(bounds());
}

GpuElements ParticleGeometry::gpu_elements(Primitive, IndexLayout) {
  update();
  return {.positions = buffers().vertices().buffer, .stride = sizeof(StoredVertex)};
}

DrawnElements ParticleGeometry::drawn(bool, IndexLayout, const Look& look) {
  update();
  const ElementVariant its = variant(look);
  const bool are_streaks = its.kind == ElementKind::streak;
  arrays_ = {buffers().vertices(), look.self_shadows ? lit(look) : buffers().colors()};
  if (are_streaks) arrays_[2] = motions(look);
  return {.variant = its,
          .footprint = particle_footprint(its),
          .arrays = std::span<const VertexArrayView>(arrays_).first(are_streaks ? 3 : 2)};
}

HostArrays ParticleGeometry::host_arrays(bool, const Look& look) {
  update_host_vertices();
  update_host_colors();
  if (!draws_streaks(look, have_motions())) return host_.drawn(look, {}, bounds());
  return host_.drawn(look, host_motions(look), bounds());
}

void ParticleGeometry::light(const Look& look, bool on_host) {
  if (!look.self_shadows) return;
  if (on_host)
    host_arrays(false, look);
  else
    lit(look);
}

const VertexArrayView& ParticleGeometry::lit(const Look& look) {
  ParticleBuffers& arrays = buffers();
  if (shadows_) {
    update();
    shadows_->light({.vertices = arrays.vertices(),
                     .colors = arrays.colors(),
                     .lit = arrays.lit_colors(),
                     .count = slots(),
                     .version = version(),
                     .bulk = bounds().bulk},
                    look);
  } else if (const HostArrays host = host_arrays(false, look); std::exchange(lit_, host.lit) != host.lit) {
    write(gl_, arrays.lit_colors(), 0, std::as_bytes(host.colors));
  }
  return arrays.lit_colors();
}

}  // namespace farfirst::app
