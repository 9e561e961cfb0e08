// Culling: only the culled subset reaches the sort and the renderer, and the picture stays the same, bit for
// bit.

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "gpu_scenes.h"
#include "object/buffer.h"
#include "render/renderer.h"
#include "scene/fountain.h"
#include "scene/particles.h"
#include "scene/splat_scene.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;

/// The scenes are within two units of (0, 0, -2).
std::vector<std::pair<const char*, Camera>> cameras() {
  const auto at = [](const glm::vec3& eye, const glm::vec3& focus) {
    Camera result;
    result.eye = eye;
    result.focus = focus;
    result.field_of_view = 50;
    return result;
  };
  return {{"all in view", at({0, 0, 6}, {0, 0, -2})},     {"half in view", at({0, 0, 6}, {3, 0, -2})},
          {"from within", at({0, 0, -2}, {1, 0, -2.2f})}, {"from within, turned", at({0, 0, -2}, {-1, 0.5f, -1})},
          {"looking away", at({0, 0, 6}, {0, 0, 9})},     {"at the edge", at({0.9f, 0.9f, -2}, {2, 2, -2})}};
}

class Culling : public GpuFrameTest {
 protected:
  Culling() : GpuFrameTest(Backend::gl) {}

  FrameStats draw_culled(SceneRenderer& frame, bool cull, bool wait = true) {
    choice.cull = cull;
    return draw(frame, wait);
  }
  Picture picture_culled(SceneRenderer& frame, bool cull) {
    draw_culled(frame, cull);
    return canvas.read();
  }
};

/// The first elements of scenes() are those of smaller ones.
TEST_F(Culling, RenderersDrawAsManyElementsAsTheCountSays) {
  choice.draw_order = DrawOrder::file_order;
  constexpr std::uint32_t n = 100;
  for (const RendererAbout* about : renderers()) {
    if (!about->why_unavailable(gl).empty()) continue;
    look.renderer = about->id;
    for (std::size_t kind = 0; kind < scenes(n).size(); ++kind) {
      const DrawnScene scene = scenes(n)[kind];
      for (const std::uint32_t count : {n, 61u, 1u, 0u}) {
        SCOPED_TRACE(std::string(about->id) + ", " + scene.name + ", " + std::to_string(count));
        const std::array<std::uint32_t, 2> values{n, count};
        const gl::Buffer counts(gl, sizeof values, values.data());
        SceneRenderer frame(gl, scene.fetch, HeadlessContext::proc(), {.on_new_order = [&](Order& order) {
                              order.view.count = counts.name();
                              order.view.count_offset = 4;
                            }});
        frame.set_scene(scene.model);
        SceneRenderer fewer(gl, scene.fetch, HeadlessContext::proc());
        if (count > 0) {
          Model model = *scenes(count)[kind].model;
          model.bounds = scene.model->bounds;  // which weights depend on
          fewer.set_scene(std::make_shared<const Model>(std::move(model)));
        }
        EXPECT_EQ(picture(frame), picture(fewer));
      }
    }
  }
}

/// Every entry, some of which pad what is beyond the count.
TEST_F(Culling, ThePictureIsTheSame) {
  choice.check_order = true;
  for (const DrawnScene& scene : scenes(3000)) {
    const auto frame = make_frame(scene.fetch);
    frame->set_scene(scene.model);
    for (const Algorithm* entry : entries()) {
      choice.algorithm = entry->id;
      for (const auto& [name, view] : cameras()) {
        camera = view;
        SCOPED_TRACE(std::string(scene.name) + ", " + std::string(entry->id) + ", " + name);
        const Picture expected = picture_culled(*frame, false);
        const FrameStats report = draw_culled(*frame, true);
        EXPECT_EQ(canvas.read(), expected);
        EXPECT_TRUE(report.wanted.cull);
        EXPECT_EQ(report.message, "");
        EXPECT_EQ(report.elements, scene.elements);
        EXPECT_GE(report.cull, 0.0);
        EXPECT_TRUE(report.check_result.is_right()) << report.check_result.trouble;
        ASSERT_TRUE(report.kept);
        if (name == std::string("all in view")) {
          const bool one_is_not_finite = scene.model->is_mesh();
          EXPECT_EQ(*report.kept, scene.elements - (one_is_not_finite ? 1 : 0));
        }
        if (name == std::string("looking away")) {
          EXPECT_EQ(*report.kept, 0u);
        }
        if (name == std::string("from within")) {
          EXPECT_LT(*report.kept, scene.elements / 2);
        }
      }
    }
  }
}

