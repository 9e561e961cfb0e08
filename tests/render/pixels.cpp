// Pixels of the final picture.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "scene/fountain.h"
#include "scene/particles.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

class Pixels : public FrameTest {
 protected:
  static constexpr std::uint32_t red = rgba(220, 40, 30, 128);
  static constexpr std::uint32_t green = rgba(30, 200, 60, 180);

  static Model square(float z, std::uint32_t color) {
    Model model;
    add_square(model, {0, 0, z}, 3.0f, color);
    return model;
  }
  /// A green square in front of a red one, in either order in the file.
  static Model two_squares(bool far_one_first) {
    Model model;
    add_square(model, {0, 0, far_one_first ? -2.0f : -1.0f}, 3.0f, far_one_first ? red : green);
    add_square(model, {0, 0, far_one_first ? -1.0f : -2.0f}, 3.0f, far_one_first ? green : red);
    return model;
  }
};

TEST_F(Pixels, FarFirstIsOverAndNearFirstIsItsReverse) {
  const Pixel near_green = middle_of(square(-1, green));
  const Pixel far_red = middle_of(square(-2, red));
  EXPECT_NEAR(near_green[3], 180, 1);
  EXPECT_NEAR(far_red[3], 128, 1);
  ASSERT_GT(std::abs(over(near_green, far_red)[0] - over(far_red, near_green)[0]), 20) << "or nothing is tested";
  for (const VertexFetch fetch : {VertexFetch::expanded, VertexFetch::pulled}) {
    for (const bool far_one_first : {false, true}) {
      for (const Metric metric : {Metric::radial, Metric::view_depth}) {
        choice.metric = metric;
        choice.draw_order = DrawOrder::back_to_front;
        expect_near(middle_of(two_squares(far_one_first), fetch), over(near_green, far_red), 2);
        choice.draw_order = DrawOrder::front_to_back;
        expect_near(middle_of(two_squares(far_one_first), fetch), over(far_red, near_green), 2);
      }
      choice.draw_order = DrawOrder::file_order;
      expect_near(middle_of(two_squares(far_one_first), fetch),
                  far_one_first ? over(near_green, far_red) : over(far_red, near_green), 2);
    }
  }
}

TEST_F(Pixels, PointsHaveTheColorOfTheFileExactly) {
  Model model;
  add_point(model, {0, 0, -2}, red);
  add_point(model, {0, 0, -1}, green);
  look.point_size = 30;
  const Pixel near_green{static_cast<int>(std::lround(30 * 180 / 255.0)),
                         static_cast<int>(std::lround(200 * 180 / 255.0)),
                         static_cast<int>(std::lround(60 * 180 / 255.0)), 180};
  const Pixel far_red{static_cast<int>(std::lround(220 * 128 / 255.0)), static_cast<int>(std::lround(40 * 128 / 255.0)),
                      static_cast<int>(std::lround(30 * 128 / 255.0)), 128};
  expect_near(middle_of(model), over(near_green, far_red), 2);
  choice.draw_order = DrawOrder::front_to_back;
  expect_near(middle_of(model), over(far_red, near_green), 2);
}

TEST_F(Pixels, PointsAreRoundWithASoftEdge) {
  Model model;
  add_point(model, {0, 0, -1}, rgba(255, 255, 255));
  look.point_size = 21;
  SceneRenderer frame(gl);
  frame.set_scene(std::make_shared<const Model>(model));
  draw_middle(frame);
  const std::vector<std::uint8_t> bytes = canvas.read();
  double area = 0;
  bool soft = false;
  for (std::size_t i = 3; i < bytes.size(); i += 4) {
    area += bytes[i] / 255.0;
    soft = soft || (bytes[i] > 30 && bytes[i] < 225);
  }
  EXPECT_NEAR(area, 3.14159 / 4 * 21 * 21, 8.0);
  EXPECT_TRUE(soft);
  EXPECT_EQ(canvas.pixel(32 + 10, 32 + 10)[3], 0) << "outside of the disc, inside of the sprite";
}

