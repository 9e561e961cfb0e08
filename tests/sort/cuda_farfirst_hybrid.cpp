// Tests of cuda.farfirst's hybrid path: it sorts if its pivots fit, and the order is right even if it gives up.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <numbers>
#include <span>

#include "cuda_farfirst_calls.h"

namespace farfirst::test::cuda_farfirst_hybrid {
namespace {

using CudaFarfirstHybrid = TestOn<Backend::cuda>;

TEST_F(CudaFarfirstHybrid, SortsFromTheFirstCallOn) {
  for (const std::uint32_t n :
       {5003u, 9001u, large(80000), large(300001), large(1000003), large(5000011), large(9000011)}) {
    SCOPED_TRACE(testing::Message() << n << " elements, seed " << seed);
    Calls calls(*device_, Form::argsort, n, {});
    for (std::uint32_t call = 0; call < 4; ++call) {
      calls.sort(uniform(n, call));
      if (HasFatalFailure()) return;
      EXPECT_TRUE(calls.took_hybrid_path()) << "call " << call;
    }
  }
}

TEST_F(CudaFarfirstHybrid, EveryBucketAndTile) {
  for (const std::uint32_t bucket : {9, 10, 11, 12, 13, 14}) {
    for (const std::uint32_t tile : {1, 2, 3, 4, 5}) {
      const std::uint32_t n = std::min(large(200003), 4111u + (1u << bucket));
      SCOPED_TRACE(testing::Message() << "2^" << bucket << ", tile " << tile << ", seed " << seed);
      Calls calls(*device_, Form::argsort, n, {.bucket = bucket, .scatter = tile});
      for (std::uint32_t call = 0; call < 3; ++call) {
        calls.sort(uniform(n, call));
        if (HasFatalFailure()) return;
        EXPECT_TRUE(calls.took_hybrid_path()) << "call " << call;
      }
    }
  }
}

/// With enough buckets, blocks are persistent; some buckets are large or crowded.
TEST_F(CudaFarfirstHybrid, PersistentBlocks) {
  for (const std::uint32_t bucket : {13, 14}) {
    SCOPED_TRACE(testing::Message() << "2^" << bucket << ", seed " << seed);
    const std::uint32_t n = emulated ? 350003 : 12000007;
    Calls calls(*device_, Form::argsort, n, {.bucket = bucket, .scatter = 5});
    Keys keys = uniform(n);
    for (int call = 0; call < 3; ++call) {
      if (call == 2) {  // 10,000 more in a quarter of a bucket, five keys of 287 elements each in another
        const std::uint32_t step = ~0u / (n >> bucket) / 46000;
        for (std::uint32_t i = 0; i < 11500; ++i) keys[i] = i % 8 != 0 ? 0x40000000u + i * step : 0x80000000u + i % 5;
      }
      calls.sort(keys);
      if (HasFatalFailure()) return;
      EXPECT_EQ(calls.state().done, 1u) << "call " << call;
    }
  }
}

TEST_F(CudaFarfirstHybrid, FewElements) {
  Calls calls(*device_, Form::argsort, 4096, {});
  for (const std::uint32_t n : {1u, 2u, 3u, 31u, 32u, 33u, 500u, 1023u, 4095u, 4096u}) {
    SCOPED_TRACE(testing::Message() << n << " elements, seed " << seed);
    calls.sort(uniform(n));
    calls.sort(Keys(n, 0));
    calls.sort(Keys(n, ~0u));
    Keys two(n, 0x80000000u);
    for (std::uint32_t i = 0; i < n; i += 3) two[i] = 0x80000001u;
    calls.sort(two);
    if (HasFatalFailure()) return;
  }
}

/// Keys that hardly fit on chip, or not at all. Each input is sorted several times, so that its own pivots are tried.
TEST_F(CudaFarfirstHybrid, KeysOfEveryKind) {
  const std::uint32_t n = large(40009) / 2;
  const Keys random = uniform(n);
  const auto with = [&](auto key) {
    Keys keys(n);
    for (std::uint32_t i = 0; i < n; ++i) keys[i] = key(i);
    return keys;
  };
  const struct {
    const char* what;
    Keys keys;
    bool fits;
  } kinds[] = {
      {"all equal", Keys(n, 7), false},
      {"half equal", with([&](std::uint32_t i) { return i % 2 == 0 ? 0x12345678u : random[i]; }), false},
      {"two neighbours", with([](std::uint32_t i) { return 1000u + i % 2; }), false},
      {"8 values", with([&](std::uint32_t i) { return random[i] % 8; }), false},
      {"300 values", with([&](std::uint32_t i) { return random[i] % 300; }), true},
      {"2000 of one value", with([&](std::uint32_t i) { return i % (n / 2000) == 0 ? 0x80000000u : random[i]; }),
       false},
      {"900 of one value", with([&](std::uint32_t i) { return i % (n / 900) == 0 ? 0x80000000u : random[i]; }), true},
      {"900 zeros", with([&](std::uint32_t i) { return i % (n / 900) == 0 ? 0 : random[i] | 0x80000000u; }), true},
      {"200 of one value", with([&](std::uint32_t i) { return i % (n / 200) == 0 ? 0x80000000u : random[i]; }), true},
      {"zeros", with([&](std::uint32_t i) { return i % (n / 200) == 0 ? 0 : random[i] | 0x80000000u; }), true},
      {"floats of every magnitude", with([&](std::uint32_t i) { return ~(random[i] >> 1); }), true},
      {"most below, a few above",
       with([&](std::uint32_t i) { return i % (n / 100) == 0 ? random[i] : random[i] >> 8; }), true},
      {"in order", with([](std::uint32_t i) { return i; }), true},
      {"against the order", with([](std::uint32_t i) { return ~i; }), true},
      {"sparse and dense", with([&](std::uint32_t i) { return 1u << (random[i] % 32) | (random[i] >> 12); }), true},
  };
  for (const auto& kind : kinds) {
    SCOPED_TRACE(testing::Message() << kind.what << ", seed " << seed);
    Calls calls(*device_, Form::argsort, n, smallest);
    bool went = false;
    for (int call = 0; call < 4; ++call) {
      calls.sort(kind.keys);
      if (HasFatalFailure()) return;
      went = went || calls.took_hybrid_path();
    }
    EXPECT_EQ(went, kind.fits);
  }
}

TEST_F(CudaFarfirstHybrid, PivotsThatDoNotFit) {
  const std::uint32_t n = large(40009) / 2;
  Calls calls(*device_, Form::argsort, n, smallest);
  Keys narrow = uniform(n, 1);
  for (std::uint32_t& key : narrow) key = 0x80000000u + key % 100000;
  const auto sort = [&](const Keys& keys, bool goes) {
    calls.sort(keys);
    EXPECT_EQ(calls.took_hybrid_path(), goes);
  };
  sort(uniform(n), true);
  sort(uniform(n), true);
  sort(narrow, false);
  EXPECT_EQ(calls.state().policy.times_stale, 1u);
  sort(narrow, true);
  sort(narrow, true);
  EXPECT_EQ(calls.state().policy.times_stale, 0u);
  // If every call has other keys, pivots are sampled more and more often.
  int stale = 0;
  for (int call = 0; call < 24; ++call) {
    Keys keys = uniform(n, static_cast<std::uint32_t>(call));
    for (std::uint32_t& key : keys) key = (static_cast<std::uint32_t>(call) << 24) + key % 100000;
    const bool is_stale = calls.state().policy.may_use_pivots_left();
    stale += is_stale ? 1 : 0;
    sort(keys, !is_stale);
    if (HasFatalFailure()) return;
  }
  EXPECT_GE(stale, 2);
  EXPECT_LE(stale, 5);
}

/// From some number of elements on, a sample shows that keys have moved, and the call takes other pivots.
TEST_F(CudaFarfirstHybrid, PivotsThatHaveGoneStale) {
  const std::uint32_t n = cuda::farfirst::least_watched + 11;
  Calls calls(*device_, Form::argsort, n, {});
  Keys keys = uniform(n);
  for (std::uint32_t& key : keys) key >>= 4;
  const auto moved = [&](std::uint32_t by) {
    Keys all = keys;
    for (std::uint32_t& key : all) key += by;
    return all;
  };
  for (const std::uint32_t by : {0u, 1u << 16, 1u << 25, 3u << 28, 0u}) {
    SCOPED_TRACE(testing::Message() << "moved by " << by << ", seed " << seed);
    calls.sort(moved(by));
    if (HasFatalFailure()) return;
    EXPECT_TRUE(calls.took_hybrid_path());
  }
  for (std::uint32_t& key : keys) key /= 2;  // the mean bin is another one, too
  calls.sort(keys);
  EXPECT_TRUE(calls.took_hybrid_path());
}

TEST_F(CudaFarfirstHybrid, OtherNumbersOfElements) {
  const std::uint32_t most = large(40009);
  Calls calls(*device_, Form::argsort, most, smallest);
  const Keys keys = uniform(most);
  const auto sort = [&](std::uint32_t n) {
    calls.sort(Keys(keys.begin(), keys.begin() + n));
    return calls.took_hybrid_path();
  };
  EXPECT_TRUE(sort(10000));
  EXPECT_TRUE(sort(10100));
  EXPECT_TRUE(sort(10900));
  EXPECT_TRUE(sort(9000));
  EXPECT_TRUE(sort(most)) << "by other pivots: buckets of the last would hold too many";
  EXPECT_TRUE(sort(most));
  EXPECT_TRUE(sort(5000));
  EXPECT_TRUE(sort(5000));
  calls.sort(Keys(keys.begin(), keys.begin() + 100));  // one block
  EXPECT_TRUE(sort(5000));
}

/// The pivots of more elements make more buckets than the call has blocks.
TEST_F(CudaFarfirstHybrid, FewerElementsThanBefore) {
  for (const std::uint32_t bucket : {9, 10, 11, 12, 13, 14}) {
    SCOPED_TRACE(testing::Message() << "2^" << bucket << ", seed " << seed);
    const std::uint32_t fewer = std::max(2u << bucket, 5000u), most = fewer + fewer / 4;
    const Keys keys = uniform(most);
    Calls calls(*device_, Form::argsort, most, {.bucket = bucket, .scatter = 1});
    for (int call = 0; call < 2; ++call) calls.sort(keys);
    if (HasFatalFailure()) return;
    ASSERT_GT(calls.left().buckets, cuda::farfirst::buckets_for(fewer, static_cast<std::uint32_t>(bucket)));
    calls.sort(Keys(keys.begin(), keys.begin() + fewer));
    if (HasFatalFailure()) return;
    EXPECT_TRUE(calls.took_hybrid_path());
  }
}

/// Counts the calls, among `count`, in which the hybrid path sorted.
int attempts_of(Calls& calls, const Keys& keys, int count) {
  int attempts = 0;
  for (int call = 0; call < count; ++call) {
    calls.sort(keys);
    if (testing::Test::HasFatalFailure()) break;
    attempts += calls.state().done != 0 ? 1 : 0;
  }
  return attempts;
}

/// If cells have enough equal keys that the radix path is faster, the hybrid path backs off.
TEST_F(CudaFarfirstHybrid, BacksOffIfKeysAreAlike) {
  for (const std::uint32_t bucket : {11, 12}) {  // by a network over all, and cell by cell
    SCOPED_TRACE(testing::Message() << "2^" << bucket << ", seed " << seed);
    const std::uint32_t n = 9u << (bucket - 2);
    Keys keys = uniform(n);
    for (std::uint32_t& key : keys) key = key % 12 << 20;
    Calls calls(*device_, Form::argsort, n, {.bucket = bucket, .scatter = 1});
    const int attempts = attempts_of(calls, keys, 40);
    EXPECT_GE(attempts, 1);
    EXPECT_LT(attempts, 6);
  }
}

/// Buckets depend on n, so fewer elements may need more memory; the scratch must suffice for all of them.
TEST_F(CudaFarfirstHybrid, ScratchForAllUpToTheLargestN) {
  // Also on both sides of every number at which buckets or tiles change.
  std::vector<std::uint32_t> sizes{4096, 4097, 24u << 20, 32u << 20, (32u << 20) + 1};
  const auto add_limits = [&](std::span<const cuda::farfirst::HybridShapesUpTo> shapes) {
    for (const cuda::farfirst::HybridShapesUpTo& range : shapes) {
      if (range.n != ~0u) sizes.insert(sizes.end(), {range.n, range.n + 1});
    }
  };
  add_limits(cuda::farfirst::hybrid_shapes);
  add_limits(cuda::farfirst::counted_shapes);
  std::ranges::sort(sizes);
  std::size_t before = 0;
  for (const std::uint32_t n : sizes) {
    const auto sorter = make_sorter(*device_, *find("cuda.farfirst"), n);
    const std::size_t bytes = sorter->requirements().scratch.at(0);
    EXPECT_GE(bytes, before) << n << " elements";
    before = bytes;
  }
}

// ---- Distance jobs

TEST_F(CudaFarfirstHybrid, AnOrbitWithJumps) {
  const std::uint32_t n = large(20011) / 4;
  constexpr Box bounds{{-1, -1, -1}, {1, 1, 1}};
  for (const bool round : {false, true}) {
    const std::vector<float> points = round ? sphere(n) : cube(n, true);
    const Guarded positions(*device_, points);
    for (const Metric metric : {Metric::radial, Metric::view_depth}) {
      Calls calls(*device_, Form::distance, n, smallest);
      int went = 0;
      constexpr int frames = 24;
      for (int frame = 0; frame < frames; ++frame) {
        const bool far = frame / 8 == 1;  // two jumps
        const float distance = far ? 40.0f : 3.0f,
                    angle = static_cast<float>(frame) * 2 * std::numbers::pi_v<float> / 300;
        const Source source{.n = n, .positions = positions.buffer()};
        DistanceJob job{.n = n,
                        .sources = {&source, 1},
                        .metric = metric,
                        .eye = {distance * std::sin(angle), 0.3f, distance * std::cos(angle)},
                        .axis = {-std::sin(angle), 0, -std::cos(angle)},
                        .bounds = bounds};
        SCOPED_TRACE(testing::Message() << "frame " << frame << ", sphere " << round << ", seed " << seed);
        calls.sort(job, keys_from(points, job), frame % 7 == 3);
        if (HasFatalFailure()) return;
        went += calls.took_hybrid_path() ? 1 : 0;
      }
      EXPECT_GE(went, frames - 8) << "sphere " << round << ", depth " << (metric == Metric::view_depth);
    }
  }
}

TEST_F(CudaFarfirstHybrid, InsideAndAtTheCentre) {
  const std::uint32_t n = large(20011) / 4;
  constexpr Box bounds{{-1, -1, -1}, {1, 1, 1}};
  for (const bool round : {false, true}) {
    const std::vector<float> points = round ? sphere(n) : cube(n);
    const Guarded positions(*device_, points);
    Calls calls(*device_, Form::distance, n, smallest);
    bool went = false;
    for (int frame = 0; frame < 4; ++frame) {
      const Source source{.n = n, .positions = positions.buffer()};
      DistanceJob job{.n = n, .sources = {&source, 1}, .bounds = bounds};
      calls.sort(job, keys_from(points, job));
      if (HasFatalFailure()) return;
      went = went || calls.took_hybrid_path();
    }
    EXPECT_EQ(went, !round) << "from the centre of a sphere all distances are nearly equal";
  }
}

TEST_F(CudaFarfirstHybrid, EverySortPointAndMetric) {
  const std::uint32_t n = large(6007);
  const std::vector<float> points = cube(n);
  std::mt19937 twister(seed);
  std::vector<std::uint32_t> corners(3 * std::size_t{n});
  for (std::uint32_t& corner : corners) corner = static_cast<std::uint32_t>(twister()) % n;
  const Guarded positions(*device_, points), triangles(*device_, corners);
  const Guarded made(*device_, n * 4, 0xFF);
  for (const Metric metric : {Metric::radial, Metric::view_depth}) {
    for (const SortPoint sort_point : {SortPoint::nearest, SortPoint::farthest, SortPoint::mean, SortPoint::centroid}) {
      Calls calls(*device_, Form::distance, n, smallest);
      for (int call = 0; call < 3; ++call) {
        const Source source{.n = n,
                            .positions = positions.buffer(),
                            .triangles = triangles.buffer(),
                            .vertex_count = n,
                            .sort_point = sort_point};
        DistanceJob job{.n = n,
                        .sources = {&source, 1},
                        .metric = metric,
                        .eye = {3, static_cast<float>(call) * 0.01f, 1},
                        .axis = {-1, 0, 0}};
        job.keys = made.buffer();
        device_->make_keys(job);
        job.keys = {};
        calls.sort(job, made.read<std::uint32_t>(), call == 1);
        if (HasFatalFailure()) return;
        EXPECT_TRUE(calls.took_hybrid_path()) << "sort_point " << static_cast<int>(sort_point);
      }
    }
  }
}

}  // namespace
}  // namespace farfirst::test::cuda_farfirst_hybrid