TEST_F(Culling, EveryChoiceDrawsTheSamePicture) {
  std::mt19937 random(8);
  const auto views = cameras();
  for (const DrawnScene& scene : scenes(500)) {
    const auto frame = make_frame(scene.fetch);
    frame->set_scene(scene.model);
    for (int round = 0; round < 12; ++round) {
      choice.draw_order = static_cast<DrawOrder>(random() % 4);
      choice.metric = static_cast<Metric>(random() % 2);
      choice.sort_point = static_cast<SortPoint>(random() % 4);
      choice.precision = {static_cast<std::uint8_t>(random() % 3 == 0 ? 10 : 32), static_cast<KeyForm>(random() % 2)};
      choice.primitive = static_cast<Primitive>(random() % 3);
      choice.check_order = random() % 2 == 0;
      choice.resort = random() % 2 == 0 ? Resort::always : Resort::moved;
      look.point_size = static_cast<float>(1 + random() % 40);
      look.shading = static_cast<Shading>(random() % 2);
      const RendererAbout* about = renderers()[random() % renderers().size()];
      look.renderer = about->why_unavailable(gl).empty() ? about->id : "raster";
      camera = views[random() % views.size()].second;
      const auto all = entries();
      choice.algorithm = random() % 4 == 0 ? "cpu.lsd_radix" : std::string(all[random() % all.size()]->id);
      SCOPED_TRACE(std::string(scene.name) + ", round " + std::to_string(round) + ", " + choice.algorithm + ", " +
                   look.renderer);
      const Picture expected = picture_culled(*frame, false);
      const FrameStats report = draw_culled(*frame, true);
      EXPECT_EQ(canvas.read(), expected);
      const bool by_gpu = !report.algorithm.empty() && !report.algorithm.starts_with("cpu.");
      EXPECT_EQ(report.wanted.cull.has_value(), by_gpu) << "orders of the CPU, and those that are not sorted, hold all";
      EXPECT_EQ(report.kept.has_value(), by_gpu);
      EXPECT_FALSE(report.check_result.is_wrong()) << report.check_result.order.sentence();
    }
  }
}

/// A disc that reaches into the picture from beyond its edge is there; its middle is not.
TEST_F(Culling, DiscsAreKeptByWhatTheyCover) {
  choice.algorithm = "gl.radix";
  choice.check_order = true;
  camera = looking_along_z();  // 90 degrees, 64 pixels
  const auto kept = [&](float pixels_beyond) {
    Model model;
    add_point(model, {(1 + pixels_beyond / 32) * 3, 0, -3}, rgba(255, 255, 255));
    SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
    frame.set_scene(std::make_shared<const Model>(model));
    return *draw_culled(frame, true).kept;
  };
  look.point_size = 20;
  EXPECT_EQ(kept(-5), 1u);
  EXPECT_EQ(kept(10), 1u);
  EXPECT_EQ(kept(14), 0u);
  look.point_size = 28;
  EXPECT_EQ(kept(14), 1u);
}