TEST_F(Pixels, PointsWithoutColorsAndNormalsGetDarkerWithDepth) {
  Model model;
  for (const glm::vec3& position : {glm::vec3(-0.5f, 0, -1), glm::vec3(1, 0, -2)}) model.positions.push_back(position);
  compute_bounds(model);
  look.point_size = 10;
  look.color = glm::vec3(1.0f);
  middle_of(model);
  EXPECT_EQ(canvas.pixel(16, 32), (Pixel{255, 255, 255, 255}));
  EXPECT_LT(canvas.pixel(48, 32)[0], 120);
  EXPECT_GT(canvas.pixel(48, 32)[0], 60);

  model.positions.resize(1);  // bounds without depth
  compute_bounds(model);
  middle_of(model);
  EXPECT_EQ(canvas.pixel(16, 32), (Pixel{255, 255, 255, 255}));
}

TEST_F(Pixels, MeasureDecidesBetweenPoints) {
  Model model;
  add_point(model, {0.0f, 0, -2.0f}, red);    // depth 2, distance 2
  add_point(model, {1.0f, 0, -1.9f}, green);  // depth 1.9, distance 2.15
  look.point_size = 40;
  choice.metric = Metric::radial;
  SceneRenderer frame(gl);
  frame.set_scene(std::make_shared<const Model>(model));
  draw_middle(frame);
  const Pixel red_on_top = canvas.pixel(40, 32);
  choice.metric = Metric::view_depth;
  draw_middle(frame);
  const Pixel green_on_top = canvas.pixel(40, 32);
  EXPECT_GT(red_on_top[0], green_on_top[0] + 20);
  EXPECT_GT(green_on_top[1], red_on_top[1] + 20);
}

TEST_F(Pixels, RepresentativeDecidesBetweenTriangles) {
  // A long green triangle from near to far, and a red square across it in the middle.
  Model model = square(-5, red);
  for (const glm::vec3 corner : {glm::vec3(-1, -0.5f, -1), glm::vec3(1, -0.5f, -1), glm::vec3(0, 1, -30)}) {
    model.positions.push_back(corner);
    model.normals.emplace_back(0, 1, 0);
    model.colors.push_back(green);
  }
  for (const std::uint32_t corner : {4u, 5u, 6u}) model.triangles.push_back(corner);
  compute_bounds(model);
  const auto red_in = [&](SortPoint sort_point) {
    choice.sort_point = sort_point;
    return middle_of(model)[0];
  };
  const int green_on_top = red_in(SortPoint::nearest);  // 1.1: drawn last
  const int red_on_top = red_in(SortPoint::farthest);   // 30: drawn first
  EXPECT_GT(red_on_top, green_on_top + 20);
  EXPECT_EQ(red_in(SortPoint::mean), red_on_top);      // of squares: far
  EXPECT_EQ(red_in(SortPoint::centroid), red_on_top);  // z = -10.7
}

TEST_F(Pixels, OpacityZeroIsNothingAndOneHidesAll) {
  const Model model = two_squares(true);
  look.background = true;
  look.background_top = look.background_bottom = glm::vec3(100 / 255.0f, 150 / 255.0f, 200 / 255.0f);
  look.fresnel = 1.0f;
  look.opacity = 0.0f;
  expect_near(middle_of(model), {100, 150, 200, 255}, 1);

  look.opacity = 1.0f;
  Model opaque = model;
  for (std::uint32_t& color : opaque.colors) color |= 0xFF000000u;
  expect_near(middle_of(opaque), middle_of(square(-1, green | 0xFF000000u)), 1);
}

TEST_F(Pixels, OpacityMultipliesTheAlphaOfTheFile) {
  look.opacity = 0.5f;
  EXPECT_NEAR(middle_of(square(-1, rgba(200, 200, 200, 100)))[3], 50, 1);
  EXPECT_NEAR(middle_of(square(-1, rgba(200, 200, 200, 255)))[3], 128, 1);
}

TEST_F(Pixels, OpacityRisesWhereASurfaceIsSeenEdgeOn) {
  Model tilted = square(-1, green);
  for (glm::vec3& normal : tilted.normals) normal = glm::normalize(glm::vec3(1, 0, 0.15f));
  look.opacity = 0.3f;
  const int head_on = middle_of(square(-1, green))[3];
  EXPECT_EQ(middle_of(tilted)[3], head_on) << "fresnel is off";
  look.fresnel = 0.7f;
  EXPECT_NEAR(middle_of(square(-1, green))[3], head_on, 1);
  EXPECT_GT(middle_of(tilted)[3], head_on + 50);
}

