#include "splats.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
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

/// The reason why a splat cannot be drawn.
enum Fault : unsigned { no_rotation = 1, not_finite = 2, negative_scale = 4, wrong_opacity = 8 };

/// All of its faults.
unsigned faults_of(const Model& model, std::size_t i) {
  const Splats& splats = model.splats;
  const glm::vec3 scale = splats.scales[i];
  const glm::quat& rotation = splats.rotations[i];
  const float opacity = splats.opacities[i];
  unsigned faults = 0;
  if (!(glm::dot(rotation, rotation) > 0.5f)) faults |= no_rotation;
  if (!is_finite(model.positions[i]) || !is_finite(scale) || !are_finite(splats.harmonics_of(i))) faults |= not_finite;
  if (std::min({scale.x, scale.y, scale.z}) < 0) faults |= negative_scale;
  if (!(opacity >= 0 && opacity <= 1)) faults |= wrong_opacity;
  return faults;
}

bool is_good(const Model& model, std::size_t i) { return faults_of(model, i) == 0; }

struct BadSplats {
  std::size_t count = 0;
  unsigned faults = 0;  // of any of them
};

BadSplats bad_splats_of(const Model& model) {
  std::atomic<std::size_t> count = 0;
  std::atomic<unsigned> all_faults = 0;
  in_parallel(model.splats.count(), 1, [&](std::size_t first, std::size_t last) {
    BadSplats here;
    for (std::size_t i = first; i < last; ++i) {
      const unsigned faults = faults_of(model, i);
      here.count += faults != 0 ? 1 : 0;
      here.faults |= faults;
    }
    count += here.count;
    all_faults |= here.faults;
  });
  return {count, all_faults};
}

std::string names_of(unsigned faults) {
  constexpr std::pair<Fault, std::string_view> names[] = {
      {no_rotation, "no rotation"},
      {not_finite, "a number that is not finite"},
      {negative_scale, "a negative scale, as if it were a logarithm"},
      {wrong_opacity, "an opacity that is not from 0 to 1"}};
  std::string text;
  for (const auto& [fault, name] : names)
    if ((faults & fault) != 0) text += (text.empty() ? "" : ", or ") + std::string(name);
  return text;
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
  splats.resize(kept);
}

void leave_out_bad_splats(Model& model) {
  const std::size_t all = model.splats.count();
  const auto [bad, faults] = bad_splats_of(model);
  if (bad == 0) return;
  const std::string cause = names_of(faults);
  if (bad == all) throw FileError({"none of {} can be drawn: {}", counted(all, "splat"), cause});
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
