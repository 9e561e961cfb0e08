// Nothing near vanishes or changes because something else is far, and nothing far is cut off: every kind, by every
// renderer. How scenes open is in tests/scene/bulk.cpp.

#include <algorithm>
#include <random>

#include "object/context.h"
#include "render/renderer.h"
#include "scene/bulk.h"
#include "scene/particle_sequence.h"
#include "scenes.h"
#include "splat_reference.h"

namespace farfirst::app {
namespace {

constexpr float nowhere = 0;  // as the distance of what is far: there is nothing
constexpr float half = 1;     // of the room
constexpr int squares = 6;    // along each side of a wall

/// The places of a room's walls, between their squares too.
std::vector<glm::vec3> places() {
  std::vector<glm::vec3> result;
  for (int axis = 0; axis < 3; ++axis)
    for (int y = 0; y <= squares; ++y)
      for (int x = 0; x <= squares; ++x)
        for (const float end : {-half, half}) {
          glm::vec3 place(end);
          place[(axis + 1) % 3] = half * (2 * static_cast<float>(x) / squares - 1);
          place[(axis + 2) % 3] = half * (2 * static_cast<float>(y) / squares - 1);
          result.push_back(place);
        }
  return result;
}

std::uint32_t color_of(std::size_t i) {
  std::mt19937 random(static_cast<unsigned>(i));
  return static_cast<std::uint32_t>(random() & 0x7F7F7Fu) | 0x90404040u;
}

/// To the right of the room, where views along z have nothing of it.
std::vector<glm::vec3> far_places(float far) {
  if (far == nowhere) return {};
  return {{far, 0, 0}, {far, 1, 0}, {far, 0, 1}};
}

Model triangles(float far) {
  Model model;
  const std::vector<glm::vec3> walls = places();
  constexpr std::uint32_t row = 2 * (squares + 1), wall = row * (squares + 1);  // two walls lie in each other
  for (std::uint32_t axis = 0; axis < 3; ++axis)
    for (std::uint32_t y = 0; y < squares; ++y)
      for (std::uint32_t x = 0; x < squares; ++x)
        for (std::uint32_t end = 0; end < 2; ++end) {
          const std::uint32_t at = axis * wall + y * row + 2 * x + end;
          for (const std::uint32_t corner : {at, at + 2, at + row + 2, at, at + row + 2, at + row})
            model.triangles.push_back(corner);
        }
  model.positions = walls;
  for (const glm::vec3& place : far_places(far)) {
    model.triangles.push_back(static_cast<std::uint32_t>(model.positions.size()));
    model.positions.push_back(place);
  }
  for (std::size_t i = 0; i < model.positions.size(); ++i) model.colors.push_back(color_of(i));
  model.normals.assign(model.positions.size(), glm::vec3(0.0f));
  compute_bounds(model);
  return model;
}

/// Without colours: they are darker the deeper they lie in the scene.
Model points(float far) {
  Model model;
  model.positions = places();
  for (const glm::vec3& place : far_places(far)) model.positions.push_back(place);
  compute_bounds(model);
  return model;
}

Model splats(float far) {
  Model model = points(far);
  model.splats.degree = 0;
  for (std::size_t i = 0; i < model.positions.size(); ++i) {
    const glm::vec3 color = glm::vec3(color_of(i) & 255, color_of(i) >> 8 & 255, color_of(i) >> 16 & 255) / 255.0f;
    model.splats.scales.emplace_back(0.1f, 0.06f, 0.08f);
    model.splats.rotations.push_back(glm::normalize(glm::quat(1, 0.1f * static_cast<float>(i % 7), 0.3f, 0)));
    model.splats.opacities.push_back(0.8f);
    model.splats.harmonics.push_back((color - 0.5f) / 0.2820948f);
  }
  return model;
}

std::shared_ptr<ParticleSequence> particles(float far) {
  const auto read = [=](std::size_t, const ParticleProperties&) {
    ParticleCloud cloud;
    for (const glm::vec3& place : points(far).positions) {
      cloud.places.emplace_back(place, 0.1f);
      cloud.colors.push_back(color_of(cloud.colors.size()));
      cloud.velocities.push_back(0.5f * glm::vec3(place.y, place.z, -place.x));
      cloud.bounds.add(place);
    }
    cloud.bounds.bulk = bulk_of(cloud.places, cloud.bounds);
    cloud.has_radius = cloud.has_color = true;
    return cloud;
  };
  return std::make_shared<ParticleSequence>("room", std::vector<ParticleSequence::Frame>{{"room", false}}, read,
                                            ParticleSequence::Settings{});
}

Scene room_of(Model model) { return scene_of_file("room.ply", std::move(model)); }
Scene room_of(std::shared_ptr<ParticleSequence> files) { return Scene({Object{{"room"}, std::move(files)}}); }

Scene several(float far) {
  const auto object = [](Model model) { return Object{{"room"}, std::make_shared<const Model>(std::move(model))}; };
  return Scene({object(triangles(far)), object(points(far)), object(splats(far))});
}

struct Kind {
  const char* name;
  Scene (*make)(float far);
  ParticleStyle particles = ParticleStyle::soft;
  SplatStyle splats = SplatStyle::gaussian;
  bool shadows = false;
};

const Kind kinds[] = {
    {"triangles", [](float far) { return room_of(triangles(far)); }},
    {"points", [](float far) { return room_of(points(far)); }},
    {"splats", [](float far) { return room_of(splats(far)); }},
    {"ellipsoids", [](float far) { return room_of(splats(far)); }, ParticleStyle::soft, SplatStyle::ellipsoid},
    {"particles", [](float far) { return room_of(particles(far)); }},
    {"particles in each other's shadow", [](float far) { return room_of(particles(far)); }, ParticleStyle::soft,
     SplatStyle::gaussian, true},
    {"streaks", [](float far) { return room_of(particles(far)); }, ParticleStyle::streak},
    {"several", several},
};

class Near : public FrameTest {
 protected:
  void SetUp() override {
    frame.set_measuring(false);
    frame.set_paused(true);
    look.point_size = 6;
    look.streak = 0.2f;
    look.samples = 1;
  }
  void use(const Kind& kind) {
    look.particle_style = kind.particles;
    look.splat_style = kind.splats;
    look.self_shadows = kind.shadows;
  }
  std::vector<std::uint8_t> draw(const Scene& scene) {
    frame.set_scene(scene);
    frame.draw(camera, look, choice, canvas.target(), true);
    return canvas.read();
  }
  /// Compute shaders of every kind take a software renderer minutes: there, those of triangles stand for all.
  std::vector<std::string> renderers_here(bool of_triangles) const {
    std::vector<std::string> result;
    for (const RendererAbout* about : renderers()) {
      const bool is_quick =
          about->id == "raster" || about->id == "cpu" || about->id == "weighted" || !gl::is_software(gl);
      if ((of_triangles || is_quick) && about->why_unavailable(gl).empty()) result.emplace_back(about->id);
    }
    return result;
  }