TEST_F(Pixels, SurfacesHaveTwoSides) {
  Model turned = square(-1, green);
  for (glm::vec3& normal : turned.normals) normal = -normal;
  for (std::size_t i = 0; i < turned.triangles.size(); i += 3) std::swap(turned.triangles[i], turned.triangles[i + 1]);
  expect_near(middle_of(turned), middle_of(square(-1, green)), 1);
  look.shading = Shading::flat;
  expect_near(middle_of(turned), middle_of(square(-1, green)), 1);
}

TEST_F(Pixels, DegenerateNormalsAreStillLit) {
  const Pixel lit = middle_of(square(-1, green));
  for (const glm::vec3 normal : {glm::vec3(0), glm::vec3(nan), glm::vec3(infinity, 0, 0)}) {
    Model model = square(-1, green);
    for (glm::vec3& n : model.normals) n = normal;
    expect_near(middle_of(model), lit, 2);
  }
  Model without = square(-1, green);
  without.normals.clear();
  expect_near(middle_of(without), lit, 2);
  Model opposite = square(-1, green);  // interpolates through zero
  opposite.normals = {{0, 0, 1}, {0, 0, -1}, {0, 0, 1}, {0, 0, -1}};
  EXPECT_GT(middle_of(opposite)[1], 40);
}

TEST_F(Pixels, PositionsThatAreNotFiniteAreNotDrawn) {
  const Pixel clean = middle_of(square(-1, green));
  for (const float bad : {nan, infinity, -infinity}) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const VertexFetch fetch : {VertexFetch::expanded, VertexFetch::pulled}) {
        Model model = square(-1, green);
        add_square(model, {0, 0, -0.5f}, 3, red);
        for (const std::size_t corner : {4u, 6u}) model.positions[corner][axis] = bad;  // both triangles have one
        compute_bounds(model);
        EXPECT_EQ(middle_of(model, fetch), clean);
      }
      Model cloud;
      add_point(cloud, {0, 0, -1}, green);
      const Pixel one = middle_of(cloud);
      add_point(cloud, {0, 0, -1}, red);
      cloud.positions[1][axis] = bad;
      EXPECT_EQ(middle_of(cloud), one);
    }
  }
}

TEST_F(Pixels, HugeAndTinyPositionsDrawWithoutComplaint) {
  Model model = square(-1, green);
  add_square(model, {0, 0, -1e38f}, 1e38f, red);
  add_square(model, {0, 0, -1e-40f}, 1e-42f, red);
  add_square(model, {1e30f, 0, -1e-3f}, 3e38f, red);
  compute_bounds(model);
  EXPECT_EQ(middle_of(model)[3], middle_of(square(-1, green))[3]);
}

TEST_F(Pixels, MeshCanBeDrawnAsPoints) {
  Model model = square(-1, green);
  choice.primitive = Primitive::points;
  look.point_size = 10;
  SceneRenderer frame(gl);
  frame.set_scene(std::make_shared<const Model>(model));
  const FrameStats points = frame.draw(camera, look, choice, canvas.target(), true);
  EXPECT_EQ(points.elements, 4u);
  EXPECT_EQ(canvas.middle()[3], 0) << "its corners are outside of the picture";
  choice.primitive = Primitive::triangles;
  const FrameStats triangles = frame.draw(camera, look, choice, canvas.target(), true);
  EXPECT_EQ(triangles.elements, 2u);
  EXPECT_GT(canvas.middle()[3], 100);
}

TEST_F(Pixels, ColorsOfTheFileCanBeSwitchedOff) {
  look.color = glm::vec3(0, 0, 1);
  const Pixel own = middle_of(square(-1, green));
  look.use_file_colors = false;
  const Pixel plain_blue = middle_of(square(-1, green));
  EXPECT_GT(own[1], own[2]);
  EXPECT_GT(plain_blue[2], plain_blue[1]);
  EXPECT_EQ(plain_blue[3], 255) << "the alpha belongs to the colours of the file";
}

