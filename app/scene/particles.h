#pragma once
// Fountain and smoke: a deterministic particle system in fixed steps, simulated on the CPU. Same seed and step count,
// same particles, bit for bit.

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "scene/model.h"

namespace farfirst::app {

class ParticleSystem {
 public:
  /// count: 1 .. 1 M (more works, slower). Starts in the steady state: a first picture is never empty.
  ParticleSystem(std::uint32_t count, std::uint32_t seed);
  ~ParticleSystem();

  /// One fixed step of 1/60 s.
  void step();
  std::uint64_t steps() const;

  // One element per particle; the spans stay valid and keep their address until the system is destroyed.
  std::span<const glm::vec3> positions() const;
  std::span<const float> radii() const;             // world units
  std::span<const std::uint32_t> colors() const;    // RGBA8, sRGB, straight alpha
  /// Holds every particle at every time.
  const Bounds& bounds() const;

 private:
  std::uint32_t seed_ = 0;
  std::uint64_t steps_ = 0;
  std::vector<glm::vec3> positions_, velocities_;
  std::vector<float> radii_;
  std::vector<std::uint32_t> colors_;
  Bounds bounds_;
};

}  // namespace farfirst::app
