#include "particle_emitters.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model.h"

namespace farfirst::app {

namespace {

// Uses + - * / alone: functions of C libraries differ in their last bit.

double exponential(double x) {
  double term = 1, sum = 1;
  const double small = x / 1024;
  for (int i = 1; i < 8; ++i) sum += term *= small / i;
  for (int i = 0; i < 10; ++i) sum *= sum;
  return sum;
}

double cosine_of_degrees(double degrees) {
  const double x = degrees * std::numbers::pi / 180;
  double term = 1, sum = 1;
  for (int i = 1; i < 14; ++i) sum += term *= -x * x / ((2 * i - 1) * (2 * i));
  return std::clamp(sum, -1.0, 1.0);
}

glm::vec3 unit(const glm::vec3& v) {
  const float square = glm::dot(v, v);
  return square > 0 ? v / std::sqrt(square) : glm::vec3(0, 1, 0);
}

float steps(float seconds) { return seconds * static_cast<float>(particle_steps_a_second); }

void set_place(const Emitter& emitter, simulate::ParticleEmitter& block) {
  block.position = emitter.position;
  block.shape = static_cast<glm::uint>(emitter.shape);
  block.direction = unit(emitter.direction);
  const glm::vec3 aside = std::abs(block.direction.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
  block.across = unit(glm::cross(aside, block.direction));
  block.above = glm::cross(block.direction, block.across);
  block.radius = emitter.radius;
  block.inner_radius = std::min(emitter.inner_radius, emitter.radius);
  block.size = emitter.size;
}

void set_birth(const Emitter& emitter, simulate::ParticleEmitter& block, double size) {
  const auto grown = static_cast<float>(size);
  block.spread = static_cast<float>(cosine_of_degrees(emitter.spread));
  block.swirl = emitter.swirl;
  block.swirl_falloff = emitter.swirl_falloff;
  block.life = steps(emitter.life.least);
  block.life_more = steps(emitter.life.most) - block.life;
  block.speed = emitter.speed.least;
  block.speed_more = emitter.speed.most - emitter.speed.least;
  block.size_least = grown * emitter.radius_of_particle.least;
  block.size_more = grown * emitter.radius_of_particle.most - block.size_least;
  block.inherit_velocity = emitter.inherit_velocity;
}

void set_motion(const Emitter& emitter, simulate::ParticleEmitter& block) {
  constexpr double step = 1 / particle_steps_a_second;
  const double drag = emitter.drag, decay = exponential(-drag * step);
  block.gravity_scale = emitter.gravity_scale;
  block.drag = emitter.drag;
  block.decay = static_cast<float>(decay);
  block.gain = static_cast<float>(drag > 1e-6 ? (1 - decay) / drag : step);
  block.noise_scale = emitter.noise_scale;
}

template <class Value>
Value value_at(const Curve<Value>& curve, float at, const Value& otherwise) {
  const auto& knots = curve.knots;
  if (knots.empty()) return otherwise;
  const auto next = std::ranges::upper_bound(knots, at, {}, &Curve<Value>::Knot::at);
  if (next == knots.begin()) return next->value;
  const auto last = std::prev(next);
  if (next == knots.end()) return last->value;
  return glm::mix(last->value, next->value, (at - last->at) / (next->at - last->at));
}

/// The table goes from the first knot to the last.
template <class Value>
simulate::ParticleCurve range_of(const PropertyCurve<Value>& along) {
  simulate::ParticleCurve result{};
  result.along = static_cast<glm::uint>(along.along);
  const auto& knots = along.curve.knots;
  if (knots.size() < 2 || !(knots.back().at > knots.front().at)) return result;
  result.from = knots.front().at;
  result.scale = 1 / (knots.back().at - knots.front().at);
  return result;
}

/// The curve's parameter of an entry of the table.
template <class Value>
float place_of(std::size_t entry, const Curve<Value>& curve) {
  if (curve.knots.empty()) return 0;
  const float part = static_cast<float>(entry) / static_cast<float>(simulate::table_entries - 1);
  return glm::mix(curve.knots.front().at, curve.knots.back().at, part);
}

}  // namespace

std::uint32_t particle_hash(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

simulate::ParticleEmitter emitter_block(const Emitter& emitter, std::uint32_t seed, double size) {
  simulate::ParticleEmitter block{};
  set_place(emitter, block);
  set_birth(emitter, block, size);
  set_motion(emitter, block);
  block.seed = seed;
  return block;
}

void add_curves(const Emitter& emitter, simulate::ParticleEmitter& block, std::vector<glm::vec4>& curves) {
  block.table = static_cast<glm::uint>(curves.size());
  block.color = range_of(emitter.color);
  block.opacity = range_of(emitter.opacity);
  block.growth = range_of(emitter.growth);
  if (block.color.scale == 0) block.color = block.opacity;  // one colour, wherever it is read
  const simulate::ParticleCurve &a = block.color, &b = block.opacity;
  block.one_place = b.scale == 0 || (a.along == b.along && a.from == b.from && a.scale == b.scale) ? 1 : 0;
  block.grows = emitter.growth.curve.knots.empty() ? 0 : 1;
  const Curve<glm::vec3>& color = emitter.color.curve;
  const Curve<float>&opacity = emitter.opacity.curve, &growth = emitter.growth.curve;
  for (std::size_t i = 0; i < simulate::table_entries; ++i)
    curves.emplace_back(value_at(color, place_of(i, color), glm::vec3(1)),
                        value_at(opacity, place_of(i, opacity), 1.0f));
  for (std::size_t i = 0; i < simulate::table_entries; ++i)
    curves.emplace_back(value_at(growth, place_of(i, growth), 1.0f), 0, 0, 0);
}

void add_triangles(const Emitter& emitter, std::span<const glm::vec3> corners, simulate::ParticleEmitter& block,
                   std::vector<glm::vec4>& triangles) {
  block.first_triangle = static_cast<glm::uint>(triangles.size());
  block.triangles = static_cast<glm::uint>(corners.size() / 3);
  Bounds box;
  for (const glm::vec3& corner : corners) box.add(corner);
  const glm::vec3 edges = box.maximum - box.minimum, middle = box.center();
  const float longest = std::max({edges.x, edges.y, edges.z});
  const float scale = emitter.size.x > 0 && longest > 0 ? emitter.size.x / longest : 1.0f;
  std::vector<double> up_to;
  double sum = 0;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    const glm::dvec3 a(corners[i]), normal = glm::cross(glm::dvec3(corners[i + 1]) - a, glm::dvec3(corners[i + 2]) - a);
    up_to.push_back(sum += std::sqrt(glm::dot(normal, normal)));
  }
  for (std::size_t i = 0; i < 3 * up_to.size(); ++i) {
    const double share = sum > 0 ? up_to[i / 3] / sum : 1;
    triangles.emplace_back(scale * (corners[i] - middle), i % 3 == 0 ? static_cast<float>(share) : 0.0f);
  }
}

}  // namespace farfirst::app
