#include "host_particles.h"

#include <bit>
#include <limits>

#include "scene/interpolated_particles.h"
#include "scene/parallel.h"
#include "scene/particle_blocks.h"
#include "scene/particle_simulation.h"
#include "scene/particles.h"

namespace farfirst::app {

std::span<StoredVertex> HostParticles::vertices_to_fill(std::size_t count, std::uint64_t version) {
  vertices_.resize(count);
  vertices_of_ = version;
  positions_.reset();
  return vertices_;
}

std::span<std::uint32_t> HostParticles::colors_to_fill(std::size_t count, std::uint64_t version) {
  colors_.resize(count);
  all_colors_ = colors_;
  colors_of_ = version;
  return colors_;
}

std::span<glm::vec4> HostParticles::motions_to_fill(std::size_t count, std::uint64_t version) {
  motions_.resize(count);
  motions_of_ = version;
  return motions_;
}

void HostParticles::show(const ParticleSystem& particles) {
  if (has_vertices(particles.version())) return;
  const ParticleArrays& arrays = particles.simulated().arrays();
  const std::size_t count = arrays.places.size();
  const std::span<StoredVertex> vertices = vertices_to_fill(count, particles.version());
  const float ago = 1 - particles.part();  // as shaders/simulate/between.comp
  in_parallel(count, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const glm::vec4 &place = arrays.places[i], &motion = arrays.motions[i];
      vertices[i] = {glm::vec3(place) - ago * simulate::step_seconds * glm::vec3(motion),
                     std::bit_cast<std::uint32_t>(place.w)};
      if (motion.w <= ago) vertices[i].position.x = std::numeric_limits<float>::quiet_NaN();
    }
  });
  all_colors_ = arrays.colors;
  colors_of_ = particles.version();
}

void HostParticles::show(const InterpolatedParticles& particles) {
  if (has_vertices(particles.version())) return;
  const std::span<StoredVertex> vertices = vertices_to_fill(particles.slots(), particles.version());
  const std::span<std::uint32_t> colors = colors_to_fill(particles.slots(), particles.version());
  particles.write(std::as_writable_bytes(vertices).data(), colors.data());
}

std::span<const glm::vec4> HostParticles::motions(const ParticleSystem& particles, const Look& look) {
  return stretched(particles.simulated().arrays().motions, *particles.plan(), look);
}

std::span<const glm::vec4> HostParticles::motions(const InterpolatedParticles& particles) {
  if (!has_motions(particles.version()))
    particles.write_motions(motions_to_fill(particles.slots(), particles.version()));
  return motions_;
}

std::span<const glm::vec4> HostParticles::stretched(std::span<const glm::vec4> motions, const ParticlePlan& plan,
                                                    const Look& look) {
  if (!plan.stretches() || !draws_streaks(look, /*have_motions=*/true)) return motions;
  stretched_.resize(motions.size());
  for (std::size_t k = 0; k < plan.emitters().size(); ++k) {
    const glm::vec4 factor(glm::vec3(plan.stretch(k, look.streak)), 1);
    const std::size_t begins = plan.emitters()[k].first;
    in_parallel(plan.emitters()[k].slots, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = begins + first; i < begins + last; ++i) stretched_[i] = factor * motions[i];
    });
  }
  return stretched_;
}

Elements HostParticles::elements(const SceneBounds& bounds) {
  if (!positions_) {
    auto positions = std::make_shared<UnsetArray<glm::vec3>>(vertices_.size());
    in_parallel(vertices_.size(), 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) (*positions)[i] = vertices_[i].position;
    });
    positions_ = std::move(positions);
  }
  Elements result;
  result.owner = positions_;
  result.positions = *positions_;
  result.bounds = bounds;
  return result;
}

HostArrays HostParticles::drawn(const Look& look, std::span<const glm::vec4> motions, const SceneBounds& bounds) {
  const ElementVariant variant = particle_variant(look, !motions.empty());
  HostArrays result{.variant = variant,
                    .vertices = vertices_,
                    .colors = all_colors_,
                    .motions = variant.kind == ElementKind::streak ? motions : std::span<const glm::vec4>()};
  if (!look.self_shadows) return result;
  result.colors = shadows_.lit(vertices_of_.value_or(0), elements(bounds), vertices_, all_colors_, look);
  result.lit = shadows_.number();
  return result;
}

std::size_t HostParticles::bytes() const {
  return vertices_.capacity() * sizeof(StoredVertex) + colors_.capacity() * sizeof(std::uint32_t) + shadows_.bytes() +
         (motions_.capacity() + stretched_.capacity()) * sizeof(glm::vec4) +
         (positions_ ? positions_->capacity() * sizeof(glm::vec3) : 0);
}

bool draws_streaks(const Look& look, bool have_motions) {
  return have_motions && look.particle_style == ParticleStyle::streak;
}

ElementVariant particle_variant(const Look& look, bool have_motions) {
  return {.kind = draws_streaks(look, have_motions) ? ElementKind::streak : ElementKind::particle,
          .encoded = look.blend_space == BlendSpace::encoded,
          .spheres = look.particle_style == ParticleStyle::sphere};
}

}  // namespace farfirst::app
