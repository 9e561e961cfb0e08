// Tests of histories of cuda.farfirst: alternating views, a history that is destroyed while calls are enqueued, and
// memory at addresses that were used before. On a GPU or in the emulation.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include "cuda_farfirst_calls.h"
#include "guarded.h"

namespace farfirst::test::cuda_history {
namespace {

/// Points seen from moving eyes.
class Views {
 public:
  Views(Device& device, std::uint32_t n)
      : device_(device),
        points_(cube(n)),
        positions_(device, points_),
        order_(device, n * 4, 0xFF),
        source_{.n = n, .positions = positions_.buffer()},
        sorter_(make_farfirst_by_distance(device, n, smallest)),
        workspace_(device, sorter_->requirements()) {}

  DistanceSorter& sorter() { return *sorter_; }
  DistanceJob job(float distance, int frame, History* history) const {
    DistanceJob job{.n = source_.n,
                    .sources = {&source_, 1},
                    .eye = {distance, 0.01f * static_cast<float>(frame), 0.5f},
                    .order = order_.buffer(),
                    .history = history};
    workspace_.attach(job);
    return job;
  }
  void sort(float distance, int frame, History* history) {
    const DistanceJob frame_job = job(distance, frame, history);
    sorter_->sort(frame_job);
    expect_order(frame_job);
  }
  void expect_order(const DistanceJob& sorted) const {
    device_.finish();
    ASSERT_EQ(order_.read<std::uint32_t>(), expected_order(keys_from(points_, sorted))) << "seed " << seed;
  }

 private:
  Device& device_;
  const std::vector<float> points_;
  const Guarded positions_, order_;
  const Source source_;
  const std::unique_ptr<DistanceSorter> sorter_;
  const Workspace workspace_;
};

using CudaHistory = TestOn<Backend::cuda>;
constexpr std::uint32_t elements = 8009;
constexpr int frames = 5;

TEST_F(CudaHistory, TwoViewsInTurnStaySteady) {
  Views views(*device_, elements);
  const auto near = views.sorter().make_history(), far = views.sorter().make_history();
  for (int frame = 0; frame < frames; ++frame) {
    views.sort(3, frame, near.get());
    views.sort(40, frame, far.get());
    if (HasFatalFailure()) return;
  }
  for (const History* history : {near.get(), far.get()}) {
    EXPECT_EQ(history->counts().first, 1u);
    EXPECT_EQ(history->counts().steady, std::uint64_t{frames - 1});
  }
  EXPECT_EQ(views.sorter().history().counts().first, 0u);
}

TEST_F(CudaHistory, ViewsThatShareOneAreRightButNotSteady) {
  Views views(*device_, elements);
  for (int frame = 0; frame < frames; ++frame) {
    views.sort(3, frame, nullptr);
    views.sort(40, frame, nullptr);
    if (HasFatalFailure()) return;
  }
  const HistoryCounts counts = views.sorter().history().counts();
  EXPECT_EQ(counts.first + counts.steady, std::uint64_t{2 * frames});
  EXPECT_GT(counts.first, 2u);
}

TEST_F(CudaHistory, ResetMakesAFirstCall) {
  Views views(*device_, elements);
  for (int frame = 0; frame < 4; ++frame) {
    if (frame == 2) views.sorter().history().reset();
    views.sort(3, frame, nullptr);
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(views.sorter().history().counts().first, 2u);
  EXPECT_EQ(views.sorter().history().counts().steady, 2u);
}

TEST_F(CudaHistory, AnEmptyCallLeavesTheResetToTheNext) {
  Views views(*device_, elements);
  views.sort(3, 0, nullptr);
  views.sorter().history().reset();
  DistanceJob nothing = views.job(3, 1, nullptr);
  nothing.n = 0;
  nothing.sources = {};
  views.sorter().sort(nothing);
  views.sort(3, 1, nullptr);
  EXPECT_EQ(views.sorter().history().counts().first, 2u);
  EXPECT_EQ(views.sorter().history().counts().steady, 0u);
}

TEST_F(CudaHistory, MayBeDestroyedWhileItsCallIsEnqueued) {
  Views views(*device_, elements);
  for (int frame = 0; frame < frames; ++frame) {
    auto history = views.sorter().make_history();
    const DistanceJob job = views.job(3, frame, history.get());
    views.sorter().sort(job);
    views.sorter().sort(job);
    history.reset();
    views.expect_order(job);
    if (HasFatalFailure()) return;
  }
}

TEST_F(CudaHistory, MemoryAtAnAddressThatWasUsedBeforeIsNew) {
  // Sorters and workspaces are made one after the other, usually at the same addresses with old contents.
  for (int round = 0; round < 4; ++round) {
    Views views(*device_, elements - static_cast<std::uint32_t>(round % 2));
    for (int frame = 0; frame < 3; ++frame) {
      views.sort(3, frame, nullptr);
      if (HasFatalFailure()) return;
    }
    EXPECT_EQ(views.sorter().history().counts().first, 1u) << "round " << round;
    EXPECT_EQ(views.sorter().history().counts().steady, 2u) << "round " << round;
  }
}

}  // namespace
}  // namespace farfirst::test::cuda_history