TEST_F(Culling, TurningInPlaceAsksForANewOrderAndStandingDoesNot) {
  choice.algorithm = "gl.radix";
  choice.resort = Resort::moved;
  camera = cameras()[2].second;
  const auto frame = make_frame(), reference = make_frame();
  for (SceneRenderer* each : {frame.get(), reference.get()}) each->set_scene(soup(2000));
  draw_culled(*frame, true);  // waits for the compiler
  for (int step = 0; step < 20; ++step) {
    camera.look(0.3f, 0.02f);
    const Picture expected = picture_culled(*reference, false);
    EXPECT_TRUE(draw_culled(*frame, true, /*wait=*/false).sorted);
    EXPECT_EQ(canvas.read(), expected) << "step " << step;
    EXPECT_FALSE(draw_culled(*frame, true, /*wait=*/false).sorted);
    EXPECT_EQ(canvas.read(), expected) << "step " << step;
  }
  look.opacity = 0.3f;
  EXPECT_FALSE(draw_culled(*frame, true, false).sorted) << "no element shows that did not before";
  choice.primitive = Primitive::points;
  draw_culled(*frame, true, false);
  look.point_size += 1;
  EXPECT_TRUE(draw_culled(*frame, true, false).sorted);
}

/// While the CPU sorts, the last order of the GPU is drawn, for views that it was not made for.
TEST_F(Culling, NothingIsMissingWhileAnotherSortTakesOver) {
  choice.resort = Resort::moved;
  for (const DrawnScene& scene : scenes(1500)) {
    for (const bool is_sorted : {true, false}) {
      SCOPED_TRACE(scene.name);
      choice.draw_order = DrawOrder::back_to_front;
      bool slow = true;
      SceneRenderer frame(gl, scene.fetch, HeadlessContext::proc(), {.before_cpu_sort = [&](const Task&) {
                            while (slow) std::this_thread::sleep_for(1ms);
                          }});
      frame.set_scene(scene.model);
      camera = cameras()[2].second;
      choice.algorithm = "gl.radix";
      draw_culled(frame, true);
      choice.algorithm = "cpu.lsd_radix";
      if (!is_sorted) choice.draw_order = DrawOrder::file_order;
      const SceneRenderer::Target target = canvas.target();
      for (int step = 0; step < 5; ++step) {
        camera.look(0.8f, 0);
        const FrameStats report = frame.draw(camera, look, choice, target, false);
        EXPECT_EQ(report.algorithm, "gl.radix");
        const Picture drawn = canvas.read();
        // The eye has not moved, so that the order of all elements is that of every direction.
        SceneRenderer all(gl, scene.fetch, HeadlessContext::proc());
        all.set_scene(scene.model);
        SortChoice plain;
        plain.algorithm = "cpu.std_stable";
        all.draw(camera, look, plain, target, true);
        EXPECT_EQ(drawn, canvas.read()) << "step " << step;
      }
      slow = false;
      for (int i = 0; i < 2000 && frame.draw(camera, look, choice, target, false).algorithm == "gl.radix"; ++i)
        std::this_thread::sleep_for(1ms);
      const Picture drawn = canvas.read();
      frame.draw(camera, look, choice, target, true);
      EXPECT_EQ(drawn, canvas.read());
    }
  }
}

TEST_F(Culling, ParticlesMoveAlike) {
  choice.algorithm = "gl.radix";
  choice.check_order = true;
  const auto culled = make_frame(), whole = make_frame();
  culled->set_scene(std::make_shared<ParticleSystem>(fountain_with_smoke(), 3000, 7));
  whole->set_scene(std::make_shared<ParticleSystem>(fountain_with_smoke(), 3000, 7));
  camera.fit(whole->bounds(), 1.0f);
  camera.eye = camera.focus;
  camera.focus += glm::vec3(1, 0, 0);
  for (int step = 0; step < 12; ++step) {
    camera.look(0.4f, 0);
    const Picture expected = picture_culled(*whole, false);
    const FrameStats report = draw_culled(*culled, true, step % 2 == 0);
    EXPECT_EQ(canvas.read(), expected) << "step " << step;
    EXPECT_FALSE(report.check_result.is_wrong()) << report.check_result.order.sentence();
    if (step % 2 == 0) {
      EXPECT_LT(*report.kept, 3000u);
    }
  }
}

