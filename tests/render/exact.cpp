// The renderer `exact`: its fragments against a reference on the CPU, bit for bit; its colours; and that neither its
// memory nor the order changes a picture.

#include "render/exact/exact.h"

#include <farfirst/keys.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "exact_depth.h"
#include "object/buffer.h"
#include "render/exact/bands.h"
#include "render/tiles/samples.h"
#include "render/tiles/tiles.h"
#include "scene/particles.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

using exact::Fragment;

constexpr int picture_size = 64;  // pixels of a picture, in each direction
constexpr int subpixels = 256;

/// A corner on the picture, in 1/256 of a pixel, and how far it is.
struct ExactCorner {
  int x = 0, y = 0;
  float depth = 1;
};
using Corners = std::array<ExactCorner, 3>;

/// Where it is in the world, for an eye at 0 that looks along -z and sees a right angle.
glm::vec3 position(const ExactCorner& corner) {
  const auto from_middle = [](int place) { return static_cast<float>(place) / (subpixels * picture_size / 2) - 1.0f; };
  return {corner.depth * from_middle(corner.x), corner.depth * from_middle(corner.y), -corner.depth};
}

std::int64_t left_of(const ExactCorner& a, const ExactCorner& b, const glm::i64vec2& p) {
  return (std::int64_t{b.x} - a.x) * (p.y - a.y) - (std::int64_t{b.y} - a.y) * (p.x - a.x);
}
bool is_covered_exactly(Corners t, const glm::i64vec2& p) {
  const std::int64_t turn = left_of(t[0], t[1], {t[2].x, t[2].y});
  if (turn == 0) return false;
  if (turn < 0) std::swap(t[1], t[2]);
  const auto inside = [&](const ExactCorner& from, const ExactCorner& to) {
    const std::int64_t side = left_of(from, to, p);
    return side > 0 || (side == 0 && (to.y < from.y || (to.y == from.y && to.x > from.x)));
  };
  return inside(t[0], t[1]) && inside(t[1], t[2]) && inside(t[2], t[0]);
}

class ExactPictures : public FrameTest {
 protected:
  ExactPictures() { picture_.resize(picture_size, picture_size); }

  /// The input of a draw.
  struct Drawing {
    std::shared_ptr<GpuGeometry> elements;
    bool triangles = true;
    std::vector<std::uint32_t> order{};
    int samples = 1;
    SortChoice sort{};
    std::size_t memory = std::size_t{1} << 30;
  };
  FrameBlock block_of(const SortChoice& sort) const {
    return frame_block(camera, look, Bounds{}, {picture_size, picture_size}, 1.0f, sort);
  }
  Drawing drawing_of(const Model& model) {
    Drawing result;
    result.elements = make_elements(gl, std::make_shared<const Model>(model), IndexLayout::elements);
    result.triangles = model.is_mesh();
    result.order.resize(model.is_mesh() ? model.triangle_count() : model.positions.size());
    std::iota(result.order.begin(), result.order.end(), 0u);
    return result;
  }

  /// In linear light, premultiplied; from the lower left.
  std::vector<glm::vec4> draw(Renderer& renderer, const Drawing& drawing, std::uint32_t count_buffer = 0,
                              std::uint32_t ids = 0) {
    const FrameBlock values = block_of(drawing.sort);
    const gl::Buffer order(gl, drawing.order.size() * 4, drawing.order.data()), block(gl, sizeof values, &values);
    gl.BindBufferBase(GL_UNIFORM_BUFFER, 0, block.name());
    renderer.draw({.elements = drawing.elements->drawn(drawing.triangles, IndexLayout::elements, look),
                   .order = {.buffer = order.name(),
                             .words = drawing.order.size(),
                             .count = count_buffer,
                             .ids = ids,
                             .are_triangles = drawing.triangles},
                   .view = {.block = values},
                   .samples = drawing.samples,
                   .memory = drawing.memory},
                  picture_);
    std::vector<glm::vec4> pixels(picture_size * picture_size);
    gl.BindFramebuffer(GL_READ_FRAMEBUFFER, picture_.framebuffer());
    gl.ReadPixels(0, 0, picture_size, picture_size, GL_RGBA, GL_FLOAT, pixels.data());
    return pixels;
  }

