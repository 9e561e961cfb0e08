#pragma once
// Particles of one moment in host memory, as sorts of the CPU and the renderer `cpu` read them.

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "array.h"
#include "elements.h"

namespace farfirst::app {

struct ParticleArrays;

class HostParticles {
 public:
  // The arrays, of a version, for whoever has what is in them.
  bool has_vertices(std::uint64_t version) const { return vertices_of_ == version; }
  std::span<StoredVertex> vertices_to_fill(std::size_t count, std::uint64_t version);
  bool has_colors(std::uint64_t version) const { return colors_of_ == version; }
  std::span<std::uint32_t> colors_to_fill(std::size_t count, std::uint64_t version);
  /// Both, from what the CPU has simulated; so much of the last step having passed.
  void fill(const ParticleArrays& arrays, float part, std::uint64_t version);
  std::span<const StoredVertex> vertices() const { return vertices_; }
  std::span<const std::uint32_t> colors() const { return colors_; }

  /// Fills them with what is drawn of a sequence, if that has changed.
  void show(const ParticleSequence& sequence);

  /// What is sorted. It stays what it is when the arrays are filled anew.
  Elements elements(const Bounds& bounds);
  HostArrays drawn(const Look& look) const;
  std::size_t bytes() const;

 private:
  Array<StoredVertex> vertices_;
  Array<std::uint32_t> colors_;
  std::optional<std::uint64_t> vertices_of_, colors_of_;
  std::shared_ptr<const std::vector<glm::vec3>> positions_;  // as soon as somebody sorts them; null: not yet
};

ElementVariant particle_variant(const Look& look);

/// For software renderers: simulated by the CPU.
std::unique_ptr<SceneElements> make_software_elements(const GladGLContext& gl,
                                                      std::shared_ptr<ParticleSystem> particles);

}  // namespace farfirst::app
