// Tests of forecasts from known times, and of progress lines.

#include "report/forecast.h"

#include <gtest/gtest.h>

#include <memory>

#include "report/progress.h"

namespace farfirst::bench {
namespace {

TEST(TimeForecast, IsALineThroughKnownTimes) {
  TimeForecast forecast;
  EXPECT_EQ(forecast.seconds(10), 0);
  forecast.learn(10, 5);
  EXPECT_NEAR(forecast.seconds(10), 5, 1e-9);
  forecast.learn(20, 7);  // 3 + 0.2 work
  forecast.learn(30, 9);
  EXPECT_NEAR(forecast.seconds(0), 3, 1e-9);
  EXPECT_NEAR(forecast.seconds(100), 23, 1e-9);
}

TEST(TimeForecast, HasNoPartBelowZero) {
  TimeForecast steep;  // the line through these would begin at -10
  steep.learn(10, 10);
  steep.learn(20, 30);
  EXPECT_GE(steep.seconds(1), 0);
  EXPECT_NEAR(steep.seconds(0), 0, 1e-9);
  EXPECT_NEAR(steep.seconds(20), 28, 1e-9);  // 700 / 500 a unit
  TimeForecast falling;
  falling.learn(10, 10);
  falling.learn(20, 8);
  EXPECT_NEAR(falling.seconds(1000), 9, 1e-9);
}

TEST(SortForecast, GrowsAsItDid) {
  SortForecast forecast;
  EXPECT_FALSE(forecast.guess("a", "argsort", "uniform", 100));
  forecast.learn("a", "argsort", "uniform", 100, 1);
  EXPECT_FALSE(forecast.guess("a", "argsort", "uniform", 99)) << "no time of fewer elements is known";
  EXPECT_FALSE(forecast.guess("b", "argsort", "uniform", 200));
  EXPECT_NEAR(forecast.guess("a", "argsort", "uniform", 400)->seconds, 4, 1e-9) << "in proportion";
  forecast.learn("a", "argsort", "uniform", 200, 4);
  EXPECT_NEAR(forecast.guess("a", "argsort", "uniform", 400)->seconds, 16, 1e-9) << "with the square";
  EXPECT_EQ(forecast.guess("a", "argsort", "uniform", 400)->from, 200u);
  forecast.learn("a", "argsort", "uniform", 400, 100);
  EXPECT_NEAR(forecast.guess("a", "argsort", "uniform", 800)->seconds, 400, 1e-9) << "but not more steeply";
  EXPECT_NEAR(forecast.guess("a", "argsort", "uniform", 300)->seconds, 9, 1e-9);
}

TEST(SortForecast, OtherInputsCountWhereThereIsNoTimeOnThisOne) {
  SortForecast forecast;
  forecast.learn("a", "argsort", "uniform", 100, 1);
  forecast.learn("a", "argsort", "zero", 100, 3);
  EXPECT_NEAR(forecast.guess("a", "argsort", "sorted", 100)->seconds, 3, 1e-9) << "the slowest of them";
  EXPECT_NEAR(forecast.guess("a", "argsort", "uniform", 100)->seconds, 1, 1e-9);
  EXPECT_NEAR(forecast.guess("a", "distance", "jungle", 200)->seconds, 6, 1e-9)
      << "of other forms, because there is none";
  forecast.learn("a", "distance", "cube", 100, 7);
  EXPECT_NEAR(forecast.guess("a", "distance", "jungle", 100)->seconds, 7, 1e-9);
}

TEST(Forecast, InWords) {
  EXPECT_EQ(in_words(0), "0 s");
  EXPECT_EQ(in_words(44.2), "45 s");
  EXPECT_EQ(in_words(59.5), "1 min 00 s");
  EXPECT_EQ(in_words(200), "3 min 20 s");
  EXPECT_EQ(in_words(2 * 3600 + 5 * 60), "2 h 05 min");
}

/// The progress lines in a file.
std::string shown(bool rewrites, int now_and_then, void (*use)(Progress&)) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  {
    Progress progress(file.get(), rewrites, std::chrono::seconds(now_and_then));
    use(progress);
  }
  std::string text(static_cast<std::size_t>(std::ftell(file.get())), '\0');
  std::rewind(file.get());
  return std::fread(text.data(), 1, text.size(), file.get()) == text.size() ? text : "unreadable";
}

TEST(Progress, IsOneLineOnATerminal) {
  EXPECT_EQ(shown(true, 30,
                  [](Progress& progress) {
                    progress.show(0, 3, -1, "a");
                    progress.show(1, 3, 61, "b");
                    progress.clear();
                    progress.clear();
                  }),
            "\r\033[K[0/3] a\r\033[K[1/3, 1 min 01 s left] b\r\033[K");
  const std::string wide = shown(true, 30, [](Progress& progress) { progress.show(0, 3, -1, std::string(500, 'x')); });
  EXPECT_LT(wide.size(), 100u) << "a line that wraps cannot be overwritten";
}

TEST(Progress, IsALineNowAndThenInAFile) {
  const auto twice = [](Progress& progress) {
    progress.show(0, 3, -1, "a");
    progress.clear();
    progress.show(1, 3, 61, "b");
  };
  EXPECT_EQ(shown(false, 0, twice), "farfirst-bench: [0/3] a\nfarfirst-bench: [1/3, 1 min 01 s left] b\n");
  EXPECT_EQ(shown(false, 3600, twice), "") << "a short run prints nothing";
}

}  // namespace
}  // namespace farfirst::bench