  RendererContext renderer_context() { return {gpu_}; }
  std::unique_ptr<exact::Exact> make() { return exact::make_exact(renderer_context()); }

  static float largest_difference(const std::vector<glm::vec4>& a, const std::vector<glm::vec4>& b) {
    float largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const glm::vec4 off = glm::abs(a[i] - b[i]);
      largest = std::max({largest, off.r, off.g, off.b, off.a});
    }
    return largest;
  }

 private:
  GpuContext gpu_{gl, HeadlessContext::proc()};
  ColorTarget picture_{gl};
};

Model model_of(const std::vector<Corners>& triangles, unsigned alpha = 100) {
  Model model;
  std::mt19937 random(9);
  for (const Corners& corners : triangles) {
    const std::uint32_t color = static_cast<std::uint32_t>(random()) % 0x1000000u | alpha << 24;
    for (const ExactCorner& corner : corners) {
      model.triangles.push_back(static_cast<std::uint32_t>(model.positions.size()));
      model.positions.push_back(position(corner));
      model.colors.push_back(color);
    }
  }
  compute_bounds(model);
  return model;
}

/// Through each other, at all angles; some stand twice, some reach beyond the picture, some are slivers.
std::vector<Corners> intersecting(int count) {
  std::mt19937 random(31);
  std::uniform_int_distribution<int> place(-8 * subpixels, (picture_size + 8) * subpixels), near(-2000, 2000),
      thin(-40, 40);
  std::uniform_real_distribution<float> depth(0.5f, 8.0f);
  std::vector<Corners> triangles;
  for (int i = 0; i < count; ++i) {
    Corners corners;
    const ExactCorner middle{place(random), place(random)};
    for (ExactCorner& corner : corners) {
      corner = {place(random), place(random), depth(random)};
      if (i % 3 == 1) corner = {middle.x + near(random), middle.y + near(random), corner.depth};
    }
    if (i % 7 == 2) corners[1] = {corners[0].x + thin(random), corners[0].y + thin(random), corners[1].depth};
    if (i % 6 == 5) corners = triangles.back();
    triangles.push_back(corners);
  }
  return triangles;
}

/// Each is above the next one, round and round: no order of the elements is right.
std::vector<Corners> cycle() {
  std::vector<Corners> triangles;
  for (int i = 0; i < 3; ++i) {
    const float turn = 2.0943951f * static_cast<float>(i);
    const auto at = [&](float along, float across, float depth) {
      const float x = along * std::cos(turn) - across * std::sin(turn),
                  y = along * std::sin(turn) + across * std::cos(turn);
      const auto place = [](float v) { return static_cast<int>(std::lround((32 + v) * subpixels)); };
      return ExactCorner{place(x), place(y), depth};
    };
    triangles.push_back({at(-25, -12, 3.0f), at(25, -9, 2.0f), at(-25, -6, 3.0f)});
  }
  return triangles;
}

