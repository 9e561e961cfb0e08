// Particles among several objects: drawn as they are alone, placed, in one order with the others, by every renderer.

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>

#include "render/cpu/host_frame.h"
#include "scene/fountain.h"
#include "scene/particle_sequence.h"
#include "scene/particles.h"
#include "scene/scene.h"
#include "scenes.h"
#include "splat_reference.h"

namespace farfirst::app {
namespace {

constexpr double least_moving_decibels = 40;
const Placement tilted{.position = {0.6f, -0.4f, 0.2f}, .rotation = {20, 50, -35}, .scale = 0.5f};

/// After a second, when some slots have no particle yet.
std::shared_ptr<ParticleSystem> fountain() {
  auto system = std::make_shared<ParticleSystem>(fountain_with_smoke(), 500, 3);
  for (int i = 0; i < 60; ++i) system->step();
  return system;
}

/// One particle of a file.
std::shared_ptr<ParticleSequence> one_particle(const glm::vec3& place, std::uint32_t color) {
  const auto read = [=](std::size_t, const ParticleProperties&) {
    ParticleCloud cloud;
    cloud.places = {glm::vec4(place, 0.5f)};
    cloud.colors = {color};
    cloud.bounds.add(place - 0.5f);
    cloud.bounds.add(place + 0.5f);
    cloud.has_radius = cloud.has_color = true;
    return cloud;
  };
  return std::make_shared<ParticleSequence>("one", std::vector<ParticleSequence::Frame>{{"one", false}}, read,
                                            ParticleSequence::Settings{});
}

Object object_of(std::shared_ptr<ParticleSystem> particles, const Placement& placement = {}) {
  return {{"fountain", {.name = "fountain", .placement = placement}}, std::move(particles)};
}

Object sheet_at(float z, std::uint32_t color) {
  auto model = std::make_shared<Model>();
  add_square(*model, {0, 0, z}, 2.0f, color);
  return {{"sheet", {.name = "sheet"}}, std::shared_ptr<const Model>(model)};
}

class MovingObjects : public FrameTest {
 protected:
  void SetUp() override {
    camera.field_of_view = 50;
    camera.eye = {0.5f, 2.0f, 6.0f};
    camera.focus = {0, 1, 0};
    choice.check_order = true;
    frame.set_measuring(false);
    frame.set_paused(true);
  }
  std::vector<std::uint8_t> draw() {
    report = frame.draw(camera, look, choice, canvas.target(), true);
    EXPECT_TRUE(report.check_result.is_right()) << report.check_result.order.sentence();
    return canvas.read();
  }
  std::vector<std::uint8_t> draw(Objects objects) {
    frame.set_scene(Scene(std::move(objects)));
    return draw();
  }

