// The radix passes of cuda.farfirst without a histogram pass: they are taken when they should be, and the order is
// right whether they succeed or have to begin again. The tests read from the sorter's state what the device decided.
#include <farfirst/keys.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "checked_sorter.h"
#include "core/implementation.h"
#include "cuda/farfirst/hybrid/memory.h"
#include "cuda/farfirst/plan.h"
#include "sizes.h"

namespace farfirst::test::cuda_farfirst_no_histogram {
namespace {

using cuda::farfirst::Shortcut;
using cuda::farfirst::State;
using Keys = std::vector<std::uint32_t>;
using Parameters = std::vector<ParameterValue>;

constexpr std::uint32_t seed = 1887, n = 20483;
constexpr Shortcut not_attempted = cuda::farfirst::not_attempted, failed = cuda::farfirst::failed,
                   done = cuda::farfirst::one_pass_done;

using CudaFarfirstNoHistogram = TestOn<Backend::cuda>;

/// A sorter that does without a histogram pass whenever it can, and checks whether it did in the last call.
class Calls {
 public:
  Calls(Device& device, Form form, Parameters parameters, std::int64_t hybrid = 0)
      : sorter_(device, "cuda.farfirst", n,
                {.form = form, .parameters = without_histogram(std::move(parameters), hybrid)}) {}

  void sort(const Keys& keys, Shortcut expected_way) {
    sorter_.sort(keys);
    expect_way(expected_way);
  }
  void sort(const DistanceJob& job, const Keys& expected, bool wants_keys, Shortcut expected_way) {
    sorter_.sort(job, expected, wants_keys);
    expect_way(expected_way);
  }

 private:
  static Parameters without_histogram(Parameters parameters, std::int64_t hybrid) {
    parameters.insert(parameters.end(), {{"histogram", 2}, {"hybrid", hybrid}});
    return parameters;
  }
  void expect_way(Shortcut expected) const {
    const auto state = sorter_.history_at<State>(core::aligned(sizeof(cuda::farfirst::HybridState)));
    EXPECT_EQ(state.kept.last, expected);
    EXPECT_EQ(state.shortcut, not_attempted);
  }

