#include "particle_coloring.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "color_map.h"
#include "particles.h"

namespace farfirst::app {
namespace {

constexpr std::size_t map_knots = 17;

/// The possible range of a curve's parameter (docs/particles.md).
ValueRange possible(ParticleProperty along) {
  constexpr float far = 1e5f;
  if (along == ParticleProperty::height) return {-far, far};
  return {0, along == ParticleProperty::speed ? far : 1.0f};
}

ValueRange range_along(ParticleProperty along, const std::optional<ValueRange>& wanted, const ParticleReach& reach) {
  if (wanted) return *wanted;
  if (along == ParticleProperty::speed) return {0, std::max(reach.fastest, 1e-3f)};
  if (along == ParticleProperty::height && !reach.places.empty())
    return {reach.places.minimum.y, std::max(reach.places.maximum.y, reach.places.minimum.y + 1e-3f)};
  return {0, 1};
}

/// Knots of equal distance from one end of the range to the other, where there can be any.
template <class Value, class At>
PropertyCurve<Value> curve_along(ParticleProperty along, const ValueRange& range, std::size_t count, At at) {
  const ValueRange can_be = possible(along);
  PropertyCurve<Value> result{.along = along, .curve = {}};
  for (std::size_t i = 0; i < count; ++i) {
    const float part = static_cast<float>(i) / static_cast<float>(count - 1);
    const float place = range.least + part * (range.most - range.least);
    if (place >= can_be.least && place <= can_be.most) result.curve.knots.push_back({place, at(part)});
  }
  if (result.curve.knots.empty())
    result.curve.knots.push_back({can_be.least, at(range.least > can_be.most ? 0.0f : 1.0f)});
  return result;
}

glm::vec3 color_of_map(ColorMap map, float part) {
  const std::uint32_t color = color_in(map, part);
  return glm::vec3(color & 255u, color >> 8 & 255u, color >> 16 & 255u) / 255.0f;
}

float largest(const PropertyCurve<float>& curve) {
  float most = curve.curve.knots.empty() ? 1.0f : 0.0f;
  for (const auto& knot : curve.curve.knots) most = std::max(most, knot.value);
  return most;
}

/// From 0 to the largest value so far.
PropertyCurve<float> rising(const PropertyCurve<float>& before, ParticleProperty along, const ValueRange& range) {
  return curve_along<float>(along, range, 2, [most = largest(before)](float part) { return most * part; });
}

}  // namespace

std::optional<ParticleProperty> particle_property(std::string_view name) {
  constexpr std::array<std::string_view, 4> names = {"age", "speed", "height", "random"};
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<ParticleProperty>(found - names.begin());
}

ParticleSystemDescription colored_by(ParticleSystemDescription system, const ParticleMapping& mapping,
                                     const EmitterMeshes& meshes) {
  const auto color = particle_property(mapping.color.name), opacity = particle_property(mapping.opacity.name),
             size = particle_property(mapping.size.name);
  if (!color && !opacity && !size) return system;
  const auto is_measured = [](const std::optional<ParticleProperty>& along, const ParticleMapping::Property& property) {
    return (along == ParticleProperty::speed || along == ParticleProperty::height) && !property.range;
  };
  ParticleReach reach;
  if (is_measured(color, mapping.color) || is_measured(opacity, mapping.opacity) || is_measured(size, mapping.size))
    reach = reach_of(ParticlePlan(system, 1, 1, meshes));
  for (Emitter& emitter : system.emitters) {
    if (color)
      emitter.color = curve_along<glm::vec3>(*color, range_along(*color, mapping.color.range, reach), map_knots,
                                             [&](float part) { return color_of_map(mapping.map, part); });
    if (opacity)
      emitter.opacity = rising(emitter.opacity, *opacity, range_along(*opacity, mapping.opacity.range, reach));
    if (size) emitter.growth = rising(emitter.growth, *size, range_along(*size, mapping.size.range, reach));
  }
  return system;
}

}  // namespace farfirst::app
