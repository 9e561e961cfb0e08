// Tests of calls of the CUDA back end, seen from the driver's side: their effects on the caller's thread and streams,
// and the state after a call that fails midway.
#include <cuda_runtime.h>
#include <farfirst/cuda.h>
#include <farfirst/cuda_timer.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "cuda_farfirst_calls.h"
#include "guarded.h"

namespace farfirst::test::calls {
namespace {

class EmulatedCalls : public testing::Test {
 protected:
  ~EmulatedCalls() override {
    cuda_emulation::launches_until_failure = -1;
    cudaSetDevice(0);
    cuda_emulation::devices = 1;
  }
};

int current() {
  int device = -1;
  cudaGetDevice(&device);
  return device;
}

TEST_F(EmulatedCalls, TheCurrentDeviceIsPutBack) {
  cuda_emulation::devices = 2;
  const auto device = open(Backend::cuda, cuda_options(nullptr, 1));
  EXPECT_EQ(current(), 0);
  constexpr std::uint32_t n = 5000;
  const auto sorter = make_sorter(*device, *find("cuda.farfirst"), n);
  const Workspace workspace(*device, sorter->requirements());
  const Guarded keys(*device, uniform(n)), order(*device, n * 4, 0xFF);
  ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer(), .trace = true};
  workspace.attach(job);
  sorter->sort(job);
  EXPECT_EQ(current(), 0);
  EXPECT_TRUE(device->check_order(job.keys, job.order, n).ok());
  CudaTimer timer(*device);
  timer.begin();
  timer.end();
  device->finish();
  EXPECT_EQ(current(), 0);
  cuda_emulation::launches_until_failure = 1;
  EXPECT_THROW(sorter->sort(job), Error);
  EXPECT_EQ(current(), 0);
}

/// With kernels before the sort (several sources, ids that do not ascend), after it, and those of the device.
TEST_F(EmulatedCalls, TheCurrentDeviceIsPutBackBySortsByDistance) {
  cuda_emulation::devices = 2;
  const auto device = open(Backend::cuda, cuda_options(nullptr, 1));
  constexpr std::uint32_t n = 5000;
  Keys backwards(n);
  std::iota(backwards.rbegin(), backwards.rend(), 0u);
  const Guarded positions(*device, cube(n)), order(*device, n * 4, 0xFF), keys(*device, n * 4, 0xFF),
      ids(*device, backwards), count(*device, Keys{n - 1}), view(*device, std::vector<float>{1, 2, 3, 0, 0, -1});
  const Source sources[] = {{.n = n / 2, .positions = positions.buffer()},
                            {.n = n - n / 2, .positions = positions.buffer()}};
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->backend != Backend::cuda || !why_unavailable(*algorithm).empty()) continue;
    SCOPED_TRACE(algorithm->id);
    const auto sorter = make_distance_sorter(*device, *algorithm, n);
    const auto history = sorter->make_history();
    const Workspace workspace(*device, sorter->requirements());
    DistanceJob job{.n = n, .sources = sources, .direction = Direction::front_to_back, .order = order.buffer()};
    job.history = history.get();
    workspace.attach(job);
    sorter->sort(job);
    job.eye_on_device = view.buffer();
    job.ids = ids.buffer();
    job.count = count.buffer();
    sorter->sort(job);
    history->reset();
    EXPECT_EQ(current(), 0);
    cuda_emulation::launches_until_failure = 1;
    EXPECT_THROW(sorter->sort(job), Error);
    cuda_emulation::launches_until_failure = -1;
    history->counts();
    device->make_keys({.n = n, .sources = sources, .keys = keys.buffer()});
    reverse_order(*device, order.buffer(), n);
    EXPECT_EQ(current(), 0);
  }
}

TEST_F(EmulatedCalls, EverythingGoesToTheStreamOfTheJob) {
  const auto device = open(Backend::cuda);
  const auto own = static_cast<cudaStream_t>(cuda_stream(*device));
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->backend != Backend::cuda || !why_unavailable(*algorithm).empty()) continue;
    constexpr std::uint32_t n = 5000;
    const auto sorter = make_sorter(*device, *algorithm, n, {.counted = true});
    const Workspace workspace(*device, sorter->requirements());
    const Keys content = uniform(n);
    const Guarded keys(*device, content), order(*device, n * 4, 0xFF), count(*device, Keys{n});
    ArgsortJob job{.n = n,
                   .keys = keys.buffer(),
                   .count = count.buffer(),
                   .direction = Direction::front_to_back,
                   .order = order.buffer(),
                   .stream = stream,
                   .trace = true};
    workspace.attach(job);
    sorter->history().reset();
    const int before = cuda_emulation::enqueued_on(own), elsewhere = cuda_emulation::enqueued_on(stream);
    sorter->sort(job);
    EXPECT_EQ(cuda_emulation::enqueued_on(own), before) << algorithm->id;
    EXPECT_GT(cuda_emulation::enqueued_on(stream), elsewhere) << algorithm->id;
    EXPECT_EQ(cuda_stream(*device), own);
  }
  cudaStreamDestroy(stream);
}

