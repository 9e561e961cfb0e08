#pragma once
// Gaussian splats: a shape, an opacity and a colour by direction for each position of a model.
//   B. Kerbl, G. Kopanas, T. Leimkuehler, G. Drettakis: 3D Gaussian Splatting for Real-Time Radiance Field Rendering,
//   2023

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <vector>

#include "unset_array.h"

namespace farfirst::app {

/// The metric that a file asks for.
enum class SplatOrder : std::uint8_t {
  unspecified,
  distance,  // from the eye
  depth      // along the view
};

struct Splats {
  static constexpr int most_degree = 3;

  int degree = 0;            // of the spherical harmonics, 0 to 3
  bool antialiased = false;  // trained with the opacity of small splats reduced (Mip-Splatting)
  SplatOrder order = SplatOrder::unspecified;
  bool complete = false;  // a reader saw that each can be drawn, and gave their model its colours
  // For each splat:
  UnsetArray<glm::vec3> scales;     // standard deviations along its own axes, in world units
  UnsetArray<glm::quat> rotations;  // its own axes in the world; of unit length
  UnsetArray<float> opacities;      // 0..1, in the middle
  UnsetArray<glm::vec3> harmonics;  // coefficients() of them, red, green and blue; the first is the same all round

  bool empty() const { return scales.empty(); }
  std::size_t count() const { return scales.size(); }
  static constexpr std::size_t coefficients_of(int degree) {
    return static_cast<std::size_t>((degree + 1) * (degree + 1));
  }
  std::size_t coefficients() const { return coefficients_of(degree); }
  std::span<const glm::vec3> harmonics_of(std::size_t splat) const {
    return std::span(harmonics).subspan(splat * coefficients(), coefficients());
  }
  std::size_t bytes() const;
  /// Reserves memory for N splats; pages are touched as they arrive.
  void reserve(std::size_t count);
  /// Resizes to N, unset where they are new.
  void resize(std::size_t count);
};

/// The first of the functions below, which is constant: 1 / (2 sqrt(pi)).
inline constexpr float constant_harmonic = 0.28209479177387814f;

/// Real spherical harmonics of a unit vector, with the signs of trained splats; the first N.
std::array<float, 16> harmonics_along(const glm::vec3& direction);
/// The colour without direction, RGBA8 with straight alpha.
std::uint32_t flat_color(const glm::vec3& first_harmonic, float opacity);
std::vector<std::uint32_t> flat_colors(const Splats& splats);

}  // namespace farfirst::app
