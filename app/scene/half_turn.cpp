#include "half_turn.h"

namespace farfirst::app {

namespace {

/// By which axes each spherical harmonic changes its sign: 1 for x, 2 for y, 4 for z (harmonics_along()).
constexpr unsigned odd_axes[16] = {0, 2, 4, 1, 3, 6, 0, 5, 0, 2, 7, 2, 4, 1, 4, 1};

bool changes_sign(unsigned odd, unsigned turned) { return __builtin_popcount(odd & turned) % 2 == 1; }

}  // namespace

void turn_half(Model& model, Axis axis) {
  const auto kept = static_cast<glm::length_t>(axis);
  glm::vec3 sign(-1.0f);
  sign[kept] = 1.0f;
  const unsigned turned = 7u & ~(1u << static_cast<unsigned>(axis));
  for (glm::vec3& position : model.positions) position *= sign;
  for (glm::vec3& normal : model.normals) normal *= sign;
  model.origin *= glm::dvec3(sign);
  // The shape turns with its axes; that these are turned within it as well changes nothing, since it has no ends.
  for (glm::quat& rotation : model.splats.rotations) {
    const glm::vec3 part = glm::vec3(rotation.x, rotation.y, rotation.z) * sign;
    rotation = glm::quat(rotation.w, part.x, part.y, part.z);
  }
  const std::size_t coefficients = model.splats.coefficients();
  for (std::size_t k = 0; k < coefficients; ++k) {
    if (!changes_sign(odd_axes[k], turned)) continue;
    for (std::size_t i = k; i < model.splats.harmonics.size(); i += coefficients)
      model.splats.harmonics[i] = -model.splats.harmonics[i];
  }
}

}  // namespace farfirst::app