// Without normals colours are kept elsewhere (host_elements.h).
TEST_F(Pixels, ColorsOfTheFileAreThereWithoutNormalsToo) {
  look.point_size = 6;
  Model model;
  for (const float x : {-0.4f, 0.0f, 0.4f}) model.positions.emplace_back(x, 0, -1);
  model.colors = {rgba(255, 0, 0), rgba(0, 255, 0), rgba(0, 0, 255)};
  compute_bounds(model);
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(std::make_shared<const Model>(model));
  for (const char* renderer : {"raster", "tiles", "cpu", "exact"}) {
    look.renderer = renderer;
    const Pixel middle = draw_middle(frame);
    EXPECT_GT(middle[1], 100) << renderer;
    EXPECT_EQ(middle[0] + middle[2], 0) << renderer;
  }
}

TEST_F(Pixels, BackgroundIsAGradientAndNothingWithoutOne) {
  SceneRenderer frame(gl);
  EXPECT_EQ(draw_middle(frame), (Pixel{0, 0, 0, 0}));
  look.background = true;
  look.background_top = glm::vec3(1);
  look.background_bottom = glm::vec3(0);
  draw_middle(frame);
  EXPECT_LT(canvas.pixel(32, 0)[0], 40);
  EXPECT_GT(canvas.pixel(32, 63)[0], 240);
  expect_near(canvas.middle(), {188, 188, 188, 255}, 3);  // half of the light, not half of the number
  const std::vector<std::uint8_t> bytes = canvas.read();
  for (std::size_t i = 3; i < bytes.size(); i += 4) ASSERT_EQ(bytes[i], 255);
}

TEST_F(Pixels, FetchingVerticesEitherWayGivesTheSamePicture) {
  Model model;
  std::uint32_t state = 12345;
  const auto random = [&] { return static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) / 16777216.0f; };
  for (int i = 0; i < 300; ++i) {
    const float x = 4 * random() - 2, y = 4 * random() - 2, z = -1 - 3 * random();
    add_square(model, {x, y, z}, 0.5f * random(), rgba(state & 255, (state >> 8) & 255, (state >> 16) & 255, 100));
  }
  look.background = true;
  look.fresnel = 0.7f;
  for (const Shading shading : {Shading::smooth, Shading::flat}) {
    look.shading = shading;
    middle_of(model, VertexFetch::expanded);
    const std::vector<std::uint8_t> expanded = canvas.read();
    middle_of(model, VertexFetch::pulled);
    EXPECT_EQ(canvas.read(), expanded);
  }
}

TEST_F(Pixels, ShuffledIsTheSameForTheSameSeed) {
  Model model;
  for (int i = 0; i < 200; ++i) {
    add_square(model, {0, 0, -1 - 0.01f * static_cast<float>(i)}, 3, i % 2 == 0 ? red : green);
  }
  choice.draw_order = DrawOrder::shuffled;
  choice.seed = 3;
  const Pixel first = middle_of(model);
  EXPECT_EQ(middle_of(model), first);
  bool differs = false;
  for (choice.seed = 4; choice.seed < 12; ++choice.seed) differs = differs || middle_of(model) != first;
  EXPECT_TRUE(differs);
}

TEST_F(Pixels, ParticlesMoveOnlyWhenTheyAreNotPaused) {
  const auto draw_all = [&](SceneRenderer& frame, const std::shared_ptr<ParticleSystem>& particles) {
    camera.fit(particles->bounds(), 1.0f);
    const FrameStats report = frame.draw(camera, look, choice, canvas.target(), true);
    EXPECT_EQ(report.elements, particles->slots());
    return canvas.read();
  };
  look.background = true;
  auto particles = std::make_shared<ParticleSystem>(fountain_with_smoke(), 2000, 5);
  SceneRenderer frame(gl);
  frame.set_scene(particles);
  EXPECT_FALSE(frame.bounds().empty());
  const auto first = draw_all(frame, particles);
  const std::uint64_t steps = particles->steps();
  frame.set_paused(true);
  EXPECT_EQ(draw_all(frame, particles), first);
  EXPECT_EQ(particles->steps(), steps);
  frame.set_paused(false);
  for (int i = 0; i < 5; ++i) draw_all(frame, particles);
  EXPECT_EQ(particles->steps(), steps + 5);
  EXPECT_NE(draw_all(frame, particles), first);

  SceneRenderer again(gl);
  auto same = std::make_shared<ParticleSystem>(fountain_with_smoke(), 2000, 5);
  again.set_scene(same);
  EXPECT_EQ(draw_all(again, same), first) << "the same seed and step, the same picture";
}

}  // namespace
}  // namespace farfirst::app
