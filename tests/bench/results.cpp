// Tests of order statistics, files of results, changes between them, and figures.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "report/figures.h"
#include "report/results.h"
#include "report/statistics.h"

namespace farfirst::bench {
namespace {

TEST(Statistics, QuantilesOfKnownNumbers) {
  EXPECT_EQ(quantile({7}, 0.5), 7);
  EXPECT_EQ(quantile({7}, 0.05), 7);
  EXPECT_EQ(quantile({3, 1, 2}, 0.5), 2);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 0), 1);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 1), 4);
  std::vector<double> hundred_and_one(101);
  for (std::size_t i = 0; i < 101; ++i) hundred_and_one[i] = static_cast<double>((i * 37) % 101);  // 0 .. 100, mixed
  EXPECT_NEAR(quantile(hundred_and_one, 0.05), 5, 1e-9);
  EXPECT_NEAR(quantile(hundred_and_one, 0.95), 95, 1e-9);
  EXPECT_NEAR(quantile({0, 10}, 0.05), 0.5, 1e-9);
}

TEST(Statistics, AnOutlierDoesNotMoveTheMedian) {
  std::vector<double> values(99, 1.0);
  values.push_back(1e9);
  EXPECT_EQ(quantile(values, 0.5), 1);
  EXPECT_EQ(quantile(values, 0.95), 1);
}

TEST(Statistics, ClocksHaveSettledWhenTimesAgree) {
  EXPECT_TRUE(agree({1, 10}, {1, 10}, 0.02));
  EXPECT_TRUE(agree({1, 10}, {1.019, 10.19}, 0.02));
  EXPECT_FALSE(agree({1, 10}, {1.021, 10.21}, 0.02)) << "all became slower";
  EXPECT_FALSE(agree({1, 10}, {0.97, 9.7}, 0.02)) << "all became faster";
  EXPECT_TRUE(agree({1, 1, 1, 1}, {1.03, 0.97, 1.02, 0.98}, 0.02)) << "noise is not the clock";
  EXPECT_FALSE(agree({1, 1}, {1.1, 1}, 0.02));
  EXPECT_TRUE(agree({0, 1}, {5, 1}, 0.02)) << "times of 0 are ignored";
  EXPECT_TRUE(agree({}, {}, 0.02));
}

constexpr const char* sorts = R"(# GPU: Some GPU
# commit: 1234567
# seed 1; 9 repeats
entry,form,distribution,n,median_ms,p5_ms,p95_ms,wall_ms,clock,repeats,key_buffers,scratch_bytes,device,driver,cuda,processor,commit
cuda.a,argsort,uniform,1024,0.5,0.4,0.6,0.7,CUDA events,9,3,100,"Some GPU, 1 MiB","580, CUDA 13.0",13.0,A CPU,1234567
cuda.a,argsort,uniform,2048,1,0.9,1.1,1.2,CUDA events,9,3,100,"Some GPU, 1 MiB","580, CUDA 13.0",13.0,A CPU,1234567
cuda.b:x=1,argsort,uniform,2048,4,3.9,4.1,4.2,CUDA events,9,3,100,"Some GPU, 1 MiB","580, CUDA 13.0",13.0,A CPU,1234567
)";

Results results_of(const std::string& text) {
  std::istringstream file(text);
  return read_results(file, "some.csv");
}

/// The message about this file.
std::string refusal(const std::string& text) {
  try {
    results_of(text);
    return {};
  } catch (const BadResults& bad) {
    return bad.what();
  }
}

TEST(Results, AreReadAsTheyWereWritten) {
  const Results results = results_of(sorts);
  ASSERT_EQ(results.about.size(), 3u);
  EXPECT_EQ(results.about[0], "GPU: Some GPU");
  ASSERT_EQ(results.sorts.size(), 3u);
  EXPECT_TRUE(results.passes.empty());
  const Result& last = results.sorts[2];
  EXPECT_EQ(last.entry, "cuda.b:x=1");
  EXPECT_EQ(last.form, "argsort");
  EXPECT_EQ(last.input, "uniform");
  EXPECT_EQ(last.n, 2048u);
  EXPECT_EQ(last.median, 4);
  EXPECT_EQ(last.p5, 3.9);
  EXPECT_EQ(last.p95, 4.1);
  EXPECT_DOUBLE_EQ(last.million_per_second(), 0.512);
}

