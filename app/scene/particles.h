#pragma once
// Fountain and smoke: a deterministic particle system in fixed steps, simulated on the CPU. Same seed and step count,
// same particles, bit for bit, on any machine with IEEE floats: only + - * / and square roots are used, nothing of libm
// whose last bit differs between C libraries.

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "model.h"

namespace farfirst::app {

class ParticleSystem {
 public:
  /// count: 1 .. 1 M (more works, slower). Starts in the steady state: a first picture is never empty.
  ParticleSystem(std::uint32_t count, std::uint32_t seed);
  ~ParticleSystem();

  /// One fixed step of 1/60 s.
  void step();
  std::uint64_t steps() const { return steps_; }

  // One element per particle; the spans stay valid and keep their address until the system is destroyed.
  std::span<const glm::vec3> positions() const { return positions_; }
  std::span<const float> radii() const { return radii_; }            // world units
  std::span<const std::uint32_t> colors() const { return colors_; }  // RGBA8, sRGB, straight alpha
  /// Holds every particle at every time.
  const Bounds& bounds() const { return bounds_; }

 private:
  /// Age and length in steps. A particle that has lived is born again, with new random numbers.
  struct Life {
    std::uint16_t age = 0, length = 1;
    std::uint16_t births = 0, source = 0;
  };

  std::uint16_t source_of(std::size_t i) const;
  void be_born(std::size_t i);
  void paint();

  std::uint32_t seed_ = 0;
  std::uint64_t steps_ = 0;
  std::size_t droplets_ = 0;  // the first so many are water, the rest is smoke
  float scale_ = 1.0f;        // of the radii: where there are more, they are smaller
  std::vector<glm::vec3> positions_, velocities_;
  std::vector<Life> lives_;
  std::vector<float> radii_;
  std::vector<std::uint32_t> colors_;
  std::vector<glm::vec3> wind_;         // on a periodic grid
  std::vector<std::uint32_t> palette_;  // by source and part of the life
  Bounds bounds_;
};

}  // namespace farfirst::app
