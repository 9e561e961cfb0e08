// The renderer `tiles`: exact coverage, lists of all sizes, chunks, and the pictures of `raster`.

#include "render/tiles/tiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "fine_pictures.h"
#include "render/frame_block.h"
#include "scene/source.h"

namespace farfirst::app {
namespace {

// ---- Coverage: every triangle adds 1 to each sample that it covers

/// The kind `triangle`, but with a colour that is added, and hides nothing.
std::vector<gl::ShaderFile> counting_shaders() {
  static std::string triangle;
  std::vector<gl::ShaderFile> files(gl::viewer_shaders().begin(), gl::viewer_shaders().end());
  for (gl::ShaderFile& file : files) {
    if (file.name != "elements/triangle.glsl") continue;
    triangle = file.text;
    const std::string head = "vec4 color_at(Surface surface, vec3 face_normal) {\n";
    triangle.insert(triangle.find(head) + head.size(), "  return vec4(1.0, 0.0, 0.0, 0.0);\n");
    file.text = triangle;
  }
  return files;
}

using Corner = glm::i64vec2;  // in 1/256 of a pixel
using Counts = std::vector<int>;

class Coverage : public FrameTest {
 protected:
  static constexpr int width = 96, height = 80;

  Coverage() {
    picture_.resize(width, height);
    block_.view = glm::mat4(1.0f);
    block_.projection = glm::mat4(1.0f);
    block_.viewport = {width, height};
    block_.opacity = 1.0f;
  }

  /// How often each pixel's middle is covered, by the renderer.
  Counts counted(const Model& model, std::size_t memory = 0) {
    const auto count = static_cast<std::uint32_t>(model.triangle_count());
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) order[i] = i;
    const gl::Buffer orders(gl, order.size() * 4, order.data()), block(gl, sizeof block_, &block_);
    const auto elements = make_elements(gl, std::make_shared<const Model>(model), OrderWords::elements);
    const auto renderer = tiles::make({gl, library_, opengl_});
    if (memory > 0) renderer->limit_memory(memory);
    Counts counts;
    for (int draw = 0; draw < 2; ++draw) {  // the second one knows how many pairs there are
      gl.BindBufferBase(GL_UNIFORM_BUFFER, 0, block.name());
      renderer->draw(elements->drawn(true, OrderWords::elements, look),
                     {.buffer = orders.name(), .words = count, .are_triangles = true}, picture_, 1);
      std::vector<float> red(width * height);
      gl.BindFramebuffer(GL_READ_FRAMEBUFFER, picture_.framebuffer());
      gl.ReadPixels(0, 0, width, height, GL_RED, GL_FLOAT, red.data());
      Counts now(red.begin(), red.end());
      if (draw > 0) {
        EXPECT_EQ(now, counts);
      }
      counts = std::move(now);
    }
    return counts;
  }

  static glm::vec3 position(const Corner& corner) {
    // Exact: halves of the picture are few bits, and so is the place.
    const glm::dvec2 pixels = glm::dvec2(corner) / 256.0;
    return {static_cast<float>(pixels.x / (width / 2.0) - 1.0), static_cast<float>(pixels.y / (height / 2.0) - 1.0), 0};
  }
  static void add(Model& model, const Corner& a, const Corner& b, const Corner& c) {
    for (const Corner& corner : {a, b, c}) {
      model.triangles.push_back(static_cast<std::uint32_t>(model.positions.size()));
      model.positions.push_back(position(corner));
    }
  }

  FrameBlock block_{};

