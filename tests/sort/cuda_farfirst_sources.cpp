// Tests of points of several sources in cuda.farfirst: if there are few points, its distribution makes and keeps the
// keys, even if it distributes nothing, and the radix path uses them.
#include <farfirst/keys.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <random>

#include "cuda_farfirst_calls.h"
#include "guarded.h"

namespace farfirst::test::cuda_farfirst_sources {
namespace {

using CudaFarfirstSources = TestOn<Backend::cuda>;

constexpr Transform quarter_turn{{0, 0, 1, 0.5f, 0, 1, 0, 0, -1, 0, 0, 0.25f}};

/// Sources of n points, in every format, every other one transformed, with the decoded points.
class Scene {
 public:
  Scene(Device& device, const std::vector<std::uint32_t>& sizes) {
    std::mt19937 twister(seed);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      Source source{.n = sizes[i], .format = static_cast<PositionFormat>(i % 3)};
      if (source.format != PositionFormat::float32) source.stride = 8;
      if (i % 2 != 0) source.transform = quarter_turn;
      std::vector<std::byte> stored(source.n * std::size_t{source.stride});
      for (std::uint32_t p = 0; p < source.n; ++p) add_point(source, stored.data() + p * source.stride, twister);
      memory_.emplace_back(device, stored);
      source.positions = memory_.back().buffer();
      sources_.push_back(source);
    }
  }
  DistanceJob job(Metric metric, float x, float y, float z) const {
    return {.n = static_cast<std::uint32_t>(points_.size()),
            .sources = sources_,
            .metric = metric,
            .eye = {x, y, z},
            .axis = {0, 0, -1}};
  }
  Keys keys_of(const DistanceJob& job, std::size_t count) const {
    const Viewpoint view =
        keys::prepared({{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}});
    Keys keys;
    for (std::size_t i = 0; i < count; ++i) {
      keys.push_back(job.metric == Metric::radial ? key_of_point<Metric::radial>(points_[i], view)
                                                  : key_of_point<Metric::view_depth>(points_[i], view));
    }
    return keys;
  }
  Keys keys_of(const DistanceJob& job) const { return keys_of(job, points_.size()); }

 private:
  void add_point(const Source& source, std::byte* at, std::mt19937& twister) {
    keys::Point point{};
    float* const coordinates[] = {&point.x, &point.y, &point.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto word = static_cast<std::uint16_t>(twister());
      const auto half = static_cast<std::uint16_t>((word & 0x83FFu) | (12u + word % 3u) << 10);
      switch (source.format) {
        case PositionFormat::float32:
          *coordinates[axis] = static_cast<float>(word) * 0x1p-15f - 1.0f;
          std::memcpy(at + 4 * axis, coordinates[axis], 4);
          break;
        case PositionFormat::float16:
          *coordinates[axis] = keys::of_half(half);
          std::memcpy(at + 2 * axis, &half, 2);
          break;
        case PositionFormat::unorm16:
          *coordinates[axis] = keys::of_unorm(word, 1, 0);
          std::memcpy(at + 2 * axis, &word, 2);
          break;
      }
    }
    if (!source.transform.is_identity()) {
      keys::Transform transform;
      std::ranges::copy(source.transform.rows, transform.m);
      point = keys::transformed(point, keys::prepared(transform));
    }
    points_.push_back(point);
  }

  std::vector<Guarded> memory_;
  std::vector<Source> sources_;
  std::vector<keys::Point> points_;
};

// Sources that end within tiles, one that is empty, one of a single point, and 16 that are not empty.
const std::vector<std::uint32_t> sizes = {4001, 1, 0, 2999, 9003, 64, 5, 700, 31, 32, 33, 1024, 17, 2, 3, 3000, 101};

/// With the first two tiles the distribution makes the keys, with the others an earlier kernel does.
TEST_F(CudaFarfirstSources, EveryTile) {
  const Scene scene(*device_, sizes);
  for (const std::uint32_t tile : {1, 2, 3, 4, 5}) {
    for (const Metric metric : {Metric::radial, Metric::view_depth}) {
      SCOPED_TRACE(testing::Message() << "tile " << tile << ", metric " << int(metric) << ", seed " << seed);
      Calls calls(*device_, Form::distance, scene.job(metric, 0, 0, 0).n, {.bucket = 9, .scatter = tile});
      for (int call = 0; call < 4; ++call) {
        const DistanceJob job = scene.job(metric, 2, 0.25f, 3 + static_cast<float>(call) * 0.01f);
        calls.sort(job, scene.keys_of(job), call % 2 != 0);
        if (HasFatalFailure()) return;
        EXPECT_TRUE(calls.took_hybrid_path()) << "call " << call;
      }
    }
  }
}

/// Nearly all elements fall into one bucket and exceed it. The distribution is then useless, but all keys must have
/// been kept.
TEST_F(CudaFarfirstSources, AnEyeThatJumps) {
  const Scene scene(*device_, sizes);
  for (const std::uint32_t tile : {1, 2}) {
    SCOPED_TRACE(testing::Message() << "tile " << tile << ", seed " << seed);
    Calls calls(*device_, Form::distance, scene.job(Metric::radial, 0, 0, 0).n, {.bucket = 9, .scatter = tile});
    for (int call = 0; call < 6; ++call) {
      const DistanceJob job = scene.job(Metric::radial, 0, 0, call == 3 ? 400.0f : 3.0f);
      calls.sort(job, scene.keys_of(job), call % 2 != 0);
      if (HasFatalFailure()) return;
      if (call == 3) {
        EXPECT_FALSE(calls.took_hybrid_path());
      }
    }
  }
}

/// Jobs as in a frame: only the device knows the number of points and the eye.
TEST_F(CudaFarfirstSources, CountsAndEyesOnTheDevice) {
  const Scene scene(*device_, sizes);
  const std::uint32_t n = scene.job(Metric::radial, 0, 0, 0).n;
  Calls calls(*device_, Form::distance, n, smallest);
  const float view[] = {1, 2, 3, 0, 0, -1};
  const Guarded eye(*device_, std::vector<float>(std::begin(view), std::end(view)));
  for (const std::uint32_t count : {n, n - 1, n / 16, n / 16, 3u, 0u, n, n}) {
    SCOPED_TRACE(testing::Message() << count << " of " << n << ", seed " << seed);
    const Guarded count_in(*device_, Keys{count});
    DistanceJob job = scene.job(Metric::radial, 1, 2, 3);
    const Keys expected = scene.keys_of(job, count);
    job.eye[0] = job.eye[1] = job.eye[2] = 7;  // is ignored
    job.eye_on_device = eye.buffer();
    job.count = count_in.buffer();
    calls.sort(job, expected, count % 2 != 0);
    if (HasFatalFailure()) return;
  }
  EXPECT_TRUE(calls.took_hybrid_path());
}

}  // namespace
}  // namespace farfirst::test::cuda_farfirst_sources
