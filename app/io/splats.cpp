#include "splats.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "load.h"
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

bool is_good(const Model& model, std::size_t i) {
  const Splats& splats = model.splats;
  const glm::vec3 scale = splats.scales[i];
  const glm::quat& rotation = splats.rotations[i];
  const float opacity = splats.opacities[i];
  return is_finite(model.positions[i]) && is_finite(scale) && std::min({scale.x, scale.y, scale.z}) >= 0 &&
         opacity >= 0 && opacity <= 1 && glm::dot(rotation, rotation) > 0.5f && are_finite(splats.harmonics_of(i));
}

std::size_t count_bad_splats(const Model& model) {
  std::atomic<std::size_t> bad = 0;
  in_parallel(model.splats.count(), 1, [&](std::size_t first, std::size_t last) {
    std::size_t here = 0;
    for (std::size_t i = first; i < last; ++i) here += is_good(model, i) ? 0 : 1;
    bad += here;
  });
  return bad;
}

/// The others move up; they keep their order.
void keep_good_splats(Model& model) {
  Splats& splats = model.splats;
  const std::size_t coefficients = splats.coefficients();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < splats.count(); ++i) {
    if (!is_good(model, i)) continue;
    model.positions[kept] = model.positions[i];
    splats.scales[kept] = splats.scales[i];
    splats.rotations[kept] = splats.rotations[i];
    splats.opacities[kept] = splats.opacities[i];
    std::copy_n(splats.harmonics.data() + i * coefficients, coefficients,
                splats.harmonics.data() + kept * coefficients);
    ++kept;
  }
  model.positions.resize(kept);
  splats.scales.resize(kept);
  splats.rotations.resize(kept);
  splats.opacities.resize(kept);
  splats.harmonics.resize(kept * coefficients);
}

void leave_out_bad_splats(Model& model) {
  const std::size_t all = model.splats.count(), bad = count_bad_splats(model);
  if (bad == 0) return;
  constexpr std::string_view cause = "no rotation, or a number that is not finite or not in its range";
  if (bad == all) throw FileError(fmt::format("none of {} can be drawn: {}", counted(all, "splat"), cause));
  keep_good_splats(model);
  model.remarks.push_back(
      fmt::format("{} cannot be drawn ({}) and {} left out.", counted(bad, "splat"), cause, bad == 1 ? "was" : "were"));
}

}  // namespace

bool color_good_splats(Model& model, std::size_t first, std::size_t last) {
  const Splats& splats = model.splats;
  for (std::size_t i = first; i < last; ++i)
    if (!is_good(model, i)) return false;
  for (std::size_t i = first; i < last; ++i)
    model.colors[i] = flat_color(splats.harmonics_of(i)[0], splats.opacities[i]);
  return true;
}

void complete_splats(Model& model) {
  if (model.splats.complete) return;
  leave_out_bad_splats(model);
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