TEST(Results, FilesOfEarlierProgramsHaveFewerColumns) {
  const Results results =
      results_of("entry,form,distribution,n,median_ms,p5_ms,p95_ms\ncuda.a,argsort,uniform,8,1,1,1\n");
  EXPECT_EQ(results.sorts.size(), 1u);
}

TEST(Results, FilesOfPassesAreKnownByTheirColumns) {
  const Results results = results_of(
      "# x\nentry,form,distribution,n,pass,count,median_ms,share\ncuda.a,argsort,uniform,8,\"count, "
      "scan\",2,0.25,0.5\n");
  ASSERT_EQ(results.passes.size(), 1u);
  EXPECT_EQ(results.passes[0].pass, "count, scan");
  EXPECT_EQ(results.passes[0].median, 0.25);
}

TEST(Results, OtherFilesGetAMessage) {
  const std::string head = "entry,form,distribution,n,median_ms,p5_ms,p95_ms\n";
  EXPECT_NE(refusal("").find("no table"), std::string::npos);
  EXPECT_NE(refusal("# only comments\n").find("no table"), std::string::npos);
  EXPECT_NE(refusal("scene,frame\na,1\n").find("some.csv: there is no column"), std::string::npos);
  EXPECT_NE(refusal(head + "cuda.a,argsort,uniform,8,1,1\n").find("some.csv:2: 6 fields"), std::string::npos);
  EXPECT_NE(refusal(head + "cuda.a,argsort,uniform,8,fast,1,1\n").find("\"fast\""), std::string::npos);
  EXPECT_NE(refusal(head + "cuda.a,argsort,uniform,8,-1,1,1\n").find("not a time"), std::string::npos);
  EXPECT_NE(refusal(head + "cuda.a,argsort,uniform,8,nan,1,1\n").find("not a time"), std::string::npos);
  EXPECT_NE(refusal(head + "cuda.a,argsort,uniform,-8,1,1,1\n").find("not a number"), std::string::npos);
}

Result made(const std::string& entry, std::size_t n, double median, double spread) {
  return {entry, "argsort", "uniform", n, median, median * (1 - spread), median * (1 + spread)};
}

TEST(Differences, AreThoseBeyondNoise) {
  const std::vector<Result> before = {made("a", 8, 1, 0.01), made("b", 8, 1, 0.3),  made("c", 8, 1, 0.001),
                                      made("d", 8, 1, 0.01), made("e", 8, 1, 0.01), made("a", 16, 1, 0.01)};
  const std::vector<Result> after = {made("a", 8, 1.1, 0.01),    // slower
                                     made("b", 8, 1.1, 0.3),     // within the noise
                                     made("c", 8, 1.01, 0.001),  // beyond the noise, but too little to matter
                                     made("d", 8, 0.9, 0.01),    // faster
                                     made("f", 8, 1, 0.01),      // new
                                     made("a", 16, 1, 0.01)};
  const std::vector<Difference> found = differences(before, after, 0.02);
  ASSERT_EQ(found.size(), 5u);
  const Change expected[] = {Change::slower, Change::none, Change::none, Change::faster, Change::none};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(found[i].change, expected[i]) << found[i].before.entry;
  EXPECT_DOUBLE_EQ(found[0].ratio, 1.1);
  EXPECT_EQ(found[4].before.n, 16u);
}

/// Frames of another renderer, or with more samples, are another measurement.
TEST(Changes, CompareFramesDrawnAlike) {
  const auto file = [](const std::string& more, const char* one, const char* four) {
    return results_of("entry,form,distribution,n,median_ms,p5_ms,p95_ms" + more + "\na,frame,x,8,1,1,1" + one +
                      "\na,frame,x,8,2,2,2" + four + "\n")
        .sorts;
  };
  const std::vector<Result> named = file(",renderer,samples", ",raster,1", ",raster,4");
  EXPECT_EQ(named[0].drawn, "raster");
  EXPECT_EQ(named[1].drawn, "raster, 4 samples");
  for (const Difference& difference : differences(named, named, 0.02)) EXPECT_EQ(difference.ratio, 1);
  const std::vector<Result> before_there_was_a_choice = file("", "", "");
  EXPECT_EQ(differences(before_there_was_a_choice, named, 0.02).at(0).after.drawn, "raster");
  EXPECT_TRUE(differences(named, file(",renderer,samples", ",tiles,1", ",tiles,4"), 0.02).empty());
}

