// Tests of sorts over several GPUs: two of the machine, one that is named twice, and emulated ones with and without
// access to each other's memory. Keys, positions and order in parts or in one piece; every distribution; unequal or
// empty parts.
#include <farfirst/keys.h>
#include <farfirst/parts.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "guarded.h"
#include "several_gpus.h"
#include "sizes.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::cuda_multi {
namespace {

using inputs::Distribution;

constexpr std::uint32_t seed = 61;

const GpuSet gpu_sets[] = {{"one_gpu_twice", {0, 0}},
                           {"two_gpus", {0, 1}},
                           {"three_of_two_gpus", {0, 1, 0}},
                           {"two_gpus_without_access", {0, 1}, true}};

struct Case {
  const char* entry;
  GpuSet gpus;
};
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char* entry : {"cuda.farfirst_multi", "cuda.hybrid_multi"}) {
    for (const GpuSet& gpus : gpu_sets) all.push_back({entry, gpus});
  }
  return all;
}

/// Words on several GPUs, part after part.
class Parts {
 public:
  Parts(Device& device, const std::vector<std::uint32_t>& words, std::span<const std::uint32_t> sizes)
      : device_(device) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      buffers_.push_back(allocate_on(device, i % gpu_count(device), sizes[i] * std::size_t{4}));
      if (sizes[i] != 0) device.upload(buffers_.back(), words.data() + at, sizes[i] * std::size_t{4});
      at += sizes[i];
    }
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() {
    for (const Buffer& buffer : buffers_) device_.release(buffer);
  }
  std::span<const Buffer> buffers() const { return buffers_; }
  std::vector<std::uint32_t> read() const {
    std::vector<std::uint32_t> words;
    for (const Buffer& buffer : buffers_) {
      const std::size_t at = words.size();
      words.resize(at + buffer.bytes / 4);
      if (buffer.bytes != 0) device_.download(words.data() + at, buffer, buffer.bytes);
    }
    return words;
  }

 private:
  Device& device_;
  std::vector<Buffer> buffers_;
};

std::vector<std::uint32_t> even_sizes(std::uint32_t n, std::size_t parts) {
  std::vector<std::uint32_t> sizes;
  for (std::size_t i = 0; i < parts; ++i) sizes.push_back(part_begin(n, parts, i + 1) - part_begin(n, parts, i));
  return sizes;
}

class CudaMulti : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    std::string absent;
    device_ = open_gpus(GetParam().gpus, absent);
    if (device_ == nullptr) GTEST_SKIP() << absent;
  }
  void TearDown() override {
    device_.reset();
    close_gpus();
  }
  const Algorithm& entry() const { return *find(GetParam().entry); }
  std::size_t gpus() const { return gpu_count(*device_); }

  void expect_parts(Sorter& sorter, const std::vector<std::uint32_t>& keys, std::span<const std::uint32_t> sizes,
                    Direction direction) {
    const auto n = static_cast<std::uint32_t>(keys.size());
    const Parts in(*device_, keys, sizes), out(*device_, std::vector<std::uint32_t>(n), even_sizes(n, gpus()));
    const GuardedWorkspace workspace(*device_, sorter.requirements(), 0xFF);
    ArgsortJob job{.n = n, .direction = direction};
    workspace.attach(job);
    sort_in_parts(sorter, job, in.buffers(), out.buffers());
    device_->finish();
    std::vector<std::uint32_t> expected = expected_order(keys);
    if (direction == Direction::front_to_back) std::ranges::reverse(expected);
    ASSERT_EQ(out.read(), expected);
    ASSERT_EQ(in.read(), keys) << "the keys were written to";
    workspace.expect_intact();
  }
  /// Sorts n keys of every distribution, in even parts; the emulation uses two distributions.
  void expect_distributions(Sorter& sorter, std::span<const std::uint32_t> sizes) {
    for (const std::uint32_t n : sizes) {
      for (const Distribution distribution : inputs::distributions()) {
        if (emulated && distribution != Distribution::uniform && distribution != Distribution::few_unique) continue;
        SCOPED_TRACE(testing::Message() << name_of(distribution) << ", n " << n << ", seed " << seed);
        const Direction direction = n % 2 == 0 ? Direction::front_to_back : Direction::back_to_front;
        expect_parts(sorter, inputs::make_keys(distribution, n, seed), even_sizes(n, gpus()), direction);
        if (HasFatalFailure()) return;
      }
    }
  }

  std::unique_ptr<Device> device_;
};

