#include "splats.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "scene/finite.h"
#include "scene/parallel.h"
#include "scene/units.h"

namespace farfirst::app {

namespace {

/// Without a branch for each number.
bool are_finite(std::span<const glm::vec3> vectors) {
  constexpr std::uint32_t exponent = 0x7f800000u;
  std::uint32_t bad = 0;
  for (const glm::vec3& v : vectors)
    for (int i = 0; i < 3; ++i) bad |= (std::bit_cast<std::uint32_t>(v[i]) & exponent) == exponent ? 1u : 0u;
  return bad == 0;
}

bool is_good(const Splats& splats, std::size_t i) {
  const glm::vec3 scale = splats.scales[i];
  const float opacity = splats.opacities[i];
  return is_finite(scale) && std::min({scale.x, scale.y, scale.z}) >= 0 && opacity >= 0 && opacity <= 1 &&
         are_finite(splats.harmonics_of(i));
}

/// Says how many.
void hide_bad_splats(Model& model) {
  Splats& splats = model.splats;
  std::atomic<std::size_t> hidden = 0;
  in_parallel(splats.count(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (is_good(splats, i)) continue;
      ++hidden;
      splats.scales[i] = glm::vec3(0);
      splats.opacities[i] = 0;
      std::fill_n(splats.harmonics.begin() + static_cast<std::ptrdiff_t>(i * splats.coefficients()),
                  splats.coefficients(), glm::vec3(0));
    }
  });
  if (hidden == 0) return;
  model.remarks.push_back(
      fmt::format("{} a scale, an opacity or a colour that is not finite or not in its range, and {} not drawn.",
                  counted(hidden.load(), "splat has", "splats have"), hidden == 1 ? "is" : "are"));
}

}  // namespace

bool color_good_splats(Model& model, std::size_t first, std::size_t last) {
  const Splats& splats = model.splats;
  for (std::size_t i = first; i < last; ++i)
    if (!is_good(splats, i)) return false;
  for (std::size_t i = first; i < last; ++i)
    model.colors[i] = flat_color(splats.harmonics_of(i)[0], splats.opacities[i]);
  return true;
}

void complete_splats(Model& model) {
  if (model.splats.complete) return;
  hide_bad_splats(model);
  model.colors = flat_colors(model.splats);
}

void turn_from_training(Model& model, std::string_view format) {
  turn_half(model, Axis::x);
  remark_turned(model, format);
}

void remark_turned(Model& model, std::string_view format) {
  model.remarks.push_back(
      fmt::format("Gaussian splats; y is taken to point down, as {} files have it: --flip=x turns them over.", format));
}

}  // namespace farfirst::app
