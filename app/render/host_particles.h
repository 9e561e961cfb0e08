#pragma once
// Particles of one moment in host memory, for sorts of the CPU and the renderer `cpu`.

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "array.h"
#include "elements.h"
#include "scene/unset_array.h"
#include "self_shadows.h"

namespace farfirst::app {

class InterpolatedParticles;
class ParticlePlan;

class HostParticles {
 public:
  // Versions of the arrays, for callers that hold their content.
  bool has_vertices(std::uint64_t version) const { return vertices_of_ == version; }
  std::span<StoredVertex> vertices_to_fill(std::size_t count, std::uint64_t version);
  bool has_colors(std::uint64_t version) const { return colors_of_ == version; }
  std::span<std::uint32_t> colors_to_fill(std::size_t count, std::uint64_t version);
  bool has_motions(std::uint64_t version) const { return motions_of_ == version; }
  std::span<glm::vec4> motions_to_fill(std::size_t count, std::uint64_t version);
  std::span<const StoredVertex> vertices() const { return vertices_; }
  std::span<const std::uint32_t> colors() const { return all_colors_; }

  std::span<const glm::vec4> motions() const { return motions_; }
  /// The motions that streaks of a system's particles use (ParticlePlan::stretch); they may be the argument
  /// given.
  std::span<const glm::vec4> stretched(std::span<const glm::vec4> motions, const ParticlePlan& plan, const Look& look);

  // Particles on the CPU at the present moment:
  /// Fills vertices and colours, if they have changed. The colours of a system are not copied.
  void show(const ParticleSystem& particles);
  void show(const InterpolatedParticles& particles);
  /// The motions for streaks.
  std::span<const glm::vec4> motions(const ParticleSystem& particles, const Look& look);
  std::span<const glm::vec4> motions(const InterpolatedParticles& particles);

  /// The positions to sort. They stay unchanged when the arrays are filled again.
  Elements elements(const SceneBounds& bounds);
  /// The arrays of particles with these motions; empty: they have none. Lit, if the look has shadows.
  HostArrays drawn(const Look& look, std::span<const glm::vec4> motions, const SceneBounds& bounds);
  std::size_t bytes() const;

 private:
  Array<StoredVertex> vertices_;
  Array<std::uint32_t> colors_;  // none, if others have them
  std::span<const std::uint32_t> all_colors_;
  Array<glm::vec4> motions_, stretched_;
  SelfShadows shadows_;
  std::optional<std::uint64_t> vertices_of_, colors_of_, motions_of_;
  std::shared_ptr<const UnsetArray<glm::vec3>> positions_;  // made when they are first sorted; null: not yet
};

/// Streaks are drawn of particles that move.
bool draws_streaks(const Look& look, bool have_motions);
ElementVariant particle_variant(const Look& look, bool have_motions);
constexpr Footprint particle_footprint(const ElementVariant& variant) {
  return variant.kind == ElementKind::streak ? Footprint::ellipse : Footprint::sprite;
}

}  // namespace farfirst::app
