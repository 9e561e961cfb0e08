#include "half_turn.h"

#include <array>

#include "parallel.h"

namespace farfirst::app {

namespace {

/// The axes that change the sign of each spherical harmonic: 1 for x, 2 for y, 4 for z (harmonics_along()).
constexpr unsigned odd_axes[16] = {0, 2, 4, 1, 3, 6, 0, 5, 0, 2, 7, 2, 4, 1, 4, 1};

bool changes_sign(unsigned odd, unsigned turned) { return __builtin_popcount(odd & turned) % 2 == 1; }

/// The factors of all harmonics.
std::array<float, 16> harmonic_signs(unsigned turned) {
  std::array<float, 16> signs;
  for (std::size_t k = 0; k < signs.size(); ++k) signs[k] = changes_sign(odd_axes[k], turned) ? -1.0f : 1.0f;
  return signs;
}

glm::vec3 sign_of(Axis axis) {
  glm::vec3 sign(-1.0f);
  sign[static_cast<glm::length_t>(axis)] = 1.0f;
  return sign;
}

}  // namespace

void turn_half(Model& model, Axis axis, std::size_t first, std::size_t last) {
  const glm::vec3 sign = sign_of(axis);
  for (std::size_t i = first; i < last; ++i) model.positions[i] *= sign;
  if (!model.has_splats()) return;
  // The shape turns with its axes; that these are turned within it as well changes nothing, since it has no ends.
  for (std::size_t i = first; i < last; ++i) {
    glm::quat& rotation = model.splats.rotations[i];
    const glm::vec3 part = glm::vec3(rotation.x, rotation.y, rotation.z) * sign;
    rotation = glm::quat(rotation.w, part.x, part.y, part.z);
  }
  const std::array<float, 16> signs = harmonic_signs(7u & ~(1u << static_cast<unsigned>(axis)));
  const std::size_t coefficients = model.splats.coefficients();
  glm::vec3* harmonics = model.splats.harmonics.data() + first * coefficients;
  for (std::size_t i = first; i < last; ++i, harmonics += coefficients)
    for (std::size_t k = 0; k < coefficients; ++k) harmonics[k] *= signs[k];
}

void turn_half(Model& model, Axis axis) {
  const glm::vec3 sign = sign_of(axis);
  for (glm::vec3& normal : model.normals) normal *= sign;
  model.origin *= glm::dvec3(sign);
  in_parallel(model.positions.size(), 1,
              [&](std::size_t first, std::size_t last) { turn_half(model, axis, first, last); });
}

}  // namespace farfirst::app
