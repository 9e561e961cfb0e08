#include "glass.h"

#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <utility>

#include "paint.h"
#include "pi.h"
#include "shapes.h"

namespace farfirst::app {
namespace {

using Vec2 = glm::vec2;
using Vec3 = glm::vec3;

void add_at(Model& model, Surface surface, const Vec3& place, const Paint& glass) {
  add(model, std::move(surface), glm::translate(glm::mat4(1.0f), place), glass);
}

/// The plate below all objects: a lens with a raised rim.
void add_plate(Model& model) {
  const std::array profile{Vec2(0, -0.10f),    Vec2(1.3f, -0.10f), Vec2(2.1f, -0.07f), Vec2(2.50f, 0.05f),
                           Vec2(2.46f, 0.10f), Vec2(2.05f, 0.0f),  Vec2(1.3f, -0.02f), Vec2(0, -0.02f)};
  add(model, revolve(profile, 0.15f), {{0.14f, 0.30f, 0.48f, 0.24f}, {0.34f, 0.56f, 0.74f, 0.20f}});
}

/// A fluted, twisted vase with two stems in it that end in buds.
void add_vase(Model& model) {
  const Vec3 place(-1.45f, 0.02f, -0.35f);
  const std::array profile{Vec2(0, 0),         Vec2(0.30f, 0),     Vec2(0.46f, 0.18f), Vec2(0.60f, 0.62f),
                           Vec2(0.48f, 1.18f), Vec2(0.25f, 1.66f), Vec2(0.27f, 1.92f), Vec2(0.42f, 2.12f),
                           Vec2(0.40f, 2.16f), Vec2(0.21f, 1.93f), Vec2(0.19f, 1.66f), Vec2(0.41f, 1.16f),
                           Vec2(0.53f, 0.62f), Vec2(0.40f, 0.22f), Vec2(0.26f, 0.08f), Vec2(0, 0.08f)};
  const auto flutes = [](float angle, float height) { return 1.0f + 0.05f * std::cos(7.0f * angle + 2.2f * height); };
  add_at(model, revolve(profile, 0.062f, flutes), place, {{1.0f, 0.62f, 0.12f, 0.34f}, {0.98f, 0.34f, 0.16f, 0.32f}});

  for (const float side : {0.0f, pi}) {
    const auto stem = [&](float t) {
      const float angle = side + 2.6f * pi * t;
      const float radius = t < 0.7f ? 0.24f - 0.19f * t / 0.7f : 0.05f + 0.85f * (t - 0.7f);
      const float height = 0.22f + 2.35f * t;
      return Vec3(radius * std::cos(angle), height, radius * std::sin(angle));
    };
    const Paint green{{0.10f, 0.62f, 0.38f, 0.95f}, {0.55f, 0.92f, 0.48f, 0.95f}};
    add_at(model, sweep(stem, false, {0.045f, 0.045f}, 0.05f), place, green);
    const Paint bud = side == 0.0f ? Paint{{0.98f, 0.36f, 0.62f, 0.75f}, {1.0f, 0.62f, 0.80f, 0.75f}}
                                   : Paint{{0.45f, 0.52f, 1.0f, 0.75f}, {0.66f, 0.80f, 1.0f, 0.75f}};
    const Vec3 tip = stem(1.0f) + Vec3(0, 0.17f, 0);
    add_at(model, sphere(0.16f, 0.06f), place + tip, bud);
    add_at(model, sphere(0.075f, 0.045f), place + tip, {{1.0f, 0.9f, 0.5f, 1.0f}, {1.0f, 0.95f, 0.7f, 1.0f}});
  }
}

std::vector<Vec2> bowl_profile(float outer, float inner) {
  constexpr int pieces = 10;
  std::vector<Vec2> profile;
  const auto arc = [&](float radius, int from, int to) {
    for (int i = from; i != to; i += from < to ? 1 : -1) {
      const float angle = 0.5f * pi * (static_cast<float>(i) / pieces - 1.0f);
      profile.push_back(Vec2(0, outer) + radius * Vec2(std::cos(angle), std::sin(angle)));
    }
  };
  arc(outer, 0, pieces + 1);
  profile.push_back(Vec2(0.5f * (outer + inner), outer + 0.04f));
  arc(inner, pieces, -1);
  return profile;
}

/// A bowl with four marbles in it, each with a core.
void add_bowl(Model& model) {
  const Vec3 place(0.18f, 0.0f, 0.72f);
  add_at(model, revolve(bowl_profile(0.85f, 0.78f), 0.085f), place,
         {{0.30f, 0.86f, 0.86f, 0.28f}, {0.55f, 0.95f, 0.92f, 0.24f}});
  const std::array marbles{Paint{{0.93f, 0.20f, 0.30f, 0.80f}, {1.0f, 0.42f, 0.38f, 0.80f}},
                           Paint{{1.0f, 0.70f, 0.12f, 0.80f}, {1.0f, 0.86f, 0.36f, 0.80f}},
                           Paint{{0.35f, 0.30f, 0.95f, 0.80f}, {0.55f, 0.60f, 1.0f, 0.80f}},
                           Paint{{0.16f, 0.75f, 0.40f, 0.80f}, {0.50f, 0.95f, 0.55f, 0.80f}}};
  const Paint core{{1.0f, 0.97f, 0.90f, 1.0f}, {1.0f, 0.97f, 0.90f, 1.0f}};
  for (std::size_t i = 0; i < marbles.size(); ++i) {
    const float angle = 2.0f * pi * static_cast<float>(i) / 3.0f + 0.5f;
    const Vec3 center = i == 3 ? Vec3(0, 0.80f, 0) : Vec3(0.29f * std::cos(angle), 0.40f, 0.29f * std::sin(angle));
    add_at(model, sphere(0.235f, 0.075f), place + center, marbles[i]);
    add_at(model, sphere(0.10f, 0.055f), place + center, core);
  }
}

/// A trefoil knot inside a bubble.
void add_bubble(Model& model) {
  const Vec3 place(1.52f, 0.88f, -0.42f);
  const auto knot = [](float t) {
    const float a = 2.0f * pi * t;
    return 0.20f * Vec3(std::sin(a) + 2.0f * std::sin(2.0f * a), std::cos(a) - 2.0f * std::cos(2.0f * a),
                        -1.5f * std::sin(3.0f * a));
  };
  Surface turned = sweep(knot, true, {0.125f, 0.125f}, 0.075f);
  transform(turned, glm::rotate(glm::translate(glm::mat4(1.0f), place), 0.5f, Vec3(0.3f, 1.0f, 0.1f)));
  add(model, turned, {{0.72f, 0.22f, 0.95f, 0.80f}, {1.0f, 0.35f, 0.66f, 0.80f}});
  add_at(model, sphere(0.85f, 0.10f), place, {{0.70f, 0.80f, 1.0f, 0.26f}, {0.92f, 0.96f, 1.0f, 0.26f}});
}

/// Three rings, each through the next.
void add_chain(Model& model) {
  const std::array glasses{Paint{{0.10f, 0.80f, 0.95f, 0.75f}, {0.10f, 0.80f, 0.95f, 0.75f}},
                           Paint{{1.0f, 0.50f, 0.10f, 0.75f}, {1.0f, 0.50f, 0.10f, 0.75f}},
                           Paint{{0.65f, 0.90f, 0.15f, 0.75f}, {0.65f, 0.90f, 0.15f, 0.75f}}};
  const std::array tilts{0.35f, -0.55f, 0.45f};
  for (std::size_t i = 0; i < glasses.size(); ++i) {
    const auto circle = [](float t) { return 0.34f * Vec3(std::cos(2.0f * pi * t), std::sin(2.0f * pi * t), 0.0f); };
    Surface ring = sweep(circle, true, {0.075f, 0.075f}, 0.06f);
    const Vec3 place = Vec3(-1.25f, 0.42f, 1.45f) + static_cast<float>(i) * Vec3(0.36f, 0.0f, 0.14f);
    glm::mat4 pose = glm::translate(glm::mat4(1.0f), place);
    pose = glm::rotate(pose, i == 1 ? 0.5f * pi + 0.2f : 0.25f, Vec3(1, 0, 0));
    pose = glm::rotate(pose, tilts[i], Vec3(0, 1, 0));
    transform(ring, pose);
    add(model, ring, glasses[i]);
  }
}

/// Three panes of a folding screen at the back.
void add_screen(Model& model) {
  const std::array glasses{Paint{{0.95f, 0.25f, 0.45f, 0.42f}, {1.0f, 0.45f, 0.55f, 0.42f}},
                           Paint{{0.98f, 0.78f, 0.20f, 0.42f}, {1.0f, 0.88f, 0.45f, 0.42f}},
                           Paint{{0.15f, 0.65f, 0.90f, 0.42f}, {0.35f, 0.85f, 0.95f, 0.42f}}};
  const std::array places{Vec3(-0.75f, 1.18f, -1.35f), Vec3(-0.12f, 1.32f, -1.80f), Vec3(0.32f, 1.06f, -1.25f)};
  const std::array turns{0.35f, -0.10f, -0.55f};
  for (std::size_t i = 0; i < glasses.size(); ++i) {
    Surface glass = pane({1.0f, 2.0f * places[i].y - 0.1f, 0.06f}, 0.11f);
    transform(glass, glm::rotate(glm::translate(glm::mat4(1.0f), places[i]), turns[i], Vec3(0, 1, 0)));
    add(model, glass, glasses[i]);
  }
}

/// Three shells, one in the other.
void add_shells(Model& model) {
  const Vec3 place(1.46f, 0.44f, 1.26f);
  add_at(model, sphere(0.42f, 0.085f), place, {{0.35f, 0.85f, 1.0f, 0.30f}, {0.60f, 0.95f, 1.0f, 0.30f}});
  add_at(model, sphere(0.29f, 0.075f), place, {{1.0f, 0.25f, 0.50f, 0.45f}, {1.0f, 0.50f, 0.60f, 0.45f}});
  add_at(model, sphere(0.16f, 0.06f), place, {{1.0f, 0.75f, 0.15f, 1.0f}, {1.0f, 0.90f, 0.45f, 1.0f}});
}

/// A ribbon that winds round the back of the group, from low on the right to high on the left.
void add_ribbon(Model& model) {
  const auto curve = [](float t) {
    const float angle = pi * (0.17f - 1.36f * t);
    const float radius = 2.60f - 0.15f * t;
    const float height = 0.25f + 1.9f * t + 0.12f * std::sin(12.0f * t);
    return Vec3(radius * std::cos(angle), height, radius * std::sin(angle));
  };
  const auto upright = [](float t) { return Vec3(0.45f * std::sin(9.0f * t), 1.0f, 0.45f * std::cos(9.0f * t)); };
  add(model, sweep(curve, false, {0.12f, 0.018f}, 0.08f, upright),
      {{1.0f, 0.45f, 0.75f, 0.60f}, {0.50f, 0.35f, 1.0f, 0.70f}});
}

}  // namespace

Model make_glass_scene() {
  Model model;
  model.name = "glass";
  add_plate(model);
  add_vase(model);
  add_bowl(model);
  add_bubble(model);
  add_chain(model);
  add_shells(model);
  add_screen(model);
  add_ribbon(model);
  compute_normals(model);
  compute_bounds(model);
  return model;
}

}  // namespace farfirst::app