TEST_F(ExactPictures, HaveTheFragmentsOfAReferenceBitForBit) {
  std::vector<Corners> triangles = intersecting(60);
  for (const Corners& corners : cycle()) triangles.push_back(corners);
  const Model model = model_of(triangles);
  Drawing drawing = drawing_of(model);
  const auto renderer = make();
  std::size_t compared = 0, crossings = 0;
  for (const Metric metric : {Metric::radial, Metric::view_depth})
    for (const int samples : {1, 4}) {
      SCOPED_TRACE(testing::Message() << samples << " samples, metric " << static_cast<int>(metric));
      drawing.sort.metric = metric;
      drawing.samples = samples;
      draw(*renderer, drawing);
      const FragmentDepths depths(block_of(drawing.sort));
      const std::vector<glm::ivec2> places = tiles::sample_positions(gl, samples);
      std::vector<std::uint32_t> before;  // elements of the pixel to the left
      for (int y = 1; y < picture_size; y += 5)
        for (int x = 0; x < picture_size; ++x) {
          const int s = (x + y) % samples;
          const glm::ivec2 sample = places[static_cast<std::size_t>(s)];
          std::vector<std::pair<std::uint32_t, std::uint32_t>> expected, found;  // key, element
          for (std::uint32_t i = 0; i < triangles.size(); ++i) {
            if (!is_covered_exactly(triangles[i], {subpixels * x + 16 * sample.x, subpixels * y + 16 * sample.y}))
              continue;
            const std::array its{model.positions[3 * i], model.positions[3 * i + 1], model.positions[3 * i + 2]};
            expected.emplace_back(depths.key(its, static_cast<float>(x) + static_cast<float>(sample.x) / 16,
                                             static_cast<float>(y) + static_cast<float>(sample.y) / 16),
                                  i);
          }
          std::ranges::sort(expected);
          for (const Fragment& fragment : renderer->fragments(x, y, s))
            found.emplace_back(fragment.key, fragment.element);
          ASSERT_EQ(found, expected) << x << ", " << y << ", sample " << s;
          compared += found.size();
          std::vector<std::uint32_t> elements;
          for (const auto& [key, element] : found) elements.push_back(element);
          std::vector<std::uint32_t> a = elements, b = before;
          std::ranges::sort(a);
          std::ranges::sort(b);
          crossings += x > 0 && a == b && elements != before ? 1 : 0;
          before = elements;
        }
    }
  EXPECT_GT(compared, 10000u);
  EXPECT_GT(crossings, 50u) << "the same elements in another order: they go through each other";
}

TEST_F(ExactPictures, KnowWhatIsInFrontInACycle) {
  const Drawing drawing = drawing_of(model_of(cycle()));
  const auto renderer = make();
  draw(*renderer, drawing);
  std::map<std::vector<std::uint32_t>, int> pairs;
  for (int y = 0; y < picture_size; ++y)
    for (int x = 0; x < picture_size; ++x) {
      std::vector<std::uint32_t> elements;
      for (const Fragment& fragment : renderer->fragments(x, y, 0)) elements.push_back(fragment.element);
      if (elements.size() == 2) ++pairs[elements];
    }
  ASSERT_EQ(pairs.size(), 3u);
  const bool first_before_second = pairs.contains({0, 1});
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::uint32_t next = (i + 1) % 3;
    EXPECT_GT((first_before_second ? pairs[{i, next}] : pairs[{next, i}]), 3) << i;
  }
}

TEST_F(ExactPictures, AreBlendedFromTheFarthestFragmentOn) {
  Drawing drawing = drawing_of(model_of(intersecting(80), 160));
  look.fresnel = 0.7f;
  const auto renderer = make();
  for (const int samples : {1, 4}) {
    drawing.samples = samples;
    const std::vector<glm::vec4> picture = draw(*renderer, drawing);
    for (int y = 0; y < picture_size; y += 7)
      for (int x = 0; x < picture_size; x += 3) {
        glm::dvec4 mean(0.0);
        for (int s = 0; s < samples; ++s) {
          glm::dvec4 color(0.0);
          for (const Fragment& fragment : renderer->fragments(x, y, s)) {
            const glm::dvec4 front(fragment.color);
            color = front + (1.0 - front.a) * color;
          }
          mean += color / static_cast<double>(samples);
        }
        const glm::vec4 found = picture[static_cast<std::size_t>(y * picture_size + x)];
        for (int c = 0; c < 4; ++c) EXPECT_NEAR(found[c], mean[c], 6e-4 * (1 + mean[c])) << x << ", " << y;  // halves
      }
  }
}

