#include "fountain.h"

#include <array>
#include <string>

namespace farfirst::app {

namespace {

using Vec3 = glm::vec3;

struct Colors {
  Vec3 young, middle, old;  // sRGB
};

PropertyCurve<Vec3> over_life(const Colors& colors) {
  return {.along = ParticleProperty::age, .curve = {{{0, colors.young}, {0.5f, colors.middle}, {1, colors.old}}}};
}

/// Rises quickly, falls slowly.
PropertyCurve<float> faded(float opacity) {
  return {.along = ParticleProperty::age,
          .curve = {{{0, 0.1f * opacity}, {0.075f, opacity}, {0.6f, opacity}, {1, 0.0f}}}};
}

PropertyCurve<float> growing(float from, float to) {
  return {.along = ParticleProperty::age, .curve = {{{0, from}, {1, to}}}};
}

Emitter jet(const std::string& name, const Vec3& place, const Vec3& velocity, float rate, const Colors& colors) {
  const float speed = glm::length(velocity);
  Emitter emitter;
  emitter.name = name;
  emitter.shape = EmitterShape::sphere;
  emitter.position = place;
  emitter.direction = velocity / speed;
  emitter.radius = 0.03f;
  emitter.rate = rate;
  emitter.life = {1.8f, 2.3f};
  emitter.speed = {0.80f * speed, 1.06f * speed};
  emitter.spread = 4.2f;
  emitter.radius_of_particle = {0.0135f, 0.0255f};
  emitter.color = over_life(colors);
  emitter.opacity = faded(0.88f);
  emitter.growth = growing(1, 0.65f);
  emitter.drag = 0.05f;
  return emitter;
}

Emitter vent(const std::string& name, const Vec3& place, float opacity, const Colors& colors) {
  Emitter emitter;
  emitter.name = name;
  emitter.shape = EmitterShape::sphere;
  emitter.position = place;
  emitter.radius = 0.13f;
  emitter.rate = 1380;
  emitter.life = {4.4f, 6.0f};
  emitter.speed = {0.75f, 0.95f};
  emitter.spread = 12;
  emitter.radius_of_particle = {0.024f, 0.044f};
  emitter.color = over_life(colors);
  emitter.opacity = faded(opacity);
  emitter.growth = growing(1, 4.75f);
  emitter.gravity_scale = 0;
  emitter.drag = 3;
  return emitter;
}

Force force(ForceKind kind, const Vec3& vector, const std::vector<std::string>& emitters) {
  Force result;
  result.kind = kind;
  result.vector = vector;
  result.emitters = emitters;
  return result;
}

Force noise(const Vec3& drift, float speed, float scale, const std::vector<std::string>& emitters) {
  Force result = force(ForceKind::curl_noise, drift, emitters);
  result.strength = speed;
  result.scale = scale;
  return result;
}

std::vector<Emitter> jets() {
  // Unit directions 60 degrees apart, written out: cos and sin are not the same in every C library.
  constexpr float s60 = 0.8660254f;
  constexpr std::array<glm::vec2, 6> around = {glm::vec2(1, 0), {0.5f, s60},   {-0.5f, s60},
                                               {-1, 0},         {-0.5f, -s60}, {0.5f, -s60}};
  constexpr std::array<Colors, 3> colors = {
      Colors{Vec3(0.75f, 1.0f, 0.95f), Vec3(0.10f, 0.85f, 0.75f), Vec3(0.05f, 0.45f, 0.60f)},
      Colors{Vec3(0.95f, 0.85f, 1.0f), Vec3(0.68f, 0.40f, 1.0f), Vec3(0.35f, 0.20f, 0.75f)},
      Colors{Vec3(0.80f, 0.92f, 1.0f), Vec3(0.20f, 0.60f, 1.0f), Vec3(0.10f, 0.25f, 0.80f)}};
  std::vector<Emitter> all = {jet("jet in the middle", {0, 0.4f, 0}, {0, 6.45f, 0}, 10800,
                                  {Vec3(1.0f, 1.0f, 1.0f), Vec3(0.55f, 0.88f, 1.0f), Vec3(0.15f, 0.40f, 0.95f)})};
  for (std::size_t i = 0; i < around.size(); ++i) {
    const Vec3 outward(around[i].x, 0, around[i].y);
    all.push_back(jet("jet " + std::to_string(i + 1), Vec3(0, 0.35f, 0) + 0.12f * outward,
                      1.25f * outward + Vec3(0, 4.8f, 0), 3600, colors[i % 3]));
  }
  return all;
}

std::vector<Emitter> vents() {
  return {vent("warm smoke", {-1.35f, 0.05f, 0.35f}, 0.085f,
               {Vec3(1.0f, 0.80f, 0.35f), Vec3(0.95f, 0.40f, 0.35f), Vec3(0.45f, 0.25f, 0.45f)}),
          vent("violet smoke", {1.30f, 0.05f, -0.70f}, 0.085f,
               {Vec3(1.0f, 0.55f, 0.70f), Vec3(0.75f, 0.40f, 0.80f), Vec3(0.35f, 0.32f, 0.60f)}),
          vent("green smoke", {0.80f, 0.05f, 1.25f}, 0.07f,
               {Vec3(0.75f, 0.95f, 0.60f), Vec3(0.45f, 0.75f, 0.60f), Vec3(0.30f, 0.42f, 0.50f)})};
}

}  // namespace

ParticleSystemDescription fountain_with_smoke() {
  ParticleSystemDescription system;
  system.name = "particles";
  system.emitters = jets();
  std::vector<std::string> smoke;
  for (Emitter& emitter : vents()) {
    smoke.push_back(emitter.name);
    system.emitters.push_back(std::move(emitter));
  }
  system.forces = {force(ForceKind::gravity, {0, -9.81f, 0}, {}), force(ForceKind::wind, {0.03f, 0.42f, 0}, smoke),
                   noise({0, 0.12f, 0}, 0.20f, 0.9f, smoke), noise({0, 0.25f, 0}, 0.15f, 0.35f, smoke)};
  Collider& floor = system.colliders.emplace_back();
  floor.bounce = 0.55f;
  floor.friction = 0.35f;
  system.warm_up = 6;
  system.least = {-2.4f, -0.15f, -2.4f};
  system.most = {2.4f, 2.95f, 2.4f};
  return system;
}

}  // namespace farfirst::app
