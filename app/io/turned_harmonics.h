#pragma once
// Spherical harmonics of splats that are turned by any rotation, or mirrored.

#include <glm/glm.hpp>
#include <span>

namespace farfirst::app {

/// Coefficients of one degree mix with each other alone, by integrals over the sphere.
class TurnedHarmonics {
 public:
  /// `turn` is orthogonal.
  explicit TurnedHarmonics(const glm::mat3& turn);
  void apply(std::span<glm::vec3> harmonics, int degree) const;

 private:
  float mix_[16][16] = {};
};

}  // namespace farfirst::app
