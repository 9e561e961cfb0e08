#pragma once
// The parts of a particle system, as in its file (docs/particles.md). Lengths are metres, times seconds, angles
// degrees, colours sRGB. How it moves is in particles.h.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <limits>
#include <string>
#include <vector>

namespace farfirst::app {

inline constexpr float particle_step_seconds = 1.0f / 60.0f;

/// The largest numbers of a system: the step reads blocks of this size (particle_blocks.h).
inline constexpr std::size_t most_emitters = 32, most_forces = 16, most_colliders = 16;

/// Each particle has its own value, evenly distributed between these.
struct Range {
  float least = 0;
  float most = 0;
  bool operator==(const Range&) const = default;
};

/// Knots in ascending order, linear between them, constant beyond the ends. Empty: the default of what it is for.
template <class Value>
struct Curve {
  struct Knot {
    float at = 0;
    Value value{};
    bool operator==(const Knot&) const = default;
  };
  std::vector<Knot> knots;
  bool operator==(const Curve&) const = default;
};

/// The parameter of a curve.
enum class ParticleProperty : std::uint8_t {
  age,     // 0 at birth, 1 at death
  speed,   // m/s
  height,  // y
  random   // 0..1, a particle's own
};

template <class Value>
struct PropertyCurve {
  ParticleProperty along = ParticleProperty::age;
  Curve<Value> curve;
  bool operator==(const PropertyCurve&) const = default;
};

enum class EmitterShape : std::uint8_t { point, disc, sphere, box, mesh };

/// When the particles of a parent have children.
enum class ChildBirth : std::uint8_t { alive, death };

struct Emitter {
  std::string name;

  // Where: evenly over the disc, in the ball or box, or over the surface of the mesh.
  EmitterShape shape = EmitterShape::point;
  glm::vec3 position{0.0f};
  glm::vec3 direction{0.0f, 1.0f, 0.0f};  // axis of the cone, normal of the disc
  float radius = 0;                       // of disc and sphere
  float inner_radius = 0;                 // of disc and sphere: none within
  glm::vec3 size{0.0f};                   // edges of the box; of the mesh, the longest edge of its box is size.x
  std::filesystem::path mesh;             // a file beside the system's

  // When.
  float rate = 0;    // births a second; of a child, for each particle of the parent
  float begins = 0;  // seconds from the beginning, warm-up included; of a child, of the age of the parent's particle
  float ends = std::numeric_limits<float>::infinity();
  std::uint32_t burst = 0;  // births at once, from `begins` on; of a child, for each particle of the parent
  float burst_every = 0;    // 0: one burst

  // The parent: an emitter earlier in the list. A child spawns at one of its particles; `position` is relative to it.
  std::string parent;
  ChildBirth when = ChildBirth::alive;  // with death, `burst` children and no others
  float inherit_velocity = 0;           // part of the parent's

  // At birth.
  Range life{1, 1};
  Range speed{0, 0};
  float spread = 0;         // half of the cone's opening; 180 is every direction
  float swirl = 0;          // m/s round the axis through `position`, at a distance of 1 m from it,
  float swirl_falloff = 0;  // and as the power -swirl_falloff of the distance: 0.5 circles a mass in the middle
  Range radius_of_particle{0.02f, 0.02f};

  // Over life.
  PropertyCurve<glm::vec3> color;  // white
  PropertyCurve<float> opacity;    // 1
  PropertyCurve<float> growth;     // factor of the radius; 1

  // The effect of forces.
  float gravity_scale = 1;  // negative rises
  float drag = 0;           // 1/s: how fast they take on the speed of the air
  float noise_scale = 1;    // of curl noise
  float stretch = 0;        // seconds: exposure of their streaks, in place of the look's; 0: the look's

  bool operator==(const Emitter&) const = default;
};

enum class ForceKind : std::uint8_t {
  gravity,     // acceleration `vector`
  wind,        // the air moves with `vector`; particles with drag follow
  curl_noise,  // the air swirls: divergence-free noise of `strength` m/s and `scale` metres, drifting with `vector`
  attractor,   // acceleration `strength` / (d^2 + soft^2) towards `position`; negative repels
  vortex       // the air turns round the axis `vector` through `position`, `strength` m/s at `scale` metres from it
};

struct Force {
  ForceKind kind = ForceKind::gravity;
  glm::vec3 vector{0.0f};
  glm::vec3 position{0.0f};
  float strength = 0;
  float scale = 1;
  float soft = 0.1f;
  std::vector<std::string> emitters;  // whose particles it moves; empty: all
  bool operator==(const Force&) const = default;
};

enum class ColliderShape : std::uint8_t {
  plane,   // through `position`, particles are on the side of `direction`
  sphere,  // they are outside
  box,     // they are outside
  room     // a box with its inside
};

struct Collider {
  ColliderShape shape = ColliderShape::plane;
  glm::vec3 position{0.0f};
  glm::vec3 direction{0.0f, 1.0f, 0.0f};
  float radius = 1;
  glm::vec3 size{1.0f};
  float bounce = 0.5f;    // part of the speed along the normal that is left
  float friction = 0.3f;  // part of the speed along the surface that is lost
  bool kills = false;     // what touches it dies
  bool operator==(const Collider&) const = default;
};

struct ParticleSystemDescription {
  std::string name;
  std::vector<Emitter> emitters;
  std::vector<Force> forces;
  std::vector<Collider> colliders;
  float warm_up = 0;  // seconds simulated before step 0
  /// Holds all particles that matter for the camera; empty: found by what the emitters can reach.
  glm::vec3 least{0.0f}, most{0.0f};
  bool operator==(const ParticleSystemDescription&) const = default;
};

}  // namespace farfirst::app
