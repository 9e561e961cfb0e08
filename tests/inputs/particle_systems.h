#pragma once
// Particle systems that exercise all steps of the simulation.

#include "scene/particle_system.h"

namespace farfirst::app {

inline Emitter named(const char* name, EmitterShape shape, float rate) {
  Emitter emitter;
  emitter.name = name;
  emitter.shape = shape;
  emitter.rate = rate;
  emitter.life = {0.2f, 0.9f};
  emitter.speed = {1, 3};
  emitter.spread = 40;
  emitter.radius = 0.5f;
  emitter.size = {1, 0.5f, 2};
  emitter.drag = 0.4f;
  emitter.radius_of_particle = {0.01f, 0.05f};
  emitter.color = {ParticleProperty::speed, {{{0, {1, 0, 0}}, {3, {0, 1, 1}}}}};
  emitter.opacity = {ParticleProperty::random, {{{0, 0.2f}, {1, 0.9f}}}};
  emitter.growth = {ParticleProperty::height, {{{-1, 0.5f}, {0, 1.0f}, {2, 2.0f}}}};
  return emitter;
}

/// A system with everything: shapes, children, forces, colliders, curves along each property.
inline ParticleSystemDescription everything() {
  ParticleSystemDescription system;
  system.emitters = {named("disc", EmitterShape::disc, 300),  named("ball", EmitterShape::sphere, 200),
                     named("box", EmitterShape::box, 150),    named("mesh", EmitterShape::mesh, 150),
                     named("trail", EmitterShape::point, 30), named("sparks", EmitterShape::sphere, 0)};
  auto& emitters = system.emitters;
  emitters[0].swirl = 2;
  emitters[0].swirl_falloff = 0.5f;
  emitters[1].inner_radius = 0.2f;
  emitters[2].burst = 40;
  emitters[2].burst_every = 0.21f;
  emitters[4].parent = "ball";
  emitters[4].inherit_velocity = 0.2f;
  emitters[5].parent = "box";
  emitters[5].when = ChildBirth::death;
  emitters[5].burst = 4;
  emitters[5].inherit_velocity = 0.5f;
  for (const ForceKind kind :
       {ForceKind::gravity, ForceKind::wind, ForceKind::curl_noise, ForceKind::attractor, ForceKind::vortex}) {
    Force& force = system.forces.emplace_back();
    force.kind = kind;
    force.vector = {0.3f, -2, 0.1f};
    force.position = {0.2f, 1, 0.4f};
    force.strength = 0.7f;
    force.scale = 0.6f;
  }
  for (const ColliderShape shape :
       {ColliderShape::plane, ColliderShape::sphere, ColliderShape::box, ColliderShape::room}) {
    Collider& collider = system.colliders.emplace_back();
    collider.shape = shape;
    collider.position = shape == ColliderShape::plane ? glm::vec3(0, -0.6f, 0)
                                                      : glm::vec3(0, shape == ColliderShape::sphere ? 2.0f : 0.0f, 0);
    collider.radius = 0.7f;
    collider.size = shape == ColliderShape::room ? glm::vec3(6) : glm::vec3(0.4f, 0.2f, 0.4f);
  }
  system.least = glm::vec3(-3);
  system.most = glm::vec3(3);
  return system;
}

/// The meshes of the emitter "mesh".
inline std::vector<std::vector<glm::vec3>> its_meshes() {
  return {{}, {}, {}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {2, 0, 1}, {1, 1, 0}}, {}, {}};
}

}  // namespace farfirst::app
