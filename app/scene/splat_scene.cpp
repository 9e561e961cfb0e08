#include "splat_scene.h"

#include <algorithm>
#include <cmath>

#include "chance.h"
#include "pi.h"

namespace farfirst::app {

namespace {

constexpr float meadow_radius = 4.0f;

struct Splat {
  glm::vec3 position, scale, color;
  glm::quat rotation{1, 0, 0, 0};
  float opacity = 1;
  glm::vec3 shine_along{0, 0, 1};  // seen in this direction it shines most,
  glm::vec3 shine{0};              // by this colour
};

/// The rotation of the third axis to a direction.
glm::quat facing(const glm::vec3& direction) {
  const glm::vec3 axis = glm::cross(glm::vec3(0, 0, 1), direction);
  const float cosine = direction.z;
  if (cosine < -0.9999f) return {0, 1, 0, 0};
  return glm::normalize(glm::quat(1 + cosine, axis.x, axis.y, axis.z));
}

/// A lobe of light round a direction, in harmonics up to the third degree; 1 at its top.
float lobe_weight(std::size_t harmonic) {
  const float by_degree[4] = {0.0f, 1.0f, 0.9f, 0.7f};
  return by_degree[harmonic < 4 ? 1 : harmonic < 9 ? 2 : 3];
}

class SplatScene {
 public:
  SplatScene(std::uint32_t count, std::uint32_t seed) : chance_(seed), count_(count) {
    model_.name = "splats";
    model_.splats.degree = Splats::most_degree;
    model_.positions.reserve(count);
    model_.splats.reserve(count);
    // Where there are more, they are smaller.
    size_ = std::sqrt(200'000.0f / static_cast<float>(std::max(count, 1000u)));
  }

  Model make() {
    for (std::uint32_t i = 0; i < count_; ++i) {
      const float kind = chance_.between(0, 1);
      add(kind < 0.02f ? haze() : kind < 0.30f ? knot() : kind < 0.45f ? soil() : kind < 0.97f ? blade() : flower());
    }
    model_.colors = flat_colors(model_.splats);
    compute_bounds(model_);
    return std::move(model_);
  }

 private:
  void add(const Splat& splat) {
    Splats& splats = model_.splats;
    model_.positions.push_back(splat.position);
    splats.scales.push_back(splat.scale);
    splats.rotations.push_back(splat.rotation);
    splats.opacities.push_back(splat.opacity);
    splats.harmonics.push_back((splat.color - 0.5f) / constant_harmonic);
    const std::array<float, 16> along = harmonics_along(splat.shine_along);
    for (std::size_t k = 1; k < splats.coefficients(); ++k)
      splats.harmonics.push_back(lobe_weight(k) * along[k] * splat.shine);
  }

  glm::vec3 anywhere() {
    const float z = chance_.between(-1, 1), angle = chance_.between(0, 2 * pi), r = std::sqrt(1 - z * z);
    return {r * std::cos(angle), r * std::sin(angle), z};
  }

  static float height_at(float x, float z) { return 0.18f * std::sin(1.3f * x + 0.4f) * std::cos(1.1f * z) - 0.9f; }

  glm::vec3 on_meadow() {
    const float radius = meadow_radius * std::sqrt(chance_.between(0, 1)), angle = chance_.between(0, 2 * pi);
    const float x = radius * std::cos(angle), z = radius * std::sin(angle);
    return {x, height_at(x, z), z};
  }

  /// The sunlight at a place of the meadow: the knot has a shadow.
  static float sun_at(const glm::vec3& place) {
    const float x = place.x + 0.5f, z = place.z - 0.3f;
    return 0.55f + 0.45f * std::clamp(1.6f * std::sqrt(x * x + z * z) - 0.5f, 0.0f, 1.0f);
  }

  /// Large and faint.
  Splat haze() {
    const float angle = chance_.between(0, 2 * pi), radius = chance_.between(0.7f, 1.0f) * meadow_radius;
    Splat splat;
    splat.position = {radius * std::cos(angle), chance_.between(-0.5f, 1.6f), radius * std::sin(angle)};
    splat.scale = glm::vec3(0.35f, 0.12f, 0.35f) * chance_.between(0.5f, 1.3f);
    splat.color = glm::mix(glm::vec3(0.95f, 0.62f, 0.42f), glm::vec3(0.55f, 0.55f, 0.75f), chance_.between(0, 1));
    splat.opacity = 0.02f;
    splat.shine_along = glm::normalize(glm::vec3(0.8f, 0.1f, -0.6f));
    splat.shine = glm::vec3(0.35f, 0.22f, 0.05f);
    return splat;
  }

  /// Flat discs on a tube that is tied into a knot (a torus knot, 2 by 3), which reflects the sun.
  Splat knot() {
    const auto curve = [](float t) {
      const float r = 0.62f + 0.26f * std::cos(3 * t);
      return glm::vec3(r * std::cos(2 * t), 0.25f + 0.34f * std::sin(3 * t), r * std::sin(2 * t));
    };
    const float t = chance_.between(0, 2 * pi), angle = chance_.between(0, 2 * pi);
    const glm::vec3 middle = curve(t), along = glm::normalize(curve(t + 0.001f) - middle);
    const glm::vec3 side = glm::normalize(glm::cross(along, glm::vec3(0, 1, 0.01f))), above = glm::cross(side, along);
    const glm::vec3 normal = std::cos(angle) * side + std::sin(angle) * above;
    const glm::vec3 to_sun = glm::normalize(glm::vec3(0.5f, 0.7f, 0.5f));
    const float light = 0.35f + 0.65f * std::max(glm::dot(normal, to_sun), 0.0f);
    Splat splat;
    splat.position = middle + 0.13f * normal;
    splat.scale = glm::vec3(0.011f, 0.006f, 0.0006f) * size_ * chance_.between(0.7f, 1.5f);
    splat.rotation = facing(normal);
    splat.color = light * (0.45f + 0.35f * glm::cos(glm::vec3(0, 2.1f, 4.2f) + 2 * t));
    splat.opacity = chance_.between(0.6f, 1.0f);
    splat.shine_along = glm::reflect(-to_sun, normal) * -1.0f;
    splat.shine = glm::vec3(0.75f, 0.7f, 0.6f);
    return splat;
  }

  Splat soil() {
    Splat splat;
    splat.position = on_meadow();
    splat.scale = glm::vec3(0.03f, 0.03f, 0.004f) * size_ * chance_.between(0.7f, 1.6f);
    splat.rotation = facing({0, 1, 0});
    splat.color = sun_at(splat.position) * glm::vec3(0.25f, 0.22f, 0.13f) * chance_.between(0.8f, 1.2f);
    splat.opacity = 0.9f;
    return splat;
  }

  /// Long and thin: a hundred to one.
  Splat blade() {
    Splat splat;
    const glm::vec3 direction = glm::normalize(glm::vec3(0, 1, 0) + 0.45f * anywhere());
    const float length = 0.045f * chance_.between(0.4f, 1.2f);
    splat.position = on_meadow() + length * direction;
    splat.scale = {0.0012f * size_, 0.0004f * size_, 0.5f * length};
    splat.rotation = facing(direction);
    const glm::vec3 green =
        glm::mix(glm::vec3(0.20f, 0.36f, 0.10f), glm::vec3(0.55f, 0.60f, 0.20f), chance_.between(0, 1));
    splat.color = sun_at(splat.position) * green;
    splat.opacity = chance_.between(0.5f, 1.0f);
    splat.shine_along = glm::normalize(glm::vec3(0.5f, -0.2f, 0.5f));
    splat.shine = glm::vec3(0.10f, 0.12f, 0.03f);
    return splat;
  }

  Splat flower() {
    Splat splat;
    splat.position = on_meadow() + glm::vec3(0, chance_.between(0.08f, 0.14f), 0);
    splat.scale = glm::vec3(0.008f, 0.008f, 0.003f) * size_;
    splat.rotation = facing(glm::normalize(glm::vec3(0, 1, 0) + 0.5f * anywhere()));
    const glm::vec3 petals[3] = {{0.95f, 0.85f, 0.30f}, {0.90f, 0.45f, 0.55f}, {0.90f, 0.90f, 0.95f}};
    splat.color = sun_at(splat.position) * petals[chance_.below(3)];
    splat.opacity = 0.95f;
    return splat;
  }

  Chance chance_;
  const std::uint32_t count_;
  float size_;
  Model model_;
};

}  // namespace

Model make_splat_scene(std::uint32_t count, std::uint32_t seed) { return SplatScene(count, seed).make(); }

}  // namespace farfirst::app