/// Makes each launch of a second call fail in turn: the next call, after an empty one, is right. `sort` sorts with this
/// sorter and checks the order.
template <class AnySorter, class Job, class Sort>
void expect_right_after_failures(AnySorter& sorter, const Job& job, Sort sort) {
  Job nothing = job;
  nothing.n = 0;
  if constexpr (requires { nothing.sources; }) {
    if (!nothing.ids) nothing.sources = {};
  }
  bool fails = true;
  for (int launches = 0; fails; ++launches) {
    SCOPED_TRACE(testing::Message() << launches << " launches before the failure");
    ASSERT_LT(launches, 100);
    sort(0);
    cuda_emulation::launches_until_failure = launches;
    try {
      sort(1);
      fails = false;
    } catch (const Error&) {}
    cuda_emulation::launches_until_failure = -1;
    sorter.sort(nothing);  // clears nothing, so the next call still has to
    sort(2);
    sort(3);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST_F(EmulatedCalls, AfterALaunchThatFailsTheNextCallIsRight) {
  Device& device = *shared_device(Backend::cuda);
  constexpr std::uint32_t n = 5009;
  for (const Switches& switches : {smallest, radix_path_alone}) {
    for (const std::uint32_t counted : {n, n / 16}) {
      SCOPED_TRACE(testing::Message() << "hybrid " << switches.hybrid << ", count " << counted);
      const auto sorter = make_farfirst(device, n, switches);
      const GuardedWorkspace workspace(device, sorter->requirements(), 0xFF);
      Guarded keys(device, uniform(n)), count(device, Keys{counted});
      const Guarded order(device, n * 4, 0xFF);
      ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
      if (counted != n) job.count = count.buffer();
      workspace.attach(job);
      const auto sort = [&](std::uint32_t call) {
        Keys content = uniform(n, call);
        keys.write(content);
        sorter->sort(job);
        content.resize(counted);
        Keys found = order.read<std::uint32_t>();
        found.resize(counted);
        ASSERT_EQ(found, expected_order(content)) << "call " << call;
      };
      expect_right_after_failures(*sorter, job, sort);
      workspace.expect_intact();
      if (HasFatalFailure()) return;
    }
  }
}

/// A kernel before the sort records in the history whether ids ascend.
TEST_F(EmulatedCalls, AfterALaunchThatFailsTheNextCallWithIdsIsRight) {
  Device& device = *shared_device(Backend::cuda);
  constexpr std::uint32_t n = 5009;
  const std::vector<float> points = cube(n);
  const Guarded positions(device, points), order(device, n * 4, 0xFF);
  Guarded ids(device, n * 4, 0);
  const Source source{.n = n, .positions = positions.buffer()};
  const auto sorter = make_farfirst_by_distance(device, n, smallest);
  const GuardedWorkspace workspace(device, sorter->requirements(), 0xFF);
  DistanceJob job{.n = n, .sources = {&source, 1}, .ids = ids.buffer(), .order = order.buffer()};
  workspace.attach(job);
  const auto sort = [&](std::uint32_t call) {
    Keys content(n);
    std::iota(content.begin(), content.end(), 0u);
    if (call % 2 == 1) std::ranges::reverse(content);
    ids.write(content);
    job.eye[0] = 3 + 0.01f * static_cast<float>(call);
    sorter->sort(job);
    const Keys keys = gathered(keys_from(points, job), content);
    ASSERT_EQ(order.read<std::uint32_t>(), gathered(content, expected_order(keys))) << "call " << call;
  };
  expect_right_after_failures(*sorter, job, sort);
  workspace.expect_intact();
}

/// The distribution makes the keys of all sources, whatever the outcome of the last call.
TEST_F(EmulatedCalls, AfterALaunchThatFailsTheNextCallOfSourcesIsRight) {
  Device& device = *shared_device(Backend::cuda);
  constexpr std::uint32_t n = 5009, part = 1237;
  const std::vector<float> points = cube(n);
  const Guarded first(device, std::vector<float>(points.begin(), points.begin() + 3 * part)),
      second(device, std::vector<float>(points.begin() + 3 * part, points.end())), order(device, n * 4, 0xFF);
  const Source sources[] = {{.n = part, .positions = first.buffer()}, {.n = n - part, .positions = second.buffer()}};
  const auto sorter = make_farfirst_by_distance(device, n, smallest);
  const GuardedWorkspace workspace(device, sorter->requirements(), 0xFF);
  DistanceJob job{.n = n, .sources = sources, .order = order.buffer()};
  workspace.attach(job);
  const auto sort = [&](std::uint32_t call) {
    job.eye[0] = 3 + 0.01f * static_cast<float>(call);
    sorter->sort(job);
    ASSERT_EQ(order.read<std::uint32_t>(), expected_order(keys_from(points, job))) << "call " << call;
  };
  expect_right_after_failures(*sorter, job, sort);
  workspace.expect_intact();
}

/// Entries over several GPUs have one memory for all histories.
TEST_F(EmulatedCalls, AfterALaunchThatFailsCallsOfOtherHistoriesAreRight) {
  const auto device = open(Backend::cuda, {.cuda_devices = {0, 0}});
  constexpr std::uint32_t n = 20011;
  const auto sorter = make_sorter(*device, *find("cuda.farfirst_multi"), n);
  const GuardedWorkspace workspace(*device, sorter->requirements(), 0xFF);
  const auto one = sorter->make_history(), other = sorter->make_history();
  Guarded keys(*device, uniform(n));
  const Guarded order(*device, n * 4, 0xFF);
  ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
  workspace.attach(job);
  bool fails = true;
  for (int launches = 0; fails; ++launches) {
    cuda_emulation::launches_until_failure = launches;
    job.history = one.get();
    try {
      sorter->sort(job);
      fails = false;
    } catch (const Error&) {}
    cuda_emulation::launches_until_failure = -1;
    for (History* history : {other.get(), one.get()}) {
      job.history = history;
      const Keys content = uniform(n, static_cast<std::uint32_t>(launches));
      keys.write(content);
      sorter->sort(job);
      device->finish();
      ASSERT_EQ(order.read<std::uint32_t>(), expected_order(content)) << launches << " launches";
    }
  }
  workspace.expect_intact();
}

TEST_F(EmulatedCalls, ACapturedCallThatFailsLeavesTheHistory) {
  Device& device = *shared_device(Backend::cuda);
  constexpr std::uint32_t n = 5009;
  const auto sorter = make_farfirst(device, n, smallest);
  const Workspace workspace(device, sorter->requirements());
  const Guarded keys(device, uniform(n)), order(device, n * 4, 0xFF);
  ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
  workspace.attach(job);
  sorter->sort(job);
  const auto stream = static_cast<cudaStream_t>(cuda_stream(device));
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  cuda_emulation::launches_until_failure = 1;
  EXPECT_THROW(sorter->sort(job), Error);
  cuda_emulation::launches_until_failure = -1;
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(stream, &graph);
  if (graph != nullptr) cudaGraphDestroy(graph);
  sorter->sort(job);
  device.finish();
  EXPECT_EQ(order.read<std::uint32_t>(), expected_order(uniform(n)));
  EXPECT_EQ(sorter->history().counts().first, 1u);
  EXPECT_EQ(sorter->history().counts().steady, 1u);
}

TEST_F(EmulatedCalls, ACountThatTheSorterWasNotMadeForIsRefused) {
  const auto device = open(Backend::cuda, {.validate = Validate::always});
  constexpr std::uint32_t n = 100;
  const Guarded keys(*device, uniform(n)), order(*device, n * 4, 0xFF), count(*device, Keys{7});
  int refused = 0;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->backend != Backend::cuda || !why_unavailable(*algorithm).empty()) continue;
    const auto sorter = make_sorter(*device, *algorithm, n);
    const Workspace workspace(*device, sorter->requirements());
    ArgsortJob job{.n = n, .keys = keys.buffer(), .count = count.buffer(), .order = order.buffer()};
    workspace.attach(job);
    if (algorithm->features.has(Feature::count)) {
      EXPECT_NO_THROW(sorter->sort(job)) << algorithm->id;
    } else {
      EXPECT_THROW(sorter->sort(job), Misuse) << algorithm->id;
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace farfirst::test::calls