 private:
  const std::vector<gl::ShaderFile> files_ = counting_shaders();
  const gl::ShaderLibrary library_{files_, ""};
  OpenGlDevice opengl_{HeadlessContext::proc()};
  ColorTarget picture_{gl};
};

/// The reference: whole numbers, in 64 bits.
std::int64_t left_of(const Corner& a, const Corner& b, const Corner& p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}
bool is_covered(Corner a, Corner b, Corner c, const Corner& p) {
  const std::int64_t turn = left_of(a, b, c);
  if (turn == 0) return false;
  if (turn < 0) std::swap(b, c);
  const auto inside = [&](const Corner& from, const Corner& to) {
    const std::int64_t side = left_of(from, to, p);
    const Corner along = to - from;
    return side > 0 || (side == 0 && (along.y < 0 || (along.y == 0 && along.x > 0)));
  };
  return inside(a, b) && inside(b, c) && inside(c, a);
}

TEST_F(Coverage, IsThatOfWholeNumbers) {
  // A power of two, so that every 1/256 of a pixel is a float after the projection.
  std::mt19937 random(5);
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  for (const std::int64_t reach : {1, 40, 300, 3000, 40000, 1500000}) {
    SCOPED_TRACE(reach);
    Model model;
    std::vector<std::array<Corner, 3>> triangles;
    for (int i = 0; i < 150; ++i) {
      const Corner middle(between(0, 256 * width), between(0, 256 * height));
      std::array<Corner, 3> its;
      for (Corner& corner : its) corner = middle + Corner(between(-reach, reach), between(-reach, reach));
      if (i % 3 == 0) its[1] = Corner(its[0].x, its[1].y);  // upright edges
      if (i % 4 == 0) its[2] = Corner(its[2].x, its[0].y);  // level ones
      if (i % 5 == 0)                                       // through the middles of pixels
        for (Corner& corner : its) corner = corner / std::int64_t{256} * std::int64_t{256} + std::int64_t{128};
      triangles.push_back(its);
      add(model, its[0], its[1], its[2]);
    }
    // What the shader makes of a position is rounded to the nearest 1/256; here it is one already, give or take.
    Counts expected(width * height);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        for (const auto& [a, b, c] : triangles)
          expected[static_cast<std::size_t>(y * width + x)] += is_covered(a, b, c, {256 * x + 128, 256 * y + 128});
    EXPECT_EQ(counted(model), expected);
  }
}

Model ball(int rows, int columns, const glm::mat4& transform) {
  Model model;
  for (int y = 0; y <= rows; ++y)
    for (int x = 0; x < columns; ++x) {
      const float polar = 3.14159265f * static_cast<float>(y) / static_cast<float>(rows);
      const float azimuth = 6.2831853f * static_cast<float>(x) / static_cast<float>(columns);
      const glm::vec3 place = y == 0      ? glm::vec3(0, 1, 0)
                              : y == rows ? glm::vec3(0, -1, 0)
                                          : glm::vec3(std::sin(polar) * std::cos(azimuth), std::cos(polar),
                                                      std::sin(polar) * std::sin(azimuth));
      model.positions.push_back(glm::vec3(transform * glm::vec4(place, 1.0f)));
    }
  const auto at = [&](int y, int x) { return static_cast<std::uint32_t>(y * columns + x % columns); };
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      for (const std::uint32_t corner :
           {at(y, x), at(y + 1, x), at(y + 1, x + 1), at(y, x), at(y + 1, x + 1), at(y, x + 1)})
        model.triangles.push_back(corner);
  return model;
}

glm::mat4 turned(std::mt19937& random, float scale, const glm::vec3& to) {
  std::normal_distribution<float> normal;
  glm::vec3 a(normal(random), normal(random), normal(random)), b(normal(random), normal(random), normal(random));
  a = glm::normalize(a);
  b = glm::normalize(b - glm::dot(a, b) * a);
  return {glm::vec4(scale * a, 0), glm::vec4(scale * b, 0), glm::vec4(scale * glm::cross(a, b), 0), glm::vec4(to, 1)};
}

TEST_F(Coverage, AClosedSurfaceIsCoveredOnceInFrontAndOnceBehind) {
  Camera perspective = looking_along_z();
  perspective.near_plane = 0.05f;
  perspective.far_plane = 100.0f;
  block_.projection = perspective.projection(static_cast<float>(width) / height);
  std::mt19937 random(3);
  for (const auto& [rows, columns] : {std::pair{4, 6}, std::pair{24, 40}, std::pair{100, 150}})
    for (int i = 0; i < 3; ++i) {
      SCOPED_TRACE(std::to_string(rows) + " rows, " + std::to_string(i));
      const Counts counts =
          counted(ball(rows, columns, turned(random, 0.9f, {0.2f * static_cast<float>(i), 0, -2.5f})));
      std::map<int, int> histogram;
      for (const int count : counts) ++histogram[count];
      EXPECT_EQ(histogram[0] + histogram[2], width * height) << "odd counts are holes or doubled edges";
      EXPECT_GT(histogram[2], 500);
    }
}

TEST_F(Coverage, FromWithinAClosedSurfaceIsCoveredOnce) {
  Camera perspective = looking_along_z();
  perspective.near_plane = 0.001f;
  perspective.far_plane = 100.0f;
  block_.projection = perspective.projection(static_cast<float>(width) / height);
  std::mt19937 random(4);
  for (const float scale : {0.5f, 1.0f, 30.0f})
    for (int i = 0; i < 6; ++i) {
      SCOPED_TRACE(std::to_string(scale) + ", " + std::to_string(i));
      const glm::vec3 off = scale * glm::vec3(0.1f * static_cast<float>(i), 0.05f, -0.08f * static_cast<float>(i));
      for (const auto& [rows, columns] : {std::pair{4, 5}, std::pair{6, 8}, std::pair{40, 60}}) {
        const Counts counts = counted(ball(rows, columns, turned(random, scale, off)));
        EXPECT_EQ(std::ranges::count(counts, 1), width * height)
            << rows << " rows: " << std::ranges::count(counts, 0) << " holes, "
            << std::ranges::count_if(counts, [](int n) { return n > 1; }) << " doubled";
      }
    }
}

TEST_F(Coverage, NeighboursShareTheirEdgesThroughTheNearPlane) {
  // A floor from before the eye to behind it, in squares of all sizes: below the horizon each pixel is covered once.
  Camera perspective = looking_along_z();
  perspective.near_plane = 0.01f;
  perspective.far_plane = 1000.0f;
  block_.projection = perspective.projection(static_cast<float>(width) / height);
  for (const int squares : {1, 3, 16, 51}) {
    SCOPED_TRACE(squares);
    Model model;
    for (int z = 0; z <= squares; ++z)
      for (int x = 0; x <= squares; ++x) {
        const glm::vec2 place = glm::vec2(x, z) / static_cast<float>(squares) - glm::vec2(0.4567f, 0.512f);
        model.positions.emplace_back(400.0f * place.x, -0.31f, 400.0f * place.y);
      }
    const auto at = [&](int z, int x) { return static_cast<std::uint32_t>(z * (squares + 1) + x); };
    for (int z = 0; z < squares; ++z)
      for (int x = 0; x < squares; ++x)
        for (const std::uint32_t corner :
             {at(z, x), at(z + 1, x), at(z + 1, x + 1), at(z, x), at(z + 1, x + 1), at(z, x + 1)})
          model.triangles.push_back(corner);
    const Counts counts = counted(model);
    const auto below = std::span(counts).first(static_cast<std::size_t>(width * (height / 2 - 2)));
    EXPECT_EQ(std::ranges::count(below, 1), static_cast<std::ptrdiff_t>(below.size()));
    EXPECT_EQ(*std::ranges::max_element(counts), 1);
  }
}

TEST_F(Coverage, ChunksOfAnySizeCountTheSame) {
  std::mt19937 random(8);
  Model model;
  const auto place = [&](std::int64_t reach) {
    std::uniform_int_distribution<std::int64_t> any(-reach, reach);
    return Corner(128 * width + any(random), 128 * height + any(random));
  };
  for (int i = 0; i < 400; ++i) {
    const std::int64_t reach = i % 7 == 0 ? 20000 : 2500;
    add(model, place(reach), place(reach), place(reach));
  }
  const Counts expected = counted(model);
  for (const std::size_t pairs : {700, 3000, 20000}) EXPECT_EQ(counted(model, 32 * pairs), expected) << pairs;
}

// ---- Pictures

class TilePictures : public FinePictures {
 protected:
  std::vector<std::uint8_t> picture(Frame& frame, const char* renderer, const Canvas& canvas_of, int draws = 1) {
    look.renderer = renderer;
    for (int i = 0; i < draws; ++i) frame.draw(camera, look, choice, canvas_of.target(), true);
    return canvas_of.read();
  }
  /// Channels off by at most `most`, and pixels off by more than 1/255 at most this part.
  void expect_alike(const SceneSource& scene, int width, int height, int most, double part) {
    const Canvas its(gl, width, height);
    Frame frame(gl, VertexFetch::automatic, HeadlessContext::proc());
    frame.set_scene(scene);
    look.samples = 1;
    frame.set_paused(true);
    const std::vector<std::uint8_t> a = picture(frame, "raster", its), b = picture(frame, "tiles", its, 2);
    int largest = 0;
    std::size_t off = 0;
    for (std::size_t i = 0; i < a.size(); i += 4) {
      int pixel = 0;
      for (std::size_t c = i; c < i + 4; ++c) pixel = std::max(pixel, std::abs(a[c] - b[c]));
      largest = std::max(largest, pixel);
      off += pixel > 1 ? 1 : 0;
    }
    EXPECT_LE(largest, most);
    EXPECT_LE(static_cast<double>(off), part * static_cast<double>(a.size() / 4));
    EXPECT_NE(b, std::vector<std::uint8_t>(b.size(), b[0])) << "something is drawn";
  }
  SceneSource of(Model model) {
    compute_bounds(model);
    SceneSource scene;
    scene.kind = SceneKind::file;
    scene.model = std::make_shared<const Model>(std::move(model));
    return scene;
  }
};

TEST_F(TilePictures, AreThoseOfRasterInAnySize) {
  camera = looking_along_z();
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{1, 40}, std::pair{9, 8}, std::pair{513, 3}}) {
    SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
    Model model;
    for (int i = 0; i < 9; ++i)
      add_square(
          model,
          {0.11f * static_cast<float>(i - 4), 0.05f * static_cast<float>(i - 3), -2.0f - 0.1f * static_cast<float>(i)},
          0.2f + 0.2f * static_cast<float>(i), rgba(200, static_cast<unsigned>(20 * i), 90, 100));
    look.background = true;
    expect_alike(of(std::move(model)), width, height, 3, 0.02);
  }
}