  void expect_far_changes_nothing(const Kind& kind) {
    use(kind);
    for (const auto& [z, far] : {std::pair{4.0f, 5e4f}, std::pair{0.6f, 1e7f}}) {
      camera.eye = {0, 0.1f, z};
      camera.focus = {0, 0, -1};
      const std::vector<std::uint8_t> alone = draw(kind.make(nowhere));
      EXPECT_GT(*std::ranges::max_element(alone), 60);
      // Slices of shadows have a share of all particles.
      EXPECT_GT(decibels(draw(kind.make(far)), alone), kind.shadows ? 45 : 50)
          << kind.name << ", " << look.renderer << ", " << far;
    }
  }
  void expect_far_is_drawn();
  void expect_close_surface_is_whole();
  void expect_ground_is_whole(float size);

  SceneRenderer frame{gl, VertexFetch::automatic, HeadlessContext::proc()};
};

void Near::expect_far_is_drawn() {
  camera = looking_along_z();
  Model model;
  add_square(model, {0, 0, -1e7f}, 2e7f, rgba(200, 90, 40, 128));
  add_square(model, {0, 0, -1e-3f}, 1e-4f, rgba(200, 90, 40, 128));
  draw(room_of(model));
  EXPECT_NEAR(canvas.pixel(3, 3)[3], 128, 1) << look.renderer;
  EXPECT_NEAR(canvas.middle()[3], 192, look.renderer == "weighted" ? 64 : 2) << look.renderer;
}

/// Two squares that touch each other, and one far beside them.
void Near::expect_close_surface_is_whole() {
  Model model;
  for (const float at : {-0.7f, 0.2f}) add_square(model, {0.31f, at, -1}, 0.45f, rgba(200, 90, 40, 128));
  add_square(model, {5e4f, 0, -5e4f}, 1.0f, rgba(200, 90, 40, 128));
  compute_bounds(model);
  for (const float distance : {0.1f, 1e-4f, 1e-5f}) {
    camera.eye = {0.31f, 0.1f, -1 + distance};
    camera.focus = camera.eye + glm::vec3(0.1f, 0, -1);
    const std::vector<std::uint8_t> picture = draw(room_of(model));
    for (std::size_t i = 3; i < picture.size(); i += 4)
      ASSERT_NEAR(picture[i], 128, 1) << look.renderer << ", " << distance << ", pixel " << i / 4;
  }
}

void Near::expect_ground_is_whole(float size) {
  Model ground;
  for (const glm::vec2 corner : {glm::vec2(-1, -1), glm::vec2(1, -1), glm::vec2(1, 1), glm::vec2(-1, 1)}) {
    add_position(ground, {size * corner.x, -0.3f, size * corner.y});
    ground.normals.emplace_back(0, 1, 0);
    ground.colors.push_back(rgba(200, 90, 40, 128));
  }
  ground.triangles = {0, 1, 2, 0, 2, 3};
  camera.eye = {0.1f, 0, 0.2f};
  camera.focus = camera.eye + glm::vec3(0, 0, -1);
  const std::vector<std::uint8_t> picture = draw(room_of(ground));
  for (std::size_t i = 3; i < picture.size() / 3; i += 4)  // the lower third
    ASSERT_NEAR(picture[i], 128, 1) << look.renderer << ", " << size << ", pixel " << i / 4;
}

TEST_F(Near, TrianglesAreNeitherCutNearTheEyeNorFarFromIt) {
  for (const std::string& renderer : renderers_here(/*of_triangles=*/true)) {
    look.renderer = renderer;
    expect_far_is_drawn();
    expect_close_surface_is_whole();
    for (const float size : {3.0f, 300.0f, 1e5f}) expect_ground_is_whole(size);
    expect_far_changes_nothing(kinds[0]);
  }
}

TEST_F(Near, WhatIsFarChangesNothingOfAnyKind) {
  for (const std::string& renderer : renderers_here(/*of_triangles=*/false)) {
    look.renderer = renderer;
    for (const Kind& kind : kinds) expect_far_changes_nothing(kind);
  }
}

TEST_F(Near, ASplatIsDrawnUntilItIsAboutTheEye) {
  Model wall = splats(nowhere);
  std::ranges::fill(wall.splats.scales, glm::vec3(0.3f, 0.3f, 1e-5f));
  std::ranges::fill(wall.splats.rotations, glm::quat(1, 0, 0, 0));
  std::erase_if(wall.positions, [](const glm::vec3& place) { return place.z > -half; });
  wall.splats.scales.resize(wall.positions.size());
  wall.splats.rotations.resize(wall.positions.size());
  wall.splats.opacities.resize(wall.positions.size());
  wall.splats.harmonics.resize(wall.positions.size());
  compute_bounds(wall);
  for (const std::string& renderer : renderers_here(/*of_triangles=*/false)) {
    look.renderer = renderer;
    const auto alpha_at = [&](float distance) {
      camera.eye = {0.02f, 0.01f, -half + distance};
      camera.focus = camera.eye + glm::vec3(0, 0, -1);
      draw(room_of(wall));
      return canvas.middle()[3];
    };
    EXPECT_GT(alpha_at(0.1f), 200) << renderer;
    EXPECT_GT(alpha_at(1e-4f), 200) << renderer;
    EXPECT_EQ(alpha_at(1e-6f), 0) << renderer;
  }
}

}  // namespace
}  // namespace farfirst::app