/// By the order of the elements, so that only the blending is compared.
TEST_F(ExactPictures, HaveTheColoursOfTiles) {
  const auto renderer = make();
  const auto other = tiles::make(renderer_context());
  look.exact_by = ExactBy::order;
  look.fresnel = 0.7f;
  Drawing drawing = drawing_of(model_of(intersecting(50), 120));
  for (const int samples : {1, 4}) {
    drawing.samples = samples;
    EXPECT_LT(largest_difference(draw(*renderer, drawing), draw(*other, drawing)), 2e-3f) << samples;
  }
  Model points;
  std::mt19937 random(3);
  std::uniform_real_distribution<float> any(-1, 1);
  for (int i = 0; i < 300; ++i)
    add_point(points, {any(random), any(random), -1.5f + 0.4f * any(random)},
              rgba(static_cast<unsigned>(random() % 256), 90, 200, 150));
  look.point_size = 5.5f;
  const Drawing cloud = drawing_of(points);
  EXPECT_LT(largest_difference(draw(*renderer, cloud), draw(*other, cloud)), 0.04f)
      << "tiles rounds centres to 1/256 of a pixel";
}

TEST_F(ExactPictures, OfElementsAsWholesAreThoseOfTheirOrder) {
  const auto renderer = make();
  const auto other = tiles::make(renderer_context());
  const std::vector<Corners> triangles = intersecting(60);
  const Model model = model_of(triangles, 140);
  Drawing drawing = drawing_of(model);
  const std::vector<glm::vec4> reference_picture = draw(*renderer, drawing);
  for (const SortPoint sort_point : {SortPoint::nearest, SortPoint::centroid}) {
    const FrameBlock values = block_of(drawing.sort);
    const Viewpoint view = keys::prepared({{values.camera.eye.x, values.camera.eye.y, values.camera.eye.z}, {}});
    const auto key = [&](std::uint32_t i) {
      const auto corner = [&](std::size_t k) {
        const glm::vec3& p = model.positions[3 * i + k];
        return keys::Point{p.x, p.y, p.z};
      };
      return sort_point == SortPoint::nearest
                 ? key_of_triangle<Metric::radial, SortPoint::nearest>(corner(0), corner(1), corner(2), view)
                 : key_of_triangle<Metric::radial, SortPoint::centroid>(corner(0), corner(1), corner(2), view);
    };
    drawing.sort.sort_point = sort_point;
    look.exact_by = ExactBy::element;
    std::vector<glm::vec4> finest;
    for (const Precision& precision : {Precision{}, Precision{10}, Precision{8, KeyForm::linear}}) {
      drawing.sort.precision = precision;
      const FrameBlock with_steps = block_of(drawing.sort);
      const keys::Steps steps{static_cast<std::uint32_t>(with_steps.keys.key_shift),
                              with_steps.keys.keys_are_linear != 0, with_steps.keys.key_farthest,
                              with_steps.keys.key_scale, with_steps.keys.key_last};
      std::ranges::sort(drawing.order, {}, [&](std::uint32_t i) {
        return std::pair(keys::with_fewer_bits<Metric::radial>(key(i), steps), i);
      });
      const std::vector<glm::vec4> wholes = draw(*renderer, drawing);
      EXPECT_LT(largest_difference(wholes, draw(*other, drawing)), 2e-3f) << text_of(precision);
      EXPECT_GT(largest_difference(wholes, reference_picture), 0.1f) << "they go through each other";
      if (precision.is_full()) {
        finest = wholes;
      } else {
        EXPECT_GT(largest_difference(wholes, finest), 0.1f) << text_of(precision);
      }
    }
  }
}

/// Bands, pixels of a tile, slices of a pixel's depth.
TEST_F(ExactPictures, AreTheSameInAnyMemory) {
  std::vector<Corners> triangles = intersecting(12);
  for (int i = 0; i < 40; ++i) {  // a tower of two pixels, in which some are as far as others
    const float near = 0.02f * static_cast<float>(i % 30);
    const int at = 20 * subpixels, wide = 2 * subpixels + i;
    triangles.push_back(
        {ExactCorner{at, at, 2 + near}, ExactCorner{at + wide, at, 3 - near}, ExactCorner{at, at + wide, 2.5f}});
  }
  for (const int samples : {1, 4}) {
    Drawing drawing = drawing_of(model_of(triangles));
    drawing.samples = samples;
    const auto renderer = make();
    const std::vector<glm::vec4> expected = draw(*renderer, drawing);
    EXPECT_NE(renderer->remark().find(", in 1 band"), std::string::npos) << renderer->remark();
    std::set<std::string> remarks{renderer->remark()};
    for (const std::size_t memory : {100'000u, 20'000u * samples, 0u}) {
      drawing.memory = memory;
      EXPECT_TRUE(draw(*renderer, drawing) == expected) << renderer->remark();
      EXPECT_TRUE(remarks.insert(renderer->remark()).second) << "another number of bands";
      if (memory > 50'000) {
        EXPECT_LE(renderer->gpu_bytes(), memory);
      }
    }
  }
}

