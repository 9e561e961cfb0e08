// Coverage of renderers that round corners to 1/256 of a pixel: every triangle adds 1 to each sample that it covers.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <string_view>

#include "object/buffer.h"
#include "render/cpu/drawing.h"
#include "render/frame_block.h"
#include "render/tiles/tiles.h"
#include "scene/objects.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

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

class Coverage : public FrameTest, public testing::WithParamInterface<const char*> {
 protected:
  static constexpr int width = 96, height = 80;

  Coverage() {
    picture_.resize(width, height);
    block_.camera.view = glm::mat4(1.0f);
    block_.camera.projection = glm::mat4(1.0f);
    block_.camera.viewport = {width, height};
    block_.look.opacity = 1.0f;
  }

  /// How often the renderer covers each pixel's middle. With this much memory in bytes, or as much as it wants.
  Counts counted(const Model& model, std::size_t memory = 0) {
    return GetParam() == std::string_view("tiles") ? counted_by_tiles(model, memory) : counted_by_cpu(model, memory);
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

  /// The same of objects.
  Counts counted(const Objects& objects) {
    const auto elements = make_multi_object_elements(gpu_, Scene(objects), /*between=*/false);
    const std::uint32_t count = elements->elements(Primitive::automatic, IndexLayout::elements).count();
    if (GetParam() == std::string_view("tiles")) return counted_by_tiles(*elements, count, 0);
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    const glm::ivec2 middle(8, 8);
    cpu::DrawInput input =
        cpu::draw_input_of(elements->host_arrays(true, look), order, block_, 1, std::span(&middle, 1));
    for (cpu::DrawInput& part : input.parts) part.counts_coverage = true;
    return counted_by_cpu(input, 0);
  }

  FrameBlock block_{};

 private:
  Counts counted_by_tiles(const Model& model, std::size_t memory) {
    const auto elements = make_elements(gl, std::make_shared<const Model>(model), IndexLayout::elements);
    return counted_by_tiles(*elements, static_cast<std::uint32_t>(model.triangle_count()), memory);
  }

  Counts counted_by_tiles(GpuGeometry& elements, std::uint32_t count, std::size_t memory) {
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) order[i] = i;
    const gl::Buffer orders(gl, order.size() * 4, order.data()), block(gl, sizeof block_, &block_);
    const auto renderer = tiles::make({gpu_});
    Counts counts;
    for (int draw = 0; draw < 2; ++draw) {  // the second one knows how many pairs there are
      gl.BindBufferBase(GL_UNIFORM_BUFFER, 0, block.name());
      const DrawnElements drawn = elements.drawn(true, IndexLayout::elements, look);
      elements.will_be_drawn();
      renderer->draw({.elements = drawn,
                      .order = {.buffer = orders.name(), .words = count, .are_triangles = true},
                      .memory = memory > 0 ? memory : std::size_t{1} << 30},
                     picture_);
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

  Counts counted_by_cpu(const Model& model, std::size_t memory) {
    std::vector<StoredVertex> vertices;
    for (const glm::vec3& position : model.positions) vertices.push_back({position, 0});
    std::vector<std::uint32_t> order(model.triangle_count());
    std::iota(order.begin(), order.end(), 0u);
    cpu::DrawInput input;
    input.vertices = vertices.data();
    input.vertex_count = static_cast<std::uint32_t>(vertices.size());
    input.corners = model.triangles.data();
    input.order = order.data();
    input.count = input.elements = static_cast<std::uint32_t>(order.size());
    input.view = block_;
    input.positions[0] = {8, 8};
    input.counts_coverage = true;
    return counted_by_cpu(input, memory);
  }

  static Counts counted_by_cpu(const cpu::DrawInput& input, std::size_t memory) {
    std::vector<float> picture(std::size_t{4} * width * height);
    cpu::Drawing(2).draw(input, memory > 0 ? memory : std::size_t{1} << 30, picture);
    Counts counts;
    for (std::size_t i = 0; i < picture.size(); i += 4) counts.push_back(static_cast<int>(picture[i]));
    return counts;
  }

  const std::vector<gl::ShaderFile> files_ = counting_shaders();
  GpuContext gpu_{gl, HeadlessContext::proc(), files_};
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

TEST_P(Coverage, IsThatOfWholeNumbers) {
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
    // The shader rounds a position to the nearest 1/256; here it is already a multiple, give or take.
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

TEST_P(Coverage, AClosedSurfaceIsCoveredOnceInFrontAndOnceBehind) {
  Camera perspective = looking_along_z();
  block_.camera.projection = perspective.projection(static_cast<float>(width) / height);
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

TEST_P(Coverage, FromWithinAClosedSurfaceIsCoveredOnce) {
  Camera perspective = looking_along_z();
  block_.camera.projection = perspective.projection(static_cast<float>(width) / height);
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

TEST_P(Coverage, NeighboursShareTheirEdgesThroughThePlaneOfTheEye) {
  // A floor from before the eye to behind it, in squares of all sizes: below the horizon each pixel is covered once.
  Camera perspective = looking_along_z();
  block_.camera.projection = perspective.projection(static_cast<float>(width) / height);
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

TEST_P(Coverage, ChunksOfAnySizeCountTheSame) {
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

/// The transforms that all renderers apply.
TEST_P(Coverage, ObjectsAreCoveredAsTheyStand) {
  camera.field_of_view = 60;
  block_.camera.projection = camera.projection(static_cast<float>(width) / height);
  std::mt19937 random(9);
  std::uniform_real_distribution<float> any(-1, 1);
  Objects objects;
  Model scattered;
  for (int i = 0; i < 300; ++i) {
    const glm::vec3 middle(any(random), any(random), any(random));
    for (std::uint32_t corner = 0; corner < 3; ++corner) {
      scattered.triangles.push_back(static_cast<std::uint32_t>(scattered.positions.size()));
      scattered.positions.push_back(middle + 0.4f * glm::vec3(any(random), any(random), any(random)));
    }
  }
  const auto model = std::make_shared<const Model>(scattered);
  for (int i = 0; i < 3; ++i)
    objects.push_back({{"a",
                        {.name = {},
                         .placement = {.position = {any(random), any(random), -3},
                                       .rotation = {70 * any(random), 90 * any(random), 40},
                                       .scale = 0.7f}}},
                       model});
  const Counts found = counted(objects);
  // By hand, as OpenGL's shaders move vertices: each rounded once.
  Model moved;
  for (std::size_t object = 0; object < objects.size(); ++object) {
    const std::array<float, 12> rows = rows_of(Scene(objects).to_scene(object));
    for (const glm::vec3& p : scattered.positions) {
      moved.triangles.push_back(static_cast<std::uint32_t>(moved.positions.size()));
      const auto row = [&](std::size_t i) {
        return ((p.x * rows[i] + p.y * rows[i + 1]) + p.z * rows[i + 2]) + rows[i + 3];
      };
      moved.positions.emplace_back(row(0), row(4), row(8));
    }
  }
  EXPECT_EQ(found, counted(moved));
  EXPECT_GT(*std::ranges::max_element(found), 10);
}

INSTANTIATE_TEST_SUITE_P(Of, Coverage, testing::Values("tiles", "cpu"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace farfirst::app