TEST_P(CudaMulti, KeysAndOrderInParts) {
  const std::uint32_t largest = at_most(300007);
  const std::uint32_t sizes[] = {0, 1, 2, 3, 1009, 8191, 16385, largest};
  expect_distributions(*make_sorter(*device_, entry(), largest), sizes);
}

TEST_P(CudaMulti, PartsAreUnequal) {
  const std::uint32_t n = at_most(100003);
  const auto sorter = make_sorter(*device_, entry(), n, {.parameters = {{"sample", 2}}});
  const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::gaussian, n, seed);
  const std::vector<std::uint32_t> sizes[] = {
      {n}, {0, n}, {n - 1, 1}, {1, n - 2, 1}, {n / 7, n / 7, n / 7, n - n / 7 * 3}};
  for (const std::vector<std::uint32_t>& each : sizes) {
    SCOPED_TRACE(testing::PrintToString(each));
    expect_parts(*sorter, keys, each, Direction::back_to_front);
    if (HasFatalFailure()) return;
  }
  std::vector<std::uint32_t> many(40, n / 40);  // each GPU in turn
  many.back() += n % 40;
  if (!GetParam().gpus.only_emulated) expect_parts(*sorter, keys, many, Direction::back_to_front);
}

/// Even if the sample fails, and the counted exchange repeats the split.
TEST_P(CudaMulti, ElementsAreSentInOnePass) {
  const std::uint32_t largest = at_most(300007);
  const std::uint32_t sizes[] = {2, 3, 1009, 16385, largest};
  expect_distributions(*make_sorter(*device_, entry(), largest, {.parameters = {{"exchange", 2}}}), sizes);
}

/// Points whose keys are made while they are sent, four at a time and one by one.
TEST_P(CudaMulti, PointsAreSentInOnePass) {
  if (!entry().forms.has(Form::distance)) GTEST_SKIP() << "no distances";
  const std::uint32_t n = at_most(70001), first = n / 2 + 1;
  std::mt19937 twister(seed);
  std::vector<float> points(3 * std::size_t{n});
  for (float& each : points) each = static_cast<float>(twister() % 4096) / 512;
  std::vector<std::uint32_t> words(points.size());
  std::memcpy(words.data(), points.data(), points.size() * sizeof(float));
  const std::uint32_t sizes[] = {3 * first, 3 * (n - first)};
  const Parts positions(*device_, words, sizes), order(*device_, std::vector<std::uint32_t>(n), even_sizes(n, gpus()));
  const Source sources[] = {{.n = first, .positions = positions.buffers()[0]},
                            {.n = n - first, .positions = positions.buffers()[1]}};
  const auto sorter = make_distance_sorter(*device_, entry(), n, {{"exchange", 2}});
  const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
  for (const Metric metric : {Metric::radial, Metric::view_depth}) {
    const Viewpoint view = keys::prepared({{1, 2, 3}, {0, 0, -1}});
    std::vector<std::uint32_t> keys;
    for (std::uint32_t i = 0; i < n; ++i) {
      const keys::Point point{points[3 * i], points[3 * i + 1], points[3 * i + 2]};
      keys.push_back(metric == Metric::radial ? key_of_point<Metric::radial>(point, view)
                                              : key_of_point<Metric::view_depth>(point, view));
    }
    DistanceJob job{.sources = sources, .metric = metric, .eye = {1, 2, 3}, .axis = {0, 0, -1}};
    workspace.attach(job);
    for (int repeat = 0; repeat < 2; ++repeat) {
      sort_in_parts(*sorter, job, order.buffers());
      device_->finish();
      ASSERT_EQ(order.read(), expected_order(keys));
    }
  }
  workspace.expect_intact();
}