TEST(Figures, TheFastestAreThoseOfTheLargestSizeOverAllInputs) {
  const auto row = [](const char* entry, const char* input, std::size_t n, double ms) {
    return Result{entry, "argsort", input, n, ms, ms, ms};
  };
  // b is faster than a on small inputs only; c is fastest on one input, and slowest in the mean.
  const std::vector<Result> results = {row("a", "x", 8, 9),  row("b", "x", 8, 1),  row("a", "x", 64, 2),
                                       row("b", "x", 64, 4), row("c", "x", 64, 1), row("a", "y", 64, 2),
                                       row("b", "y", 64, 4), row("c", "y", 64, 64)};
  EXPECT_EQ(fastest(results, 9), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(fastest(results, 1), std::vector<std::string>{"a"});
  EXPECT_TRUE(fastest({}, 3).empty());
}

TEST(Figures, HoldTheirData) {
  const Results results = results_of(sorts);
  const std::string time = figure(FigureKind::time, results, {.file = "a.svg", .title = "x"});
  EXPECT_NE(time.find("1024 0.5 ?\n2048 1 4\nEND"), std::string::npos) << time;
  EXPECT_NE(time.find("\"\" \"cuda.a\" \"cuda.b:x=1\"\n"), std::string::npos) << time;
  const std::string rate = figure(FigureKind::rate, results, {.file = "a.png"});
  EXPECT_NE(rate.find("1024 2.048 ?\n2048 2.048 0.512\nEND"), std::string::npos) << rate;
  EXPECT_NE(rate.find("file = \"a.png\""), std::string::npos) << rate;
  const std::string speed = figure(FigureKind::speed_up, results, {.baseline = "cuda.b:x=1"});
  EXPECT_NE(speed.find("2048 4 1\nEND"), std::string::npos) << speed;
  EXPECT_EQ(speed.find("1024"), std::string::npos) << "there is no baseline at 1024: " << speed;
  const std::string bars = figure(FigureKind::bars, results, {});
  EXPECT_NE(bars.find("\"uniform\" 2.048 0.512\n"), std::string::npos) << bars;
}

TEST(Figures, OfFramesBeginAtAPowerOfTen) {
  Results results;
  results.sorts = {{"gl raster", "frame", "jungle", 1'540'000, 6.86, 6.7, 7.0},
                   {"gl tiles", "frame", "jungle", 1'540'000, 1.62, 1.5, 1.7},
                   {"gl tiles", "frame", "glass", 31'202, 0.664, 0.6, 0.7}};
  const std::string script = figure(FigureKind::frames, results, {});
  EXPECT_NE(script.find("bottom = 0.1\n"), std::string::npos) << script;
  EXPECT_NE(script.find("\"jungle\" 6.86 1.62\n\"glass\" ? 0.664\n"), std::string::npos) << script;
}

TEST(Figures, StackPasses) {
  Results results;
  results.passes = {{"a", "argsort", "uniform", 8, "count", 1},
                    {"a", "argsort", "uniform", 8, "move", 3},
                    {"b", "argsort", "uniform", 8, "merge", 2}};
  const std::string script = figure(FigureKind::passes, results, {});
  const std::string rows = "0 0 1 1 \"count\" \"a\"\n0 1 4 2 \"move\" \"a\"\n1 0 2 1 \"merge\" \"b\"\nEND";
  EXPECT_NE(script.find(rows), std::string::npos) << script;
  results.passes.push_back({"a", "argsort", "uniform", 16, "count", 1});
  EXPECT_THROW(figure(FigureKind::passes, results, {}), BadResults);
}

TEST(Figures, ImpossibleFiguresGetAMessage) {
  EXPECT_THROW(figure(FigureKind::time, {}, {}), BadResults);
  EXPECT_THROW(figure(FigureKind::passes, results_of(sorts), {}), BadResults);
  EXPECT_THROW(figure(FigureKind::speed_up, results_of(sorts), {.baseline = "cuda.c"}), BadResults);
  Results two = results_of(sorts);
  two.sorts.push_back({"cuda.a", "argsort", "zero", 8, 1, 1, 1});
  EXPECT_THROW(figure(FigureKind::rate, two, {}), BadResults);
}

TEST(Figures, NamesCannotEndTheirQuotes) {
  Results results;
  results.sorts = {{"a\"; quit; \"", "argsort", "uniform", 8, 1, 1, 1}};
  const std::string script = figure(FigureKind::time, results, {.title = "back\\slash"});
  EXPECT_NE(script.find("\"a'; quit; '\""), std::string::npos) << script;
  EXPECT_NE(script.find("\"back/slash\""), std::string::npos) << script;
}

}  // namespace
}  // namespace farfirst::bench