  FrameStats report;
  SceneRenderer frame{gl, VertexFetch::automatic, HeadlessContext::proc()};
};

TEST_F(MovingObjects, AreDrawnAsTheyAreAlone) {
  using Renderers = std::vector<const char*>;
  look.streak = 0.1f;
  // Programs of several kinds take long to compile: not each style by each renderer.
  for (const auto& [style, drawn_by] :
       {std::pair{ParticleStyle::soft, Renderers{"raster", "tiles", "cpu", "exact", "weighted"}},
        std::pair{ParticleStyle::sphere, Renderers{"raster", "cpu"}},
        std::pair{ParticleStyle::streak, Renderers{"tiles", "cpu"}}}) {
    look.particle_style = style;
    for (const char* renderer : drawn_by) {
      look.renderer = renderer;
      frame.set_scene(fountain());
      const std::vector<std::uint8_t> alone = draw();
      EXPECT_GT(*std::ranges::max_element(alone), 60);
      EXPECT_GT(decibels(draw({object_of(fountain())}), alone), least_moving_decibels)
          << renderer << ", style " << static_cast<int>(style);
      EXPECT_EQ(report.elements, fountain()->slots());
    }
  }
}

/// A moved object looks as if the camera moved the other way.
TEST_F(MovingObjects, ArePlacedWithTheirRadiiAndWays) {
  const Objects objects{object_of(fountain(), tilted)};
  const glm::mat4 to_object = glm::inverse(Scene(objects).to_scene(0));
  look.streak = 0.1f;
  for (const ParticleStyle style : {ParticleStyle::soft, ParticleStyle::streak}) {
    look.particle_style = style;
    for (const char* renderer : {"raster", "cpu"}) {
      look.renderer = renderer;
      const std::vector<std::uint8_t> found = draw(objects);
      const Camera before = camera;
      camera.eye = to_object * glm::vec4(before.eye, 1);
      camera.focus = to_object * glm::vec4(before.focus, 1);
      camera.up = glm::normalize(glm::mat3(to_object) * before.up);
      frame.set_scene(fountain());
      const std::vector<std::uint8_t> expected = draw();
      camera = before;
      EXPECT_GT(*std::ranges::max_element(expected), 40);
      EXPECT_GT(decibels(found, expected), least_moving_decibels) << renderer << ", style " << static_cast<int>(style);
    }
  }
}

TEST_F(MovingObjects, AreSortedAmongTheOthers) {
  camera.eye = {0, 0, 5};
  camera.focus = {0, 0, 0};
  const auto middle = [&](float z) {
    draw({sheet_at(0, rgba(255, 0, 0, 200)), Object{{"one"}, one_particle({0, 0, z}, rgba(0, 255, 0))}});
    return canvas.middle();
  };
  for (const char* renderer : {"raster", "tiles", "cpu", "exact", "peeled"}) {
    look.renderer = renderer;
    const Pixel behind = middle(-1), before = middle(1);
    EXPECT_GT(before[1], behind[1] + 60) << renderer;
    EXPECT_GT(behind[0], before[0] + 60) << renderer;
  }
}

TEST_F(MovingObjects, EverySortMakesTheSameOrderOfThem) {
  const Objects objects{object_of(fountain(), tilted), sheet_at(0.2f, rgba(200, 90, 40, 128)), object_of(fountain())};
  std::vector<std::uint8_t> first;
  for (const char* sort : {"cpu.lsd_radix", "cpu.std_stable", "gl.radix"}) {
    choice.algorithm = sort;
    const std::vector<std::uint8_t> picture = draw(objects);
    if (first.empty()) first = picture;
    EXPECT_EQ(picture, first) << sort;
  }
}

TEST_F(MovingObjects, TakeStepsWithTheFrameAndAreSortedAgain) {
  const auto system = fountain();
  const std::vector<std::uint8_t> before = draw({sheet_at(0.2f, rgba(200, 90, 40, 128)), object_of(system)});
  const std::uint64_t steps = system->steps();
  frame.set_paused(false);
  frame.set_steps(5);
  const std::vector<std::uint8_t> after = draw();
  EXPECT_EQ(system->steps(), steps + 5);
  EXPECT_TRUE(report.sorted);
  EXPECT_NE(after, before);
  frame.set_paused(true);
  auto other = std::make_shared<ParticleSystem>(fountain_with_smoke(), 500, 3);
  while (other->steps() < system->steps()) other->step();
  EXPECT_EQ(draw({sheet_at(0.2f, rgba(200, 90, 40, 128)), object_of(other)}), after);
}

TEST_F(MovingObjects, AreHiddenAndMovedWhileTheyFly) {
  Objects objects{sheet_at(0.2f, rgba(200, 90, 40, 128)), object_of(fountain())};
  for (const char* renderer : {"raster", "cpu"}) {
    look.renderer = renderer;
    objects[1].setting = {.name = "fountain", .opacity = 0.5f, .placement = tilted};
    const std::vector<std::uint8_t> moved = draw(objects);
    objects[1].setting.visible = false;
    const std::vector<std::uint8_t> hidden = draw(objects);
    EXPECT_EQ(report.elements, 2u);
    objects[1].setting = {.name = "fountain"};
    const std::vector<std::uint8_t> plain = draw(objects);
    objects[1].setting = {.name = "fountain", .opacity = 0.5f, .placement = tilted};
    frame.place(Scene(objects));
    EXPECT_EQ(draw(), moved) << renderer;
    EXPECT_NE(moved, plain);
    objects[1].setting.visible = false;
    frame.place(Scene(objects));
    EXPECT_EQ(draw(), hidden) << renderer;
  }
}

TEST_F(MovingObjects, SmokeIsLitFromWhereTheLightIsInTheScene) {
  look.self_shadows = true;
  look.light = {0, 1, 0};
  look.renderer = "raster";
  const std::vector<std::uint8_t> upright = draw({object_of(fountain())});
  look.self_shadows = false;
  EXPECT_LT(decibels(draw(), upright), 50) << "shadows show";
  look.self_shadows = true;
  // Turned round z, and lit from where its own above is now.
  const Objects objects{object_of(fountain(), {.rotation = {0, 0, 90}})};
  look.light = glm::mat3(Scene(objects).to_scene(0)) * glm::vec3(0, 1, 0);
  const glm::mat3 turn(Scene(objects).to_scene(0));
  camera.eye = turn * camera.eye;
  camera.focus = turn * camera.focus;
  camera.up = turn * camera.up;
  EXPECT_GT(decibels(draw(objects), upright), least_moving_decibels);
}

TEST_F(MovingObjects, AreDrawnWithoutOpenGl) {
  const Objects objects{sheet_at(0.2f, rgba(200, 90, 40, 128)), object_of(fountain(), tilted)};
  look.renderer = "cpu";
  frame.set_paused(false);
  const std::vector<std::uint8_t> expected = draw(objects);
  cpu::HostFrame host(64, 64);
  const Objects same{objects[0], object_of(fountain(), tilted)};
  host.set_scene(Scene(same));
  host.draw(camera, look, choice);
  const std::span<const std::uint32_t> found = host.picture();
  for (std::size_t i = 0; i < found.size(); ++i)
    for (unsigned channel = 0; channel < 4; ++channel)
      ASSERT_NEAR(found[i] >> (8 * channel) & 255, expected[4 * i + channel], 2) << i;
}

GladGLContext software_gl;

/// By shaders that simulate, stretch and light them in the arrays of all objects.
TEST_F(MovingObjects, AreTheSameWhereAGpuSimulatesThem) {
  software_gl = gl;
  GladGLContext hardware = gl;
  hardware.GetString = [](GLenum name) {
    return name == GL_RENDERER ? reinterpret_cast<const GLubyte*>("a GPU") : software_gl.GetString(name);
  };
  choice.algorithm = "cpu.std_stable";
  look.renderer = "raster";
  look.streak = 0.1f;
  for (const bool between : {false, true}) {
    SceneRenderer its(hardware, VertexFetch::automatic, HeadlessContext::proc());
    its.draw_between_steps(between);
    its.set_paused(true);
    its.set_scene(
        Scene({object_of(fountain(), tilted), sheet_at(0.2f, rgba(200, 90, 40, 128)), object_of(fountain())}));
    for (const ParticleStyle style : {ParticleStyle::soft, ParticleStyle::streak}) {
      look.particle_style = style;
      for (const bool shadows : {false, true}) {
        look.self_shadows = shadows;
        const std::vector<std::uint8_t> expected =
            draw({object_of(fountain(), tilted), sheet_at(0.2f, rgba(200, 90, 40, 128)), object_of(fountain())});
        its.draw(camera, look, choice, canvas.target(), true);
        EXPECT_GT(decibels(canvas.read(), expected), least_moving_decibels) << static_cast<int>(style) << shadows;
      }
    }
  }
}

GladGLContext roomy_gl;
bool is_full = false;

/// Buffers run out of memory while it is full.
GladGLContext with_little_memory(const GladGLContext& gl) {
  roomy_gl = gl;
  GladGLContext result = gl;
  result.NamedBufferStorage = [](GLuint buffer, GLsizeiptr bytes, const void* data, GLbitfield flags) {
    if (!is_full) roomy_gl.NamedBufferStorage(buffer, bytes, data, flags);
  };
  return result;
}

/// The state after a file of a sequence has outgrown the arrays: there are no elements.
TEST_F(MovingObjects, MayBeMovedAfterTheyGotNoMemory) {
  const GladGLContext narrow = with_little_memory(gl);
  SceneRenderer its(narrow, VertexFetch::automatic, HeadlessContext::proc());
  Objects objects{{{"one"}, one_particle({0, 0, 0}, rgba(0, 255, 0))}, sheet_at(0, rgba(255, 0, 0, 200))};
  is_full = true;
  EXPECT_THROW(its.set_scene(Scene(objects)), OutOfMemory);
  is_full = false;
  objects[1].setting.placement.position.x = 1;
  its.place(Scene(objects));
  EXPECT_EQ(its.draw(camera, look, choice, canvas.target(), true).elements, 0u);
  its.set_scene(Scene(objects));
  EXPECT_EQ(its.draw(camera, look, choice, canvas.target(), true).elements, 3u);
}

}  // namespace
}  // namespace farfirst::app