TEST_F(TilePictures, OfAWholeWall) {
  constexpr int width = 7680, height = 4320;
  camera = looking_along_z();
  look.point_size = 40;
  Model model;
  const glm::vec3 corner(static_cast<float>(width) / height, 1, -1);
  for (const float x : {-1.0f, 1.0f})
    for (const float y : {-1.0f, 1.0f}) add_point(model, corner * glm::vec3(x, y, 1), rgba(200, 100, 50));
  Frame frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(of(std::move(model)));
  const std::vector<std::uint8_t> bytes = picture(frame, "tiles", Canvas(gl, width, height));
  std::size_t covered = 0;
  for (std::size_t i = 3; i < bytes.size(); i += 4) covered += bytes[i] == 255 ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(covered), 20 * 20 * 3.14159, 100) << "a quarter of each";
  for (const std::size_t x : {std::size_t{0}, std::size_t{width - 1}})
    for (const std::size_t y : {std::size_t{0}, std::size_t{height - 1}})
      EXPECT_EQ(bytes[4 * (y * width + x) + 3], 255);
}

/// Small, large and very large elements are listed at several levels, and have one order.
TEST_F(TilePictures, HaveOneOrderOverAllLevels) {
  camera = looking_along_z();
  std::mt19937 random(12);
  std::uniform_real_distribution<float> any(-1.0f, 1.0f);
  Model model;
  for (int i = 0; i < 600; ++i) {
    const float half = i % 9 == 0 ? 1.5f : i % 4 == 0 ? 0.4f : 0.03f;
    add_square(model, {any(random), any(random), -1.5f + 0.4f * any(random)}, half,
               rgba(static_cast<unsigned>(random() % 256), static_cast<unsigned>(random() % 256), 128, 40));
  }
  expect_alike(of(std::move(model)), 300, 200, 3, 0.002);
}

