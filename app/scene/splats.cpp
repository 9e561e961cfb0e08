#include "splats.h"

#include <algorithm>

#include "huge_pages.h"
#include "parallel.h"

namespace farfirst::app {

std::size_t Splats::bytes() const {
  return scales.size() * sizeof(scales[0]) + rotations.size() * sizeof(rotations[0]) +
         opacities.size() * sizeof(opacities[0]) + harmonics.size() * sizeof(harmonics[0]);
}

void Splats::reserve(std::size_t count) {
  reserve_large(scales, count);
  reserve_large(rotations, count);
  reserve_large(opacities, count);
  reserve_large(harmonics, count * coefficients());
}

void Splats::resize(std::size_t count) {
  scales.resize(count);
  rotations.resize(count);
  opacities.resize(count);
  harmonics.resize(count * coefficients());
}

std::array<float, 16> harmonics_along(const glm::vec3& direction) {
  const float x = direction.x, y = direction.y, z = direction.z;
  const float xx = x * x, yy = y * y, zz = z * z;
  return {constant_harmonic,
          -0.4886025119029199f * y,
          0.4886025119029199f * z,
          -0.4886025119029199f * x,
          1.0925484305920792f * x * y,
          -1.0925484305920792f * y * z,
          0.31539156525252005f * (2 * zz - xx - yy),
          -1.0925484305920792f * x * z,
          0.5462742152960396f * (xx - yy),
          -0.5900435899266435f * y * (3 * xx - yy),
          2.890611442640554f * x * y * z,
          -0.4570457994644658f * y * (4 * zz - xx - yy),
          0.3731763325901154f * z * (2 * zz - 3 * xx - 3 * yy),
          -0.4570457994644658f * x * (4 * zz - xx - yy),
          1.445305721320277f * z * (xx - yy),
          -0.5900435899266435f * x * (xx - 3 * yy)};
}

std::uint32_t flat_color(const glm::vec3& first_harmonic, float opacity) {
  const auto byte = [](float share) { return static_cast<std::uint32_t>(std::clamp(share, 0.0f, 1.0f) * 255 + 0.5f); };
  const glm::vec3 color = 0.5f + constant_harmonic * first_harmonic;
  return byte(color.r) | byte(color.g) << 8 | byte(color.b) << 16 | byte(opacity) << 24;
}

std::vector<std::uint32_t> flat_colors(const Splats& splats) {
  std::vector<std::uint32_t> colors(splats.count());
  in_parallel(colors.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) colors[i] = flat_color(splats.harmonics_of(i)[0], splats.opacities[i]);
  });
  return colors;
}

}  // namespace farfirst::app
