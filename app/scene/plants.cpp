#include "plants.h"

#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "pi.h"

namespace farfirst::app {
namespace {

using Vec2 = glm::vec2;
using Vec3 = glm::vec3;
using Vec4 = glm::vec4;

/// The direction at this angle round the y axis, `climb` above the horizon.
Vec3 toward(float angle, float climb) {
  return {std::cos(climb) * std::cos(angle), std::sin(climb), std::cos(climb) * std::sin(angle)};
}

/// Greens differ from plant to plant.
Paint leaf_paint(Chance& chance, const Vec3& from, const Vec3& to, float opacity) {
  const Vec3 tint(chance.between(-0.05f, 0.08f), chance.between(-0.06f, 0.06f), chance.between(-0.04f, 0.04f));
  return {Vec4(from + tint, opacity), Vec4(to + tint, opacity)};
}

/// The midrib of a leaf at `t` of its length.
struct Midrib {
  Vec3 at, across, up;
};
Midrib midrib(const Blade& shape, float t) {
  const Vec3 down(0, -shape.droop * shape.length * t * t, 0);
  const Vec3 tangent = glm::normalize(shape.direction + Vec3(0, -2.0f * shape.droop * t, 0));
  const Vec3 side = glm::cross(shape.direction, Vec3(0, 1, 0));
  const Vec3 across = glm::dot(side, side) > 1e-6f ? glm::normalize(side) : Vec3(1, 0, 0);
  return {shape.root + t * shape.length * shape.direction + down, across, glm::cross(across, tangent)};
}

/// 0 at both ends and 1 at the widest place.
float outline(const Blade& shape, float t) {
  const float x = t < shape.widest ? t / shape.widest : (1.0f - t) / (1.0f - shape.widest);
  return 0.08f * (1.0f - t) + 0.92f * std::sin(0.5f * pi * x);
}

/// Two rows of leaflets along a bent rachis, as palms and ferns have them.
struct Frond {
  Blade rachis;
  std::uint32_t pairs = 20;
  float leaflet = 0.3f;                 // length of the longest
  float slenderness = 0.12f;            // width over length
  std::uint32_t rows = 4, columns = 2;  // of a leaflet
};
void add_frond(Model& model, const glm::mat4& pose, const Frond& frond, const Paint& paint, Chance& chance) {
  add(model, blade(frond.rachis), pose, paint);
  for (std::uint32_t i = 1; i <= frond.pairs; ++i) {
    const float t = static_cast<float>(i) / (static_cast<float>(frond.pairs) + 0.6f);
    const Midrib here = midrib(frond.rachis, t), next = midrib(frond.rachis, t + 0.01f);
    const Vec3 along = glm::normalize(next.at - here.at);
    const float size = frond.leaflet * std::sin(pi * std::min(0.12f + 0.85f * t, 1.0f));
    for (const float side : {-1.0f, 1.0f}) {
      const Vec3 direction =
          glm::normalize(side * here.across + (0.45f + 0.5f * t) * along + chance.between(0.05f, 0.3f) * here.up);
      const float length = size * chance.between(0.85f, 1.1f);
      add(model,
          blade({.root = here.at,
                 .direction = direction,
                 .length = length,
                 .width = frond.slenderness * length,
                 .droop = 0.35f,
                 .rows = frond.rows,
                 .columns = frond.columns}),
          pose, paint);
    }
  }
}

/// A vine from one point to another, sagging between them.
void add_liana(Model& model, const glm::mat4& pose, const Vec3& from, const Vec3& to, float sag, float radius) {
  const auto curve = [&](float t) {
    return glm::mix(from, to, t) +
           Vec3(0.05f * std::sin(17.0f * t), -4.0f * sag * t * (1.0f - t), 0.05f * std::cos(13.0f * t));
  };
  add(model, sweep(curve, false, {radius, radius}, 1.3f * radius), pose,
      {{0.34f, 0.30f, 0.16f, 0.9f}, {0.30f, 0.40f, 0.18f, 0.9f}});
}

}  // namespace

Surface blade(const Blade& shape) {
  Surface surface;
  const auto rows = static_cast<float>(shape.rows), columns = static_cast<float>(shape.columns);
  for (std::uint32_t i = 0; i <= shape.rows; ++i) {
    const float t = static_cast<float>(i) / rows, half = 0.5f * shape.width * outline(shape, t);
    const Midrib rib = midrib(shape, t);
    const bool tip = i == shape.rows;
    for (std::uint32_t k = 0; k <= (tip ? 0 : shape.columns); ++k) {
      const float u = tip ? 0.0f : 2.0f * static_cast<float>(k) / columns - 1.0f;
      surface.positions.push_back(rib.at + half * (u * rib.across + 2.0f * shape.fold * std::abs(u) * rib.up));
      surface.along.push_back(t);
    }
  }
  const std::uint32_t step = shape.columns + 1;
  for (std::uint32_t i = 0; i < shape.rows; ++i) {
    for (std::uint32_t k = 0; k < shape.columns; ++k) {
      const std::uint32_t a = i * step + k;
      if (i + 1 == shape.rows) {
        surface.triangles.insert(surface.triangles.end(), {a, a + 1, (i + 1) * step});
      } else {
        surface.triangles.insert(surface.triangles.end(), {a, a + 1, a + step, a + 1, a + step + 1, a + step});
      }
    }
  }
  return surface;
}

void add_palm(Model& model, const glm::mat4& pose, Chance& chance) {
  const float height = chance.between(3.6f, 6.2f), lean = chance.between(-0.9f, 0.9f), turn = chance.between(0, 2 * pi);
  const auto trunk = [&](float t) {
    return Vec3(lean * t * t * std::cos(turn), height * t, lean * t * t * std::sin(turn));
  };
  add(model, sweep(trunk, false, {0.13f, 0.13f}, 0.075f), pose,
      {{0.42f, 0.33f, 0.22f, 0.95f}, {0.52f, 0.46f, 0.30f, 0.95f}});
  const Vec3 crown = trunk(0.99f);
  const std::uint32_t fronds = 13;
  for (std::uint32_t i = 0; i < fronds; ++i) {
    const float angle = 2.4f * static_cast<float>(i) + turn, age = static_cast<float>(i) / static_cast<float>(fronds);
    const Paint paint = leaf_paint(chance, {0.16f, 0.40f, 0.12f}, {0.46f, 0.66f, 0.22f}, 0.78f);
    const Blade rachis{.root = crown,
                       .direction = toward(angle, 1.15f - 1.0f * age),
                       .length = chance.between(1.9f, 2.5f),
                       .width = 0.045f,
                       .droop = 0.45f + 0.3f * age,
                       .rows = 40,
                       .columns = 2};
    add_frond(model, pose, {.rachis = rachis, .pairs = 34, .leaflet = 0.66f, .slenderness = 0.085f, .rows = 4}, paint,
              chance);
  }
  for (std::uint32_t i = 0; i < 5; ++i) {
    add(model, sphere(0.10f, 0.03f), glm::translate(pose, crown + 0.17f * toward(1.26f * static_cast<float>(i), -0.5f)),
        {{0.40f, 0.26f, 0.14f, 0.97f}, {0.55f, 0.38f, 0.20f, 0.97f}});
  }
}

void add_tree(Model& model, const glm::mat4& pose, Chance& chance) {
  const float size = chance.between(0.45f, 0.62f), phase = chance.between(0, 2 * pi),
              height = chance.between(8.0f, 10.0f);
  const std::array profile{
      Vec2(0, -0.3f),           Vec2(1.9f * size, -0.28f),         Vec2(1.35f * size, 0.25f),         Vec2(size, 0.9f),
      Vec2(0.85f * size, 2.2f), Vec2(0.78f * size, 0.5f * height), Vec2(0.6f * size, 0.97f * height), Vec2(0, height)};
  const auto buttress = [&](float angle, float at) {
    const float foot = std::exp(-0.9f * std::max(at, 0.0f));
    return 1.0f + 0.42f * foot * std::cos(5.0f * angle + phase) + 0.05f * std::sin(11.0f * angle + 1.5f * at);
  };
  add(model, revolve(profile, 0.13f, buttress), pose, {{0.30f, 0.24f, 0.17f, 0.95f}, {0.40f, 0.37f, 0.27f, 0.95f}});
  for (std::uint32_t i = 0; i < 5; ++i) {
    const float angle = phase + 1.26f * static_cast<float>(i);
    const Vec3 from = size * toward(angle, 0) + Vec3(0, chance.between(4.5f, 7.5f), 0);
    const Vec3 to = chance.between(1.5f, 3.2f) * toward(angle + 0.5f, 0) + Vec3(0, chance.between(2.5f, 6.0f), 0);
    add_liana(model, pose, from, to, chance.between(0.6f, 1.5f), chance.between(0.022f, 0.035f));
  }
  // A climber round the trunk.
  for (std::uint32_t i = 0; i < 90; ++i) {
    const float t = static_cast<float>(i) / 90.0f, angle = phase + 15.0f * t;
    const Vec3 root = (0.95f * size) * toward(angle, 0) + Vec3(0, 0.6f + 5.0f * t, 0);
    const Paint paint = leaf_paint(chance, {0.12f, 0.42f, 0.20f}, {0.42f, 0.74f, 0.34f}, 0.78f);
    add(model,
        blade({.root = root,
               .direction = toward(angle + chance.between(-0.5f, 0.5f), chance.between(-0.2f, 0.7f)),
               .length = chance.between(0.25f, 0.42f),
               .width = 0.2f,
               .droop = 0.6f,
               .rows = 7,
               .columns = 4}),
        pose, paint);
  }
}

void add_fern(Model& model, const glm::mat4& pose, Chance& chance) {
  const float turn = chance.between(0, 2 * pi);
  const std::uint32_t fronds = 8 + chance.below(5);
  for (std::uint32_t i = 0; i < fronds; ++i) {
    const float angle = turn + 2.4f * static_cast<float>(i);
    const Paint paint = leaf_paint(chance, {0.10f, 0.34f, 0.12f}, {0.44f, 0.78f, 0.28f}, 0.74f);
    const Blade rachis{.root = {0, 0.02f, 0},
                       .direction = toward(angle, chance.between(0.75f, 1.2f)),
                       .length = chance.between(0.7f, 1.15f),
                       .width = 0.022f,
                       .droop = chance.between(0.4f, 0.75f),
                       .rows = 16,
                       .columns = 1};
    add_frond(model, pose,
              {.rachis = rachis, .pairs = 17, .leaflet = 0.22f, .slenderness = 0.2f, .rows = 4, .columns = 1}, paint,
              chance);
  }
}

void add_banana(Model& model, const glm::mat4& pose, Chance& chance) {
  const float turn = chance.between(0, 2 * pi);
  const std::uint32_t leaves = 6 + chance.below(3);
  for (std::uint32_t i = 0; i < leaves; ++i) {
    const float angle = turn + 2.4f * static_cast<float>(i), climb = chance.between(0.85f, 1.35f);
    const float stalk = chance.between(0.35f, 0.8f);
    const Vec3 direction = toward(angle, climb);
    const auto line = [&](float t) { return t * stalk * direction; };
    const Paint paint = leaf_paint(chance, {0.14f, 0.44f, 0.18f}, {0.52f, 0.80f, 0.30f}, 0.66f);
    add(model, sweep(line, false, {0.022f, 0.022f}, 0.06f), pose, paint);
    add(model,
        blade({.root = line(0.97f),
               .direction = direction,
               .length = chance.between(0.9f, 1.5f),
               .width = chance.between(0.28f, 0.42f),
               .droop = chance.between(0.45f, 0.8f),
               .fold = 0.25f,
               .widest = 0.45f,
               .rows = 26,
               .columns = 8}),
        pose, paint);
  }
}

void add_flower(Model& model, const glm::mat4& pose, Chance& chance) {
  static constexpr std::array<Vec3, 5> hues{{{0.95f, 0.26f, 0.42f},
                                             {1.0f, 0.60f, 0.14f},
                                             {0.80f, 0.38f, 0.95f},
                                             {0.98f, 0.84f, 0.24f},
                                             {0.96f, 0.96f, 1.0f}}};
  const Vec3 hue = hues[chance.below(hues.size())];
  const float height = chance.between(0.18f, 0.5f), turn = chance.between(0, 2 * pi);
  const auto stem = [&](float t) {
    return Vec3(0.06f * t * t * std::cos(turn), height * t, 0.06f * t * t * std::sin(turn));
  };
  add(model, sweep(stem, false, {0.008f, 0.008f}, 0.02f), pose,
      {{0.18f, 0.45f, 0.16f, 0.9f}, {0.35f, 0.62f, 0.24f, 0.9f}});
  const Vec3 top = stem(1.0f);
  for (std::uint32_t i = 0; i < 7; ++i) {
    const float angle = turn + 2 * pi * static_cast<float>(i) / 7.0f;
    add(model,
        blade({.root = top,
               .direction = toward(angle, 0.5f),
               .length = 0.10f,
               .width = 0.06f,
               .droop = 0.3f,
               .widest = 0.6f,
               .rows = 4,
               .columns = 2}),
        pose, {Vec4(0.6f * hue, 0.8f), Vec4(hue, 0.8f)});
  }
  add(model, sphere(0.02f, 0.012f), glm::translate(pose, top + Vec3(0, 0.012f, 0)),
      {{1.0f, 0.80f, 0.30f, 1.0f}, {1.0f, 0.93f, 0.60f, 1.0f}});
}

void add_grass(Model& model, const glm::mat4& pose, std::uint32_t triangles, Chance& chance) {
  const Paint paint = leaf_paint(chance, {0.14f, 0.36f, 0.10f}, {0.50f, 0.70f, 0.24f}, 0.8f);
  add(model,
      blade({.direction = toward(chance.between(0, 2 * pi), chance.between(0.9f, 1.45f)),
             .length = chance.between(0.10f, 0.42f),
             .width = chance.between(0.014f, 0.026f),
             .droop = chance.between(0.1f, 0.5f),
             .widest = 0.15f,
             .rows = (triangles + 1) / 2,
             .columns = 1}),
      pose, paint);
}

}  // namespace farfirst::app