TEST_F(ExactPictures, DoNotDependOnTheOrder) {
  Drawing drawing = drawing_of(model_of(intersecting(60)));
  const auto renderer = make();
  const std::vector<glm::vec4> expected = draw(*renderer, drawing);
  std::ranges::shuffle(drawing.order, std::mt19937(5));
  EXPECT_TRUE(draw(*renderer, drawing) == expected);
  std::ranges::fill(drawing.order, 7u);
  EXPECT_TRUE(draw(*renderer, drawing) == expected) << "not even if it is none";
}

TEST_F(ExactPictures, AreOfThoseThatAreKept) {
  const std::vector<Corners> triangles = intersecting(60);
  std::vector<std::uint32_t> ids;
  std::vector<Corners> kept;
  for (std::uint32_t i = 0; i < triangles.size(); i += 3) {
    ids.push_back(i);
    kept.push_back(triangles[i]);
  }
  const auto count = static_cast<std::uint32_t>(ids.size());
  ids.resize(triangles.size(), 0xFFFFFFFFu);
  const gl::Buffer id_buffer(gl, ids.size() * 4, ids.data()), count_buffer(gl, 4, &count);
  const auto renderer = make();
  const Drawing all = drawing_of(model_of(triangles));
  draw(*renderer, all, count_buffer.name(), id_buffer.name());
  std::vector<std::uint32_t> found;
  for (const Fragment& fragment : renderer->fragments(32, 32, 0)) found.push_back(fragment.element / 3);
  draw(*renderer, drawing_of(model_of(kept)));
  std::vector<std::uint32_t> expected;
  for (const Fragment& fragment : renderer->fragments(32, 32, 0)) expected.push_back(fragment.element);
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(found, expected);
}

TEST_F(ExactPictures, SortDiscsByTheirCentres) {
  Model model;
  std::mt19937 random(3);
  std::uniform_real_distribution<float> any(-0.2f, 0.2f);
  for (int i = 0; i < 40; ++i)
    add_point(model, i % 4 == 3 ? model.positions.back() : glm::vec3(any(random), any(random), -1.0f + any(random)),
              rgba(200, 90, 200, 150));
  look.point_size = 40.0f;
  const auto renderer = make();
  draw(*renderer, drawing_of(model));
  const std::vector<Fragment> fragments = renderer->fragments(32, 32, 0);
  ASSERT_GT(fragments.size(), 20u);
  for (std::size_t i = 0; i < fragments.size(); ++i) {
    const glm::vec3& p = model.positions[fragments[i].element];
    EXPECT_EQ(fragments[i].key, key_of_point<Metric::radial>({p.x, p.y, p.z}, keys::prepared(Viewpoint{})));
    if (i > 0) {
      EXPECT_LT(std::pair(fragments[i - 1].key, fragments[i - 1].element),
                std::pair(fragments[i].key, fragments[i].element));
    }
  }
}

