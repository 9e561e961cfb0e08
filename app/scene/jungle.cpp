#include "jungle.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "pi.h"
#include "plants.h"
#include "robot.h"

namespace farfirst::app {
namespace {

using Vec2 = glm::vec2;
using Vec3 = glm::vec3;

constexpr Vec2 viewer(0.0f, 8.2f);  // where the camera stands

/// Gentle waves.
float ground_height(const Vec2& at) {
  return 0.22f * std::sin(0.55f * at.x + 0.4f) * std::cos(0.48f * at.y) + 0.07f * std::sin(1.7f * at.x - 1.1f * at.y);
}

Vec3 on_ground(const Vec2& at) { return {at.x, ground_height(at), at.y}; }

/// A pose at this place: turned round the vertical, and scaled.
glm::mat4 pose_at(const Vec2& at, float turn, float size) {
  const glm::mat4 placed = glm::translate(glm::mat4(1.0f), on_ground(at));
  return glm::scale(glm::rotate(placed, turn, Vec3(0, 1, 0)), Vec3(size));
}

void add_ground(Model& model) {
  // A disc of equilateral triangles: rows half a step apart.
  constexpr float edge = 0.16f, row_height = 0.866f * edge;
  const auto half = static_cast<int>(jungle_radius / row_height), wide = static_cast<int>(jungle_radius / edge);
  const auto columns = static_cast<std::uint32_t>(2 * wide + 1);
  Surface surface;
  for (int j = -half; j <= half; ++j) {
    for (int i = -wide; i <= wide; ++i) {
      const Vec2 at(edge * (static_cast<float>(i) + (j % 2 == 0 ? 0.0f : 0.5f)), row_height * static_cast<float>(j));
      surface.positions.push_back(on_ground(at));
      surface.along.push_back(0.5f + 0.25f * std::sin(2.1f * at.x + std::sin(1.3f * at.y)) +
                              0.25f * std::sin(3.1f * at.y));
    }
  }
  const auto inside = [&](std::uint32_t vertex) {
    const Vec3& p = surface.positions[vertex];
    return glm::length(Vec2(p.x, p.z)) < jungle_radius;
  };
  const auto face = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    if (inside(a) && inside(b) && inside(c)) surface.triangles.insert(surface.triangles.end(), {a, b, c});
  };
  for (std::uint32_t j = 0; j + 1 < static_cast<std::uint32_t>(2 * half + 1); ++j) {
    const bool shifted = (static_cast<int>(j) - half) % 2 != 0;
    for (std::uint32_t i = 0; i + 1 < columns; ++i) {
      const std::uint32_t a = j * columns + i, b = a + 1, c = a + columns, d = c + 1;
      face(a, shifted ? d : c, b);
      face(shifted ? a : b, c, d);
    }
  }
  add(model, surface, {{0.20f, 0.17f, 0.10f, 0.97f}, {0.26f, 0.32f, 0.13f, 0.97f}});
}

/// Draws places and keeps them apart from what must stay visible.
class Places {
 public:
  explicit Places(Chance& chance) : chance_(chance) {}
  /// A place between these distances from the middle, `apart` from all that was kept before; or most of
  /// them behind the middle.
  Vec2 keep(float nearest, float furthest, float apart, bool mostly_behind) {
    for (int attempt = 0;; ++attempt) {
      const bool behind = mostly_behind && chance_.below(3) != 0;
      const float angle = behind ? chance_.between(1.0f, 2.0f) * pi : chance_.between(0, 2 * pi);
      const float inner = nearest * nearest, outer = furthest * furthest;
      const Vec2 at = std::sqrt(chance_.between(inner, outer)) * Vec2(std::cos(angle), std::sin(angle));
      if (attempt > 200 || is_free(at, apart)) {
        kept_.push_back(at);
        return at;
      }
    }
  }
  void keep(const Vec2& at) { kept_.push_back(at); }

