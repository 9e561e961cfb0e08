// The data of the timing panel: statistics of the present identity, and marks in the graph.

#include "session/history.h"

#include <gtest/gtest.h>

namespace farfirst::app {
namespace {

enum : std::size_t {
  simulate,
  cull,
  distance,
  sort,
  upload,
  interop,
  handover,
  staging,
  check,
  count,
  light,
  draw,
  host,
  total
};

class History : public ::testing::Test {
 protected:
  FrameStats report(const char* algorithm, double sort_time = -1) {
    FrameStats result;
    result.number = result.order_of = result.check_of = result.draw_of = ++number;
    result.elements = result.wanted.n = 100;
    result.algorithm = algorithm;
    result.sort = sort_time;
    result.total = 1;
    return result;
  }
  void add(const FrameStats& report, bool disturbed = false) {
    history.add(report, identity_of(report, look, choice, target), disturbed);
  }
  void add(const char* algorithm, double sort_time, int frames = 1) {
    for (int i = 0; i < frames; ++i) add(report(algorithm, sort_time));
  }

  FrameHistory history;
  Look look;
  SortChoice choice;
  SceneRenderer::Target target{.width = 64, .height = 48};
  std::uint64_t number = 0;
};

TEST_F(History, AnEntryHasItsOwnMedian) {
  add("cpu.qsort", 3, 10);
  add("cpu.vqsort", 0.3, 4);
  EXPECT_EQ(history.series(sort).median(), 0.3);
  EXPECT_EQ(history.series(sort).p95(), 0.3);
  EXPECT_EQ(history.series(sort).size(), 3u) << "without the first";
  add("cpu.qsort", 3.2);
  EXPECT_EQ(history.series(sort).median(), 3) << "as it was left";
}

TEST_F(History, PassesAreThoseOfWhatIsShown) {
  add("cpu.qsort", 3, 3);
  FrameStats traced = report("cpu.qsort", 3);
  traced.passes = {{"sort", 3}};
  add(traced);
  ASSERT_EQ(history.passes().size(), 1u);
  choice.metric = Metric::view_depth;
  FrameStats other = report("cpu.qsort", 3);
  other.wanted.metric = Metric::view_depth;
  add(other);
  EXPECT_TRUE(history.passes().empty()) << "another key";
  FrameStats late = report("cpu.qsort", 3);
  late.wanted.metric = Metric::view_depth;
  late.order_of = traced.number;
  late.passes = {{"sort", 3}};
  add(late);
  EXPECT_TRUE(history.passes().empty()) << "of a sort by the key before";
}

TEST_F(History, WhatTheEntryDoesNotMeasureIsNotThere) {
  FrameStats fused = report("cpu.lsd_radix", 1);
  for (int i = 0; i < 3; ++i) {
    FrameStats with_keys = report("cpu.qsort", 3);
    with_keys.distance = 0.5;
    add(with_keys);
  }
  EXPECT_EQ(history.now(distance), 0.5);
  fused.number = ++number;
  add(fused);
  EXPECT_EQ(history.now(distance), -1);
  EXPECT_EQ(history.series(distance).median(), -1);
  EXPECT_FALSE(history.has(distance));
}

TEST_F(History, TheFirstFrameIsShownButNeitherCountedNorDrawn) {
  add("cpu.qsort", 900);
  EXPECT_EQ(history.now(sort), 900);
  EXPECT_TRUE(history.series(sort).empty());
  ASSERT_EQ(history.rows().size(), 1u);
  EXPECT_LT(history.rows()[0].times[sort], 0);
  add("cpu.qsort", 3);
  EXPECT_EQ(history.now(sort), 3);
  EXPECT_EQ(history.series(sort).maximum(), 3);
  EXPECT_EQ(history.rows()[1].times[sort], 3);
}

TEST_F(History, FramesThatDrewNothingAreNoRows) {
  add("cpu.qsort", 3, 3);
  FrameStats empty = report("");
  empty.elements = 0;
  for (int i = 0; i < 50; ++i) {
    empty.number = ++number;
    add(empty);
  }
  EXPECT_EQ(history.rows().size(), 3u);
  EXPECT_EQ(history.now(total), -1) << "nothing is shown";
  EXPECT_TRUE(history.series(total).empty());
}

/// A GPU's times come later: they belong to the frame that was measured.
TEST_F(History, LateTimesGoToTheirOwnFrameAndIdentity) {
  add("gl.radix", -1, 3);  // frames 1 to 3
  FrameStats switched = report("gl.bitonic");
  switched.sort = 0.7;
  switched.order_of = 2;
  switched.draw = 5;
  switched.draw_of = 3;
  add(switched);
  EXPECT_EQ(history.now(sort), -1) << "not of gl.bitonic";
  EXPECT_EQ(history.rows()[1].times[sort], 0.7f);
  EXPECT_EQ(history.rows()[2].times[draw], 5.0f);
  FrameStats next = report("gl.bitonic");
  next.sort = 20;
  next.order_of = 4;
  add(next);
  EXPECT_EQ(history.now(sort), 20);
  EXPECT_TRUE(history.series(sort).empty()) << "of the first frame";
  add("gl.radix", -1);
  EXPECT_EQ(history.series(sort).median(), 0.7);
}

TEST_F(History, AMarkSaysWhatWasSwitched) {
  add("cpu.qsort", 3, 3);
  EXPECT_EQ(history.rows()[0].mark, "") << "a start is no switch";
  add("cpu.vqsort", 0.3, 2);
  EXPECT_EQ(history.rows()[3].mark, "sort cpu.vqsort");
  look.point_size = 5;
  target.width = 80;
  add("cpu.vqsort", 0.3, 2);
  EXPECT_EQ(history.rows()[5].mark, "80 x 48 pixels, points of 5 pixels");
  history.mark_next("shaders reloaded");
  add("cpu.vqsort", 0.3, 2);
  EXPECT_EQ(history.rows()[7].mark, "shaders reloaded");
  EXPECT_FALSE(history.rows()[7].fair);
  EXPECT_EQ(history.rows()[8].mark, "");
  FrameStats other = report("cpu.vqsort", 0.3);
  other.renderer = "tiles";
  add(other);
  EXPECT_EQ(history.rows()[9].mark, "renderer tiles");
  EXPECT_TRUE(history.series(sort).empty()) << "times of another renderer are not these";
}

TEST_F(History, TimesOfOtherLayersAreNotThese) {
  const auto peel = [&](std::uint32_t layers, int times) {
    look.peel_layers = layers;
    for (int i = 0; i < times; ++i) {
      FrameStats peeled = report("cpu.qsort", 3);
      peeled.renderer = "peeled";
      add(peeled);
    }
  };
  peel(8, 3);
  peel(1, 2);
  EXPECT_EQ(history.rows()[3].mark, "1 layer");
  look.exact_by = ExactBy::order;
  peel(1, 1);
  EXPECT_EQ(history.rows()[5].mark, "fragments by order");
  EXPECT_TRUE(history.series(sort).empty());
}

TEST_F(History, OfADragThereIsOneMark) {
  add("cpu.qsort", 3, 3);
  for (int i = 1; i <= 5; ++i) {
    target.width = 64 + i;
    add("cpu.qsort", 3);
  }
  add("cpu.qsort", 3);
  int marks = 0;
  for (const FrameHistory::Row& row : history.rows()) marks += !row.mark.empty();
  EXPECT_EQ(marks, 1);
  EXPECT_EQ(history.rows()[7].mark, "69 x 48 pixels");
}

TEST_F(History, ClearForgetsButCountsOn) {
  add("cpu.qsort", 3, 3);
  history.clear();
  EXPECT_TRUE(history.rows().empty());
  EXPECT_EQ(history.now(sort), -1);
  EXPECT_TRUE(history.series(sort).empty());
  add("cpu.qsort", 4);
  EXPECT_EQ(history.series(sort).median(), 4) << "nothing was switched";
}

TEST_F(History, IsBounded) {
  add("cpu.qsort", 3, 1000);
  EXPECT_EQ(history.rows().size(), FrameHistory::length);
  EXPECT_EQ(history.series(sort).size(), FrameHistory::length);
  EXPECT_EQ(history.rows().back().frame, 1000u);
}

}  // namespace
}  // namespace farfirst::app