/// Lists that are sorted by a thread, by a work group within its own memory and outside, and in slices.
TEST_F(ExactPictures, OfAnyNumberOfLayers) {
  for (const int layers : {20, 33, 1000, 1025, 5000, 40000}) {
    SCOPED_TRACE(layers);
    Model model;
    std::mt19937 random(7);
    std::uniform_int_distribution<int> layer(0, layers);
    const int at = 32 * subpixels, wide = 2 * subpixels;  // three pixels
    for (int i = 0; i < layers; ++i) {
      const float depth = 1.0f + static_cast<float>(layer(random)) / static_cast<float>(layers);  // ties, too
      for (const ExactCorner& corner :
           {ExactCorner{at, at, depth}, ExactCorner{at + wide, at, depth}, ExactCorner{at, at + wide, depth}}) {
        model.triangles.push_back(static_cast<std::uint32_t>(model.positions.size()));
        model.positions.push_back(position(corner));
        model.colors.push_back(rgba(255, 255, 255));
      }
    }
    compute_bounds(model);
    const double opacity = 1.0 / layers;
    look.opacity = static_cast<float>(opacity);
    const auto renderer = make();
    const std::vector<glm::vec4> picture = draw(*renderer, drawing_of(model));
    EXPECT_NEAR(picture[picture_size / 2 * picture_size + picture_size / 2].a, 1 - std::pow(1 - opacity, layers), 3e-3)
        << "alpha itself is rounded";
    if (layers > static_cast<int>(exact::deep_pixel)) continue;  // in several slices
    const std::vector<Fragment> fragments = renderer->fragments(picture_size / 2, picture_size / 2, 0);
    EXPECT_EQ(fragments.size(), static_cast<std::size_t>(layers));
    EXPECT_TRUE(std::ranges::is_sorted(
        fragments, {}, [](const Fragment& fragment) { return std::pair(fragment.key, fragment.element); }));
  }
}

TEST(ExactBands, HoldWhatFits) {
  std::vector<std::uint32_t> begins;
  const std::vector<std::uint32_t> tiles = {5, 0, 5, 11, 3, 4, 4, 0xFFFFFFFFu, 10};
  const auto bands = exact::bands_of(tiles, 0, tiles.size(), 10, begins);
  std::vector<std::array<std::uint32_t, 4>> found;
  for (const exact::Band& band : bands) found.push_back({band.first, band.end, band.fragments, band.is_deep ? 1u : 0u});
  EXPECT_EQ(found, (std::vector<std::array<std::uint32_t, 4>>{
                       {0, 3, 10, 0}, {3, 4, 0, 1}, {4, 6, 7, 0}, {6, 7, 4, 0}, {7, 8, 0, 1}, {8, 9, 10, 0}}));
  EXPECT_EQ(begins, (std::vector<std::uint32_t>{0, 5, 5, 0, 0, 3, 0, 0, 0}));
}

TEST(ExactBands, HoldPixelsAndSlicesThatFit) {
  std::vector<std::uint32_t> lists(128, 1);
  lists[20] = 0xFFFFFFFFu;  // of pixel 10
  const auto parts = exact::pixels_of(lists, 2, 12);
  std::uint32_t next = 0;
  for (const exact::Pixels& part : parts) {
    EXPECT_EQ(part.first, next);
    EXPECT_EQ(part.is_deep, part.first == 10);
    EXPECT_TRUE(part.fragments <= 12 || part.end == 11);
    next = part.end;
  }
  EXPECT_EQ(next, 64u);
  exact::Slices slices(10);
  for (std::uint32_t i = 0; i < 6; ++i) slices.add(100 * i, 100 * i + 99, i == 2 ? 0 : 4);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
  for (const exact::Slice& slice : slices.found()) found.emplace_back(slice.first, slice.last);
  EXPECT_EQ(found, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 199}, {300, 499}, {500, 599}}));
}

TEST(ExactBands, ShareOutElementsOfAllSizes) {
  const std::vector<exact::Group> groups = {
      {.pairs = 5000, .rows = 0x00070000u}, {.pairs = 0, .rows = 0x0000FFFFu}, {.pairs = 1, .rows = 0x00030003u}};
  const auto jobs = exact::jobs_of(groups, 4, 9);
  ASSERT_EQ(jobs.size(), 3u);
  EXPECT_EQ(jobs[2].first_pair, 4096u);
  EXPECT_EQ(exact::jobs_of(groups, 0, 3).size(), 4u);
  EXPECT_TRUE(exact::jobs_of(groups, 8, 9).empty());
}

}  // namespace
}  // namespace farfirst::app