/// Triangles, points and splats in one order; with particles, some of whose slots are empty.
Objects one_of_each_kind(bool with_particles) {
  const auto splats = std::make_shared<const Model>(make_splat_scene(400, 1));
  Objects objects{{{"soup", {.name = "a"}}, soup(200)},
                  {{"cloud", {.name = "b", .placement = {.position = {0.2f, 0, 0}}}}, cloud(200)},
                  {{"splats", {.name = "c", .placement = {.position = {0, 0, -2}, .scale = 0.4f}}}, splats}};
  if (!with_particles) return objects;
  const auto fountain = std::make_shared<ParticleSystem>(fountain_with_smoke(), 1000, 7);
  for (int step = 0; step < 30; ++step) fountain->step();
  objects.push_back({{}, fountain});
  return objects;
}

TEST_F(Culling, OfSeveralObjectsThePictureIsTheSame) {
  choice.check_order = true;
  choice.algorithm = "gl.radix";
  for (const bool with_particles : {false, true}) {
    const auto frame = make_frame();
    frame->set_scene(Scene(one_of_each_kind(with_particles)));
    frame->set_paused(true);
    int turn = 0;
    for (const auto& [name, view] : cameras()) {
      camera = view;
      look.splat_style = static_cast<SplatStyle>(turn % 3);
      look.samples = turn++ % 4 == 1 ? 4 : 1;
      SCOPED_TRACE(name);
      const Picture expected = picture_culled(*frame, false);
      const std::uint32_t all = frame->draw(camera, look, choice, canvas.target(), true).elements;
      const FrameStats report = draw_culled(*frame, true);
      EXPECT_EQ(canvas.read(), expected);
      EXPECT_TRUE(report.wanted.cull);
      EXPECT_EQ(report.message, "");
      EXPECT_TRUE(report.check_result.is_right()) << report.check_result.order.sentence();
      ASSERT_TRUE(report.kept);
      EXPECT_LT(*report.kept, std::string_view(name).starts_with("from within") ? all / 2 : all);
      look.splat_scale = turn % 2 == 0 ? 1.0f : 2.0f;  // the next ones reach farther
    }
  }
}

TEST_F(Culling, ScenesMayChangeAtAnyTime) {
  choice.check_order = true;
  choice.algorithm = "gl.radix";
  camera = cameras()[1].second;
  const auto frame = make_frame();
  std::mt19937 random(2);
  for (std::uint32_t i = 0; i < 30; ++i) {
    const std::uint32_t n = i % 10 == 0 ? i / 10 : 1 + static_cast<std::uint32_t>(random() % 5000);
    frame->set_scene(random() % 2 == 0 ? soup(n, i) : cloud(n, i));
    if (random() % 2 == 0) draw_culled(*frame, random() % 2 == 0, false);
    const Picture culled = picture_culled(*frame, true);
    EXPECT_EQ(culled, picture_culled(*frame, false)) << "scene " << i << " of " << n;
  }
}

TEST_F(Culling, AModelTooLargeForShadersIsSortedWhole) {
  GladGLContext small = gl;
  small.GetInteger64v = [](GLenum name, GLint64* value) {
    reinterpret_cast<PFNGLGETINTEGER64VPROC>(HeadlessContext::proc()("glGetInteger64v"))(name, value);
    if (name == GL_MAX_SHADER_STORAGE_BLOCK_SIZE) *value = 1 << 10;
  };
  SceneRenderer frame(small, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(cloud(300));
  camera = cameras()[2].second;
  choice.algorithm = "gl.radix";
  const Picture expected = picture_culled(frame, false);
  for (int i = 0; i < 2; ++i) {
    const FrameStats report = draw_culled(frame, true);
    EXPECT_EQ(canvas.read(), expected);
    EXPECT_FALSE(report.wanted.cull);
  }
}

}  // namespace
}  // namespace farfirst::app
