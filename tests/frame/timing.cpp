// The statistics that the panel and the tables show.

#include "order/timer.h"

#include <gtest/gtest.h>

namespace farfirst::app {
namespace {

TEST(Series, IsEmptyAtFirst) {
  const Series series;
  EXPECT_TRUE(series.empty());
  EXPECT_EQ(series.now(), -1);
  EXPECT_EQ(series.median(), -1);
  EXPECT_EQ(series.p95(), -1);
}

TEST(Series, KeepsTheLastOnes) {
  Series series(3);
  for (const double value : {9.0, 1.0, 2.0, 3.0, 4.0}) series.add(value);
  ASSERT_EQ(series.size(), 3u);
  EXPECT_EQ(series[0], 2.0);
  EXPECT_EQ(series[2], 4.0);
  EXPECT_EQ(series.now(), 4.0);
  EXPECT_EQ(series.median(), 3.0);
  EXPECT_EQ(series.maximum(), 4.0);
  series.clear();
  EXPECT_TRUE(series.empty());
  series.add(5.0);
  EXPECT_EQ(series.now(), 5.0);
}

TEST(Series, LeavesOutWhatWasNotMeasured) {
  Series series;
  series.add(-1);
  EXPECT_TRUE(series.empty());
  series.add(2.0);
  series.add(-1);
  EXPECT_EQ(series.now(), 2.0);
  EXPECT_EQ(series.size(), 1u);
}

TEST(Series, QuantilesOfAHundred) {
  Series series(100);
  for (int i = 100; i >= 1; --i) series.add(i);
  EXPECT_EQ(series.median(), 50.5);
  EXPECT_EQ(series.p95(), 95.0);
  EXPECT_EQ(series.quantile(0.0), 1.0);
}

}  // namespace
}  // namespace farfirst::app