  CheckedSorter sorter_;
};

/// Keys of which this many bits differ; some are 0, from number 1 on. Always the same keys, in another sequence.
Keys shuffled(unsigned bits, std::uint32_t of, std::uint32_t count = n) {
  std::mt19937 twister(seed + bits);
  const std::uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1, lowest = bits == 32 ? 0 : 1000;
  Keys keys(n);
  for (std::uint32_t& key : keys) {
    const auto word = static_cast<std::uint32_t>(twister());
    key = word % 16 == 0 ? 0 : lowest + (static_cast<std::uint32_t>(twister()) & mask);
  }
  keys[0] = lowest + 1, keys[1] = lowest + mask - 1;
  std::shuffle(keys.begin() + 2, keys.end(), std::mt19937(seed + of));
  keys.resize(count);
  return keys;
}

/// Keys of 20 bits; the lowest nine bits of all but two are `low`.
Keys with_one_low_digit(std::uint32_t low) {
  Keys keys = shuffled(20, 0);
  for (std::size_t i = 2; i < n; ++i) keys[i] = 1000 + ((keys[i] & 0x7FFFu) << 4 | low) % 0xFFFFE;
  return keys;
}

TEST_F(CudaFarfirstNoHistogram, FromTheSecondCallOn) {
  constexpr std::pair<std::int64_t, unsigned> tiles_and_bits[] = {{1, 20}, {1, 27}, {2, 19}, {3, 10}, {3, 27}, {3, 32}};
  for (const auto& [tile, bits] : tiles_and_bits) {
    SCOPED_TRACE(testing::Message() << "tile " << tile << ", " << bits << " bits, seed " << seed);
    Calls calls(*device_, Form::argsort, {{"tile", tile}, {"launches", 1 + bits % 2}});
    for (std::uint32_t call = 0; call < 2; ++call) {
      calls.sort(shuffled(bits, call), call == 0 ? not_attempted : done);
      if (HasFatalFailure()) return;
    }
  }
}

/// Keys of which a half are equal, so that the hybrid path is not tried. Its last kernel prepares the passes; those
/// after the first are one launch. What is done again is the launch of all stages, or each in a launch of its own.
TEST_F(CudaFarfirstNoHistogram, BehindTheHybridPath) {
  for (const unsigned bits : {18u, 20u, 27u, 32u}) {
    for (const std::int64_t launches : {1, 2}) {
      SCOPED_TRACE(testing::Message() << bits << " bits, " << launches << ", seed " << seed);
      Calls calls(*device_, Form::argsort, {{"bucket", 13}, {"scatter", 1}, {"launches", launches}}, 1);
      for (std::uint32_t call = 0; call < 5; ++call) {
        Keys keys = shuffled(bits, call);
        for (std::size_t i = 2; i < n; i += 2) keys[i] = 5003;
        calls.sort(keys, call == 0 ? not_attempted : done);
        if (HasFatalFailure()) return;
      }
      // A digit has no room, and everything is done again.
      Keys others = shuffled(bits, 7);
      for (std::size_t i = 2; i < n; i += 2) others[i] = 5004;
      calls.sort(others, failed);
      calls.sort(others, done);
    }
  }
}

/// Without being told to, if there are so many keys.
TEST_F(CudaFarfirstNoHistogram, SeventeenMillionBehindTheHybridPath) {
  if (emulated) GTEST_SKIP() << "too many elements for the emulation";
  constexpr std::uint32_t many = 17000003;
  CheckedSorter sorter(*device_, "cuda.farfirst", many, {});
  std::mt19937 twister(seed);
  Keys keys(many);
  for (std::uint32_t i = 0; i < many; ++i) keys[i] = i % 2 == 0 ? 5003 : static_cast<std::uint32_t>(twister());
  for (int call = 0; call < 3; ++call) {
    sorter.sort(keys);
    const auto state = sorter.history_at<State>(core::aligned(sizeof(cuda::farfirst::HybridState)));
    EXPECT_EQ(state.kept.last, call == 0 ? not_attempted : done) << "call " << call << ", seed " << seed;
  }
}

TEST_F(CudaFarfirstNoHistogram, NotWithOneDigit) {
  Calls calls(*device_, Form::argsort, {{"tile", 3}});
  for (std::uint32_t call = 0; call < 2; ++call) calls.sort(shuffled(8, call), not_attempted);
}

TEST_F(CudaFarfirstNoHistogram, NumbersThatChange) {
  // A few less are no problem; for more there may be no room.
  Calls calls(*device_, Form::argsort, {{"tile", 3}});
  calls.sort(shuffled(20, 0, 20000), not_attempted);
  calls.sort(shuffled(20, 1, 20000), done);
  calls.sort(shuffled(20, 2, 19000), done);
  calls.sort(shuffled(20, 3, 18500), done);
  calls.sort(shuffled(20, 4, 18501), not_attempted);
  calls.sort(shuffled(20, 5, 9000), not_attempted);
  calls.sort(shuffled(20, 6, 9000), done);
  calls.sort(shuffled(20, 7, 2), not_attempted);
  calls.sort(shuffled(20, 8, n), not_attempted);
}

TEST_F(CudaFarfirstNoHistogram, KeysInSequenceAndFewOnes) {
  Calls calls(*device_, Form::argsort, {{"tile", 3}});
  Keys ascending(n), few(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    ascending[i] = 5 + i;
    few[i] = 5 + i % 3 * (n - 1) / 2;
  }
  calls.sort(ascending, not_attempted);
  calls.sort(ascending, done);
  std::reverse(ascending.begin(), ascending.end());
  calls.sort(ascending, done);
  calls.sort(few, failed);
  calls.sort(few, done);
  calls.sort(few, done);
  std::sort(few.begin(), few.end());
  calls.sort(few, done);
}

TEST_F(CudaFarfirstNoHistogram, BeginsAgainWhereARegionOverflows) {
  // In one workspace. After two failures in a row, as many calls as hybrid/carry.cuh says do not attempt it.
  for (const std::int64_t tile : {1, 3}) {
    SCOPED_TRACE(tile);
    Calls calls(*device_, Form::argsort, {{"tile", tile}});
    calls.sort(shuffled(20, 0), not_attempted);
    calls.sort(with_one_low_digit(3), failed);
    calls.sort(with_one_low_digit(3), done);
    calls.sort(shuffled(20, 1), done);
    calls.sort(with_one_low_digit(15), failed);
    calls.sort(with_one_low_digit(2), failed);
    calls.sort(with_one_low_digit(2), not_attempted);
    calls.sort(with_one_low_digit(2), not_attempted);
    calls.sort(with_one_low_digit(2), done);
  }
}

TEST_F(CudaFarfirstNoHistogram, BeginsAgainWhereKeysAreOutOfTheRange) {
  Calls calls(*device_, Form::argsort, {{"tile", 3}});
  Keys keys = shuffled(20, 0);
  calls.sort(keys, not_attempted);
  for (std::uint32_t& key : keys) key += 100000;
  calls.sort(keys, failed);
  calls.sort(keys, done);
  keys[n - 1] = 7;
  calls.sort(keys, failed);
  keys[n / 2] = ~0u;
  calls.sort(keys, failed);
  keys[n / 2] = 7;
  calls.sort(keys, not_attempted);
}

/// Points in a cube from 0 to 1, `stride` floats from one to the next; if `odd`, one of nine has no distance.
std::vector<float> points_of_cube(std::uint32_t stride, bool odd) {
  std::mt19937 twister(seed);
  std::vector<float> points(stride * std::size_t{n});
  for (float& coordinate : points) {
    coordinate = static_cast<float>(twister()) * 0x1p-32f;
    if (odd && twister() % 27 == 0) coordinate = std::numeric_limits<float>::quiet_NaN();
  }
  return points;
}

template <Metric metric>
Keys keys_from(const std::vector<float>& points, std::uint32_t stride, const DistanceJob& job) {
  const Viewpoint view =
      keys::prepared({{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}});
  Keys result;
  for (std::size_t i = 0; i < points.size(); i += stride) {
    result.push_back(key_of_point<metric>({points[i], points[i + 1], points[i + 2]}, view));
  }
  return result;
}

TEST_F(CudaFarfirstNoHistogram, Distances) {
  const float bounds[6] = {0, 0, 0, 1, 1, 1};
  for (const bool odd : {false, true}) {
    const std::uint32_t stride = odd ? 4 : 3;
    const std::vector<float> points = points_of_cube(stride, odd);
    const Guarded positions(*device_, points);
    for (const bool bounded : {false, true}) {
      const bool radial = odd != bounded;
      SCOPED_TRACE(testing::Message() << "odd " << odd << ", bounded " << bounded << ", seed " << seed);
      Calls calls(*device_, Form::distance, {{"tile", 3}});
      for (std::uint32_t call = 0; call < 3; ++call) {
        const Source source{.n = n, .positions = positions.buffer(), .stride = 4 * stride};
        DistanceJob job{.n = n,
                        .sources = {&source, 1},
                        .metric = radial ? Metric::radial : Metric::view_depth,
                        .eye = {0.5f, bounded ? 0.5f + 0.001f * static_cast<float>(call) : 0.5f, 3},
                        .bounds = bounded ? bounds : nullptr};
        const Keys expected = radial ? keys_from<Metric::radial>(points, stride, job)
                                     : keys_from<Metric::view_depth>(points, stride, job);
        calls.sort(job, expected, call % 2 == 1, call == 0 ? not_attempted : done);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(CudaFarfirstNoHistogram, Triangles) {
  const std::vector<float> points = points_of_cube(3, false);
  std::vector<std::uint32_t> corners(3 * std::size_t{n});
  std::mt19937 twister(seed);
  for (std::uint32_t& corner : corners) corner = static_cast<std::uint32_t>(twister()) % n;
  const Guarded positions(*device_, points), triangles(*device_, corners);
  const float bounds[6] = {0, 0, 0, 1, 1, 1};
  Calls calls(*device_, Form::distance, {{"tile", 1}});
  for (std::uint32_t call = 0; call < 2; ++call) {
    const Source source{.n = n,
                        .positions = positions.buffer(),
                        .triangles = triangles.buffer(),
                        .vertex_count = n,
                        .sort_point = SortPoint::nearest};
    DistanceJob job{.n = n, .sources = {&source, 1}, .eye = {0.5f, 0.5f, 3}, .bounds = bounds};
    const Viewpoint view = keys::prepared({{0.5f, 0.5f, 3}, {0, 0, -1}});
    Keys expected;
    for (std::size_t i = 0; i < corners.size(); i += 3) {
      const auto corner = [&](std::size_t k) {
        const float* p = points.data() + 3 * std::size_t{corners[i + k]};
        return keys::Point{p[0], p[1], p[2]};
      };
      expected.push_back(key_of_triangle<Metric::radial, SortPoint::nearest>(corner(0), corner(1), corner(2), view));
    }
    calls.sort(job, expected, true, call == 0 ? not_attempted : done);
  }
}

}  // namespace
}  // namespace farfirst::test::cuda_farfirst_no_histogram