/// The cuts of the order lie among equal keys, at the ends of the range, or where a sample has no key.
TEST_P(CudaMulti, CutsAmongEqualKeys) {
  const std::uint32_t n = at_most(150001);
  const auto sorter = make_sorter(*device_, entry(), n, {.parameters = {{"sample", 2}}});
  std::mt19937 twister(seed);
  for (const std::uint32_t most : {0u, 1u, 0xFFFFFFFFu}) {
    for (const std::uint32_t share : {2u, 1000u}) {  // one in this many has another key
      SCOPED_TRACE(testing::Message() << most << ", one in " << share << ", n " << n);
      std::vector<std::uint32_t> keys(n, most);
      for (std::uint32_t& key : keys) {
        if (twister() % share == 0) key = static_cast<std::uint32_t>(twister());
      }
      expect_parts(*sorter, keys, even_sizes(n, gpus()), Direction::back_to_front);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(CudaMulti, OnePieceOnTheFirstGpuWithSortedKeys) {
  const std::uint32_t n = at_most(100003);
  const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::duplicates, n, seed);
  const std::vector<std::uint32_t> expected = expected_order(keys);
  const auto sorter = make_sorter(*device_, entry(), n);
  const Guarded in(*device_, keys), order(*device_, n * 4, 0xFF), sorted(*device_, n * 4, 0xFF);
  const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
  ArgsortJob job{.n = n, .keys = in.buffer(), .order = order.buffer(), .sorted_keys = sorted.buffer()};
  workspace.attach(job);
  for (int repeat = 0; repeat < 3; ++repeat) {
    sorter->sort(job);
    device_->finish();
    ASSERT_EQ(order.read<std::uint32_t>(), expected);
    ASSERT_EQ(sorted.read<std::uint32_t>(), gathered(keys, expected));
    order.expect_intact("order");
    sorted.expect_intact("sorted keys");
    workspace.expect_intact();
  }
}

TEST_P(CudaMulti, ExchangesMayUseHostMemory) {
  const std::uint32_t n = at_most(100003);
  const auto sorter = make_sorter(*device_, entry(), n, {.parameters = {{"direct", 0}}});
  expect_parts(*sorter, inputs::make_keys(Distribution::gaussian, n, seed), even_sizes(n, gpus()),
               Direction::back_to_front);
}

/// Points on a grid, so that many distances are equal, as sources on all GPUs.
TEST_P(CudaMulti, SourcesInParts) {
  const std::uint32_t n = at_most(60007);
  std::mt19937 twister(seed);
  std::vector<float> points(3 * std::size_t{n});
  for (float& each : points) each = static_cast<float>(twister() % 32) / 8;
  std::vector<std::uint32_t> words(points.size()), keys;
  std::memcpy(words.data(), points.data(), points.size() * sizeof(float));
  const Viewpoint view = keys::prepared({{1, 2, 3}, {0, 0, -1}});
  for (std::uint32_t i = 0; i < n; ++i) {
    keys.push_back(key_of_point<Metric::radial>({points[3 * i], points[3 * i + 1], points[3 * i + 2]}, view));
  }
  const std::uint32_t sizes[] = {n / 3, n / 5, n - n / 3 - n / 5};
  const std::uint32_t sizes_in_words[] = {3 * sizes[0], 3 * sizes[1], 3 * sizes[2]};
  const Parts positions(*device_, words, sizes_in_words);
  std::vector<Source> sources;
  for (std::size_t i = 0; i < std::size(sizes); ++i) {
    sources.push_back({.n = sizes[i], .positions = positions.buffers()[i]});
  }
  const auto sorter = make_distance_sorter(*device_, entry(), n);
  const GuardedWorkspace workspace(*device_, sorter->requirements(), 0xFF);
  const Parts order(*device_, std::vector<std::uint32_t>(n), even_sizes(n, gpus()));
  const Guarded made(*device_, n * 4, 0xFF), eye(*device_, std::vector<float>{1, 2, 3, 0, 0, -1});
  if (entry().forms.has(Form::distance)) {
    DistanceJob job{.sources = sources, .eye_on_device = eye.buffer(), .keys = made.buffer()};
    workspace.attach(job);
    sort_in_parts(*sorter, job, order.buffers());
    device_->finish();
    EXPECT_EQ(order.read(), expected_order(keys));
    EXPECT_EQ(made.read<std::uint32_t>(), keys);
  }
  if (GetParam().gpus.only_emulated) return;  // an entry without Form::distance, and ids, need access to all sources
  std::vector<std::uint32_t> ids, keys_of_ids;
  for (std::uint32_t i = 0; i < n; i += 1 + i % 3) ids.push_back(n - 1 - i);
  for (const std::uint32_t id : ids) keys_of_ids.push_back(keys[id]);
  const Guarded ids_in(*device_, ids), whole(*device_, ids.size() * 4, 0xFF);
  DistanceJob job{.n = static_cast<std::uint32_t>(ids.size()),
                  .sources = sources,
                  .ids = ids_in.buffer(),
                  .eye = {1, 2, 3},
                  .order = whole.buffer()};
  workspace.attach(job);
  sorter->sort(job);
  device_->finish();
  EXPECT_EQ(whole.read<std::uint32_t>(), gathered(ids, expected_order(keys_of_ids)));
  workspace.expect_intact();
}

TEST_P(CudaMulti, MisuseOfPartsIsFound) {
  const auto sorter = make_sorter(*device_, entry(), 1000);
  const std::vector<std::uint32_t> keys(1000);
  const Parts in(*device_, keys, even_sizes(1000, gpus())), out(*device_, keys, even_sizes(1000, gpus()));
  const Parts one(*device_, keys, std::vector<std::uint32_t>{1000});
  const Workspace workspace(*device_, sorter->requirements());
  ArgsortJob right{.n = 1000};
  workspace.attach(right);
  ArgsortJob job = right;
  const auto sort = [&] { sort_in_parts(*sorter, job, in.buffers(), out.buffers()); };
  EXPECT_THROW(sort_in_parts(*sorter, job, in.buffers(), one.buffers()), Misuse) << "too few parts";
  job.keys = one.buffers()[0];
  EXPECT_THROW(sort(), Misuse) << "keys twice";
  job = right;
  job.n = 999;
  EXPECT_THROW(sort(), Misuse) << "too many keys";
  job = right;
  job.count = one.buffers()[0];
  EXPECT_THROW(sort(), Misuse) << "a count";
  const auto other = make_sorter(*device_, *find("cuda.hybrid"), 1000);
  const Workspace its(*device_, other->requirements());
  job = right;
  its.attach(job);
  EXPECT_THROW(sort_in_parts(*other, job, in.buffers(), out.buffers()), Misuse) << "an entry for one GPU";
}

INSTANTIATE_TEST_SUITE_P(Gpus, CudaMulti, testing::ValuesIn(cases()),
                         [](const auto& each) { return test_name(each.param.entry) + "_" + each.param.gpus.name; });

using CudaGroup = TestOn<Backend::cuda>;

TEST_F(CudaGroup, AMissingGpuIsASentence) {
  try {
    open(Backend::cuda, {.cuda_devices = {0, 99}});
    FAIL() << "there are a hundred GPUs";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("there is no device 99"), std::string::npos) << error.what();
  }
}

TEST_F(CudaGroup, OtherEntriesUseTheFirstGpu) {
  const auto device = open(Backend::cuda, {.cuda_devices = {0, 0}});
  EXPECT_EQ(gpu_count(*device), 2u);
  EXPECT_EQ(&choose(*device), &choose(*device_));
  const std::vector<std::uint32_t> keys = inputs::make_keys(Distribution::uniform, 1000, seed);
  const Guarded in(*device, keys), order(*device, keys.size() * 4, 0);
  const auto sorter = make_sorter(*device, *find("cuda.farfirst"), 1000);
  const Workspace workspace(*device, sorter->requirements());
  ArgsortJob job{.n = 1000, .keys = in.buffer(), .order = order.buffer()};
  workspace.attach(job);
  sorter->sort(job);
  device->finish();
  EXPECT_EQ(order.read<std::uint32_t>(), expected_order(keys));
}

}  // namespace
}  // namespace farfirst::test::cuda_multi