 private:
  bool is_free(const Vec2& at, float apart) const {
    // Nothing large stands between the viewer and the middle, as wide as a picture is.
    const bool in_sight = at.y > 0 && std::abs(at.x) < 0.8f + 0.8f * std::abs(viewer.y - at.y);
    if (in_sight && apart > 0.6f) return false;
    return std::ranges::none_of(kept_, [&](const Vec2& other) { return glm::distance(at, other) < apart; });
  }
  Chance& chance_;
  std::vector<Vec2> kept_;
};

Vec3 hue(float turn) {  // a rainbow of glass, not too pure
  const auto wave = [&](float shift) { return 0.5f + 0.42f * std::cos(2 * pi * (turn + shift)); };
  return {wave(0.0f), wave(0.67f), wave(0.33f)};
}

/// Two rings round the middle, all looking about; the front of the outer one is open to the viewer.
void add_robots(Model& model, Places& places, Chance& chance) {
  for (std::uint32_t i = 0; i < jungle_robots; ++i) {
    const bool inner = i < 6;
    const float step = static_cast<float>(inner ? i : i - 6);
    const float angle = inner ? 2 * pi * step / 6 + 0.3f : pi * (1.0f + (step - 4.5f) / 4.5f * 0.80f) + 0.5f * pi;
    const float radius = (inner ? 1.75f : 4.1f) + chance.between(-0.25f, 0.35f);
    const Vec2 at = radius * Vec2(std::cos(angle), std::sin(angle)) + Vec2(0, 0.4f);
    places.keep(at);
    const Vec2 to_viewer = viewer - at;
    const float turn = std::atan2(to_viewer.x, to_viewer.y) + chance.between(-0.9f, 0.9f);
    add_robot(model, pose_at(at, turn, chance.between(0.92f, 1.12f)), hue(static_cast<float>(i * 7 % 16) / 16), chance);
  }
}

struct Growth {
  int number;
  float nearest, furthest, apart, size;
  bool mostly_behind = true;
};
template <class Add>
void scatter(Model& model, Places& places, Chance& chance, const Growth& growth, Add add) {
  for (int i = 0; i < growth.number; ++i) {
    const Vec2 at = places.keep(growth.nearest, growth.furthest, growth.apart, growth.mostly_behind);
    const float size = growth.size * chance.between(0.8f, 1.25f);
    add(model, pose_at(at, chance.between(0, 2 * pi), size), chance);
  }
}

/// Small lights in the air.
void add_fireflies(Model& model, Chance& chance) {
  for (int i = 0; i < 90; ++i) {
    const float angle = chance.between(0, 2 * pi), radius = chance.between(0.5f, 5.5f);
    const Vec3 at(radius * std::cos(angle), chance.between(0.5f, 3.4f), radius * std::sin(angle));
    add(model, sphere(0.022f, 0.014f), glm::translate(glm::mat4(1.0f), at),
        {{1.0f, 0.95f, 0.45f, 1.0f}, {1.0f, 1.0f, 0.80f, 1.0f}});
    add(model, sphere(0.06f, 0.03f), glm::translate(glm::mat4(1.0f), at),
        {{0.95f, 0.90f, 0.35f, 0.16f}, {1.0f, 0.95f, 0.60f, 0.16f}});
  }
}

/// Grass grows in tufts and uses up the remaining triangles, to the last one.
void add_grass_until(Model& model, std::uint32_t triangles, Chance& chance) {
  constexpr std::uint32_t of_a_blade = 7;
  const auto left = [&] { return triangles - static_cast<std::uint32_t>(model.triangle_count()); };
  while (left() > 0) {
    const float angle = chance.between(0, 2 * pi), radius = 10.5f * std::sqrt(chance.between(0, 1));
    const Vec2 at = radius * Vec2(std::cos(angle), std::sin(angle));
    const float size = chance.between(0.7f, 1.5f);
    for (std::uint32_t blades = 5 + chance.below(7); blades > 0 && left() > 0; --blades) {
      const Vec2 apart(chance.between(-0.07f, 0.07f), chance.between(-0.07f, 0.07f));
      add_grass(model, pose_at(at + apart, 0, size), left() < of_a_blade ? 1 : of_a_blade, chance);
    }
  }
}

}  // namespace

Model make_jungle_scene() {
  Model model;
  model.name = "jungle";
  Chance chance(2008);
  Places places(chance);
  add_ground(model);
  add_robots(model, places, chance);
  scatter(model, places, chance, {7, 6.8f, 11.5f, 2.4f, 1.0f}, add_tree);
  scatter(model, places, chance, {20, 5.4f, 12.0f, 1.35f, 1.0f}, add_palm);
  scatter(model, places, chance, {34, 5.0f, 11.0f, 0.8f, 1.9f}, add_banana);
  scatter(model, places, chance, {12, 2.6f, 6.0f, 0.8f, 0.9f}, add_banana);
  scatter(model, places, chance, {95, 2.4f, 9.0f, 0.55f, 1.1f}, add_fern);
  scatter(model, places, chance, {100, 0.5f, 7.0f, 0.22f, 1.0f, false}, add_flower);
  add_fireflies(model, chance);
  add_grass_until(model, jungle_triangles, chance);
  compute_normals(model);
  compute_bounds(model);
  return model;
}

}  // namespace farfirst::app
