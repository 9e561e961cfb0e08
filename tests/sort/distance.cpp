// Tests of the distance job of every entry: points and triangles, both metrics, all sort_points, strides, and extreme
// positions. Compared with keys made one by one with keys.h and an order computed without the library.

#include <farfirst/keys.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "guarded.h"
#include "sizes.h"
#include "triangle_key.h"

namespace farfirst::test::distance {
namespace {

constexpr std::uint32_t seed = 1109;
using keys::Point;

/// Vertices, a stride between them and, for triangles, corner indices.
struct Scene {
  std::vector<Point> vertices;
  std::vector<std::uint32_t> corners;
  std::uint32_t stride = 12;
  SortPoint sort_point = SortPoint::centroid;

  std::vector<float> interleaved() const {
    std::vector<float> floats(vertices.size() * stride / 4, std::nanf(""));  // memory between positions is not read
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      floats[i * stride / 4] = vertices[i].x;
      floats[i * stride / 4 + 1] = vertices[i].y;
      floats[i * stride / 4 + 2] = vertices[i].z;
    }
    return floats;
  }
  std::uint32_t elements() const {
    return static_cast<std::uint32_t>(corners.empty() ? vertices.size() : corners.size() / 3);
  }
};

/// The scene in these buffers.
Source source_of(const Scene& scene, const Buffer& positions, const Buffer& corners) {
  Source source{.n = scene.elements(), .positions = positions, .stride = scene.stride, .sort_point = scene.sort_point};
  if (scene.corners.empty()) return source;
  source.triangles = corners;
  source.vertex_count = static_cast<std::uint32_t>(scene.vertices.size());
  return source;
}

std::vector<std::uint32_t> expected_keys(const Scene& scene, const DistanceJob& job) {
  const Viewpoint view =
      keys::prepared({{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}});
  const bool radial = job.metric == Metric::radial;
  std::vector<std::uint32_t> result;
  if (scene.corners.empty()) {
    for (const Point& p : scene.vertices) {
      result.push_back(radial ? key_of_point<Metric::radial>(p, view) : key_of_point<Metric::view_depth>(p, view));
    }
    return result;
  }
  for (std::size_t i = 0; i < scene.corners.size(); i += 3) {
    const Point a = scene.vertices[scene.corners[i]], b = scene.vertices[scene.corners[i + 1]],
                c = scene.vertices[scene.corners[i + 2]];
    result.push_back(radial ? triangle_key<Metric::radial>(scene.sort_point, a, b, c, view)
                            : triangle_key<Metric::view_depth>(scene.sort_point, a, b, c, view));
  }
  return result;
}

/// A float that is extreme half of the time.
float odd_float(std::mt19937& twister) {
  static constexpr float odd[] = {0.0f,
                                  -0.0f,
                                  1e-45f,
                                  -1e-39f,
                                  1e-20f,
                                  3e38f,
                                  -3e38f,
                                  1e19f,
                                  -1e-15f,
                                  std::numeric_limits<float>::infinity(),
                                  -std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::quiet_NaN()};
  const std::uint32_t word = static_cast<std::uint32_t>(twister());
  if (word % 8 == 0) return odd[(word >> 8) % std::size(odd)];
  if (word % 8 == 1) return std::bit_cast<float>(static_cast<std::uint32_t>(twister()));
  return static_cast<float>(twister()) * 0x1p-32f - 0.5f;
}

Scene make_scene(std::uint32_t vertices, std::uint32_t triangles, std::uint32_t stride, bool odd) {
  std::mt19937 twister(seed);
  Scene scene;
  scene.stride = stride;
  const auto number = [&] { return odd ? odd_float(twister) : static_cast<float>(twister() >> 20) * 0x1p-12f; };
  for (std::uint32_t i = 0; i < vertices; ++i) {
    const float x = number(), y = number(), z = number();
    scene.vertices.push_back({x, y, z});
  }
  for (std::uint32_t i = 0; i < 3 * triangles; ++i) {
    scene.corners.push_back(static_cast<std::uint32_t>(twister() % vertices));
  }
  return scene;
}

class Distance : public TestOfEach<const Algorithm*> {
 protected:
  void expect_order(const Scene& scene, DistanceJob job, bool ask_for_keys) {
    const std::uint32_t n = scene.elements();
    const auto sorter = make_distance_sorter(*device_, *GetParam(), n);
    const std::vector<float> floats = scene.interleaved();
    const Guarded positions(*device_, floats), corners(*device_, scene.corners);
    const Guarded order(*device_, n * 4, 0xFF), made_keys(*device_, n * 4, 0xFF);
    const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
    const Source source = source_of(scene, positions.buffer(), corners.buffer());
    job.n = n;
    job.sources = {&source, 1};
    job.order = order.buffer();
    if (ask_for_keys) job.keys = made_keys.buffer();
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();

    const std::vector<std::uint32_t> expected = expected_keys(scene, job);
    ASSERT_EQ(order.read<std::uint32_t>(), expected_order(expected));
    if (ask_for_keys) {
      ASSERT_EQ(made_keys.read<std::uint32_t>(), expected);
      EXPECT_TRUE(device_->check_order(made_keys.buffer(), order.buffer(), n).ok());
    }
    positions.expect_intact("positions");
    corners.expect_intact("triangles");
    order.expect_intact("order");
    made_keys.expect_intact("keys");
    workspace.expect_intact();
  }
};

TEST_P(Distance, PointsOfEveryStride) {
  for (const std::uint32_t stride : {12u, 16u, 20u, 48u}) {
    for (const std::uint32_t vertices : {0u, 1u, 2u, 3u, 1000u, 20011u}) {
      SCOPED_TRACE(testing::Message() << "stride " << stride << ", " << vertices << " vertices, seed " << seed);
      expect_order(make_scene(vertices, 0, stride, false), {.eye = {0.1f, 2.0f, -0.3f}}, stride == 16);
      if (HasFatalFailure()) return;
    }
  }
}

/// Fused sorts read positions of 16 bytes, like the viewer's, in one load. Emulations are slow, so each metric has one
/// stride there.
std::vector<std::pair<Metric, std::uint32_t>> metrics_and_strides() {
  if (emulated) return {{Metric::radial, 16}, {Metric::view_depth, 12}};
  return {{Metric::radial, 16}, {Metric::view_depth, 12}, {Metric::radial, 12}, {Metric::view_depth, 16}};
}

TEST_P(Distance, TrianglesByEveryRepresentative) {
  Scene scene = make_scene(3001, 9001, 12, false);
  for (const auto& [metric, stride] : metrics_and_strides()) {
    scene.stride = stride;
    for (const SortPoint sort_point : {SortPoint::nearest, SortPoint::farthest, SortPoint::mean, SortPoint::centroid}) {
      SCOPED_TRACE(testing::Message() << "metric " << int(metric) << ", stride " << stride << ", sort_point "
                                      << int(sort_point) << ", seed " << seed);
      scene.sort_point = sort_point;
      expect_order(scene, {.metric = metric, .eye = {0.5f, 0.5f, 3.0f}, .axis = {0.6f, 0.0f, -0.8f}}, true);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Distance, ExtremePositions) {
  for (const bool triangles : {false, true}) {
    Scene scene = make_scene(emulated ? 1009 : 5003, triangles ? (emulated ? 1501 : 7001) : 0, 12, true);
    for (const auto& [metric, stride] : metrics_and_strides()) {
      scene.stride = stride;
      for (const SortPoint sort_point :
           {SortPoint::nearest, SortPoint::farthest, SortPoint::mean, SortPoint::centroid}) {
        if (!triangles && sort_point != SortPoint::nearest) continue;
        for (const float far_away : {0.0f, 1e-30f, 0.25f, 1e25f}) {
          SCOPED_TRACE(testing::Message()
                       << "triangles " << triangles << ", metric " << int(metric) << ", stride " << stride
                       << ", sort_point " << int(sort_point) << ", eye " << far_away << ", seed " << seed);
          scene.sort_point = sort_point;
          expect_order(scene, {.metric = metric, .eye = {far_away, 0.0f, -far_away}, .axis = {0.0f, 1.0f, 0.0f}}, true);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST_P(Distance, WithBoundsAndAgain) {
  // Bounds are a hint: the order is the same with them. The second call finds the state of the first.
  const Scene scene = make_scene(10007, 0, 12, false);
  constexpr Box bounds{{0, 0, 0}, {1, 1, 1}};
  expect_order(scene, {.eye = {4.0f, 0.0f, 0.0f}, .bounds = bounds}, false);
  const std::uint32_t n = scene.elements();
  const auto sorter = make_distance_sorter(*device_, *GetParam(), n);
  Workspace workspace(*device_, sorter->requirements());
  const Guarded positions(*device_, scene.interleaved()), order(*device_, n * 4, 0xFF);
  for (int frame = 0; frame < 12; ++frame) {
    const float angle = frame == 7 ? 3.0f : 0.05f * static_cast<float>(frame);  // a jump among small steps
    const Source source{.n = n, .positions = positions.buffer()};
    DistanceJob job{.n = n,
                    .sources = {&source, 1},
                    .eye = {2 * std::cos(angle), 0, 2 * std::sin(angle)},
                    .bounds = bounds,
                    .order = order.buffer()};
    workspace.attach(job);
    if (frame == 9) sorter->history().reset();
    sorter->sort(job);
    device_->finish();
    SCOPED_TRACE(testing::Message() << "frame " << frame << ", seed " << seed);
    ASSERT_EQ(order.read<std::uint32_t>(), expected_order(expected_keys(scene, job)));
  }
}

// ---- Device::make_keys, which every entry without a distance job of its own uses

class DeviceKeys : public TestOfEach<Backend> {
 protected:
  /// Every buffer begins `words` words after a multiple of 256 bytes.
  void expect_keys(const Scene& scene, DistanceJob job, std::size_t words) {
    const auto shifted = [&](auto content) {
      content.insert(content.begin(), words, {});
      return content;
    };
    const auto behind = [&](const Guarded& memory) {
      Buffer buffer = memory.buffer();
      buffer.offset += words * 4;
      buffer.bytes -= words * 4;
      return buffer;
    };
    const Guarded positions(*device_, shifted(scene.interleaved())), corners(*device_, shifted(scene.corners)),
        made(*device_, (words + scene.elements()) * 4, 0xFF);
    const Source source = source_of(scene, behind(positions), behind(corners));
    job.n = scene.elements();
    job.sources = {&source, 1};
    job.keys = behind(made);
    device_->make_keys(job);
    device_->finish();
    std::vector<std::uint32_t> expected = expected_keys(scene, job);
    expected.insert(expected.begin(), words, 0xFFFFFFFFu);
    ASSERT_EQ(made.read<std::uint32_t>(), expected);
    made.expect_intact("keys");
    ASSERT_EQ(positions.read<std::uint32_t>(), std::vector<std::uint32_t>(shifted(words_of(scene.interleaved()))));
  }
  static std::vector<std::uint32_t> words_of(const std::vector<float>& floats) {
    std::vector<std::uint32_t> words;
    for (const float value : floats) words.push_back(std::bit_cast<std::uint32_t>(value));
    return words;
  }
};

TEST_P(DeviceKeys, AtAnyAddressWithAnyStride) {
  for (const bool odd : {false, true}) {
    for (const std::uint32_t triangles : {0u, 1501u}) {
      for (const std::uint32_t stride : {12u, 16u, 28u, 52u, 4096u}) {
        for (const std::size_t words : {0u, 1u, 2u, 3u, 5u, 63u}) {
          if (stride > 100 && words > 1) continue;
          Scene scene = make_scene(stride > 100 ? 101 : 1009, triangles, stride, odd);
          for (const Metric metric : {Metric::radial, Metric::view_depth}) {
            SCOPED_TRACE(testing::Message() << "odd " << odd << ", triangles " << triangles << ", stride " << stride
                                            << ", words " << words << ", metric " << int(metric) << ", seed " << seed);
            scene.sort_point = static_cast<SortPoint>(words % 4);
            expect_keys(scene, {.metric = metric, .eye = {0.25f, -1.5f, 3.0f}, .axis = {0.6f, 0.0f, -0.8f}}, words);
            if (HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST_P(DeviceKeys, OfManyElements) {
  // More work groups than in a small dispatch, and a last one that is not full.
  const Scene scene = make_scene(at_most(300007), 0, 12, true);
  expect_keys(scene, {.eye = {0.5f, 0.5f, 2.0f}}, 0);
}

INSTANTIATE_TEST_SUITE_P(Backends, DeviceKeys, testing::Values(Backend::cpu, Backend::cuda, Backend::gl),
                         [](const auto& backend) { return std::string(name_of(backend.param)); });

INSTANTIATE_TEST_SUITE_P(Catalogue, Distance,
                         testing::ValuesIn(std::vector<const Algorithm*>(algorithms().begin(), algorithms().end())),
                         [](const auto& entry) { return test_name(entry.param->id); });

}  // namespace
}  // namespace farfirst::test::distance