TEST_F(TilePictures, OfTenThousandLayers) {
  camera = looking_along_z();
  Model model;
  constexpr int layers = 10000;
  for (int i = 0; i < layers; ++i)
    add_square(model, {0, 0, -1.0f - 1e-4f * static_cast<float>(i)}, 0.1f, rgba(255, 255, 255, 255));
  look.opacity = 0.0002f;
  look.renderer = "tiles";
  Frame frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(of(std::move(model)));
  frame.draw(camera, look, choice, canvas.target(), true);
  EXPECT_NEAR(canvas.middle()[3], 255 * (1 - std::pow(1 - 0.0002, layers)), 2);
}

TEST_F(TilePictures, DrawDiscsWhoseMiddleIsOutside) {
  camera = looking_along_z();
  look.point_size = 500.0f;  // larger than any driver's points
  look.renderer = "tiles";
  Model model;
  add_point(model, {-2.6f, 0.0f, -1.0f}, rgba(255, 0, 0));
  add_point(model, {-2.7f, 0.1f, -1.0f}, rgba(255, 0, 0));
  Frame frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(std::make_shared<const Model>(model));
  frame.draw(camera, look, choice, canvas.target(), true);
  EXPECT_EQ(canvas.middle(), (Pixel{255, 0, 0, 255})) << "51 pixels beside the picture, and 250 wide";
}

}  // namespace
}  // namespace farfirst::app
