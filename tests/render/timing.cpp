// The statistics that the panel and the tables show.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "render/quantiles.h"
#include "render/sample_window.h"
#include "render/statistics.h"

namespace farfirst::app {
namespace {

TEST(SampleWindow, IsEmptyAtFirst) {
  const SampleWindow series;
  EXPECT_TRUE(series.empty());
  EXPECT_EQ(series.now(), -1);
  EXPECT_EQ(series.median(), -1);
  EXPECT_EQ(series.p95(), -1);
}

TEST(SampleWindow, KeepsTheLastOnes) {
  SampleWindow series(3);
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

TEST(SampleWindow, LeavesOutWhatWasNotMeasured) {
  SampleWindow series;
  series.add(-1);
  EXPECT_TRUE(series.empty());
  series.add(2.0);
  series.add(-1);
  EXPECT_EQ(series.now(), 2.0);
  EXPECT_EQ(series.size(), 1u);
}

TEST(SampleWindow, QuantilesOfAHundred) {
  SampleWindow series(100);
  for (int i = 100; i >= 1; --i) series.add(i);
  EXPECT_EQ(series.median(), 50.5);
  EXPECT_EQ(series.p95(), 95.0);
  EXPECT_EQ(series.quantile(0.0), 1.0);
}

// ---- quantiles of any number

TEST(Quantiles, AreThoseOfASeriesWhileTheyAreFew) {
  Quantiles quantiles;
  SampleWindow series(Quantiles::exact_capacity);
  EXPECT_TRUE(quantiles.empty());
  EXPECT_EQ(quantiles.median(), -1);
  quantiles.add(-1);
  quantiles.add(std::nan(""));
  EXPECT_TRUE(quantiles.empty());
  std::mt19937 engine(7);
  for (std::size_t i = 0; i < Quantiles::exact_capacity; ++i) {
    const double value = static_cast<double>(engine() % 100000) * 1e-3;
    quantiles.add(value);
    series.add(value);
  }
  for (const double q : {0.0, 0.25, 0.5, 0.95, 0.999, 1.0}) EXPECT_EQ(quantiles.quantile(q), series.quantile(q)) << q;
}

/// The promise of the sketch, on shapes that frame times have and do not have.
TEST(Quantiles, OfManyAreWithinTheErrorThatIsStated) {
  const auto check = [](const char* shape, auto make) {
    SCOPED_TRACE(shape);
    std::mt19937_64 engine(11);
    Quantiles quantiles;
    std::vector<double> all;
    for (int i = 0; i < 200'000; ++i) {
      all.push_back(make(engine, i));
      quantiles.add(all.back());
    }
    EXPECT_EQ(quantiles.size(), all.size());
    std::ranges::sort(all);
    for (const double q : {0.0, 0.001, 0.05, 0.5, 0.9, 0.95, 0.99, 0.9999, 1.0}) {
      const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(all.size())));
      const double exact = all[std::max<std::size_t>(rank, 1) - 1];
      EXPECT_NEAR(quantiles.quantile(q), exact, Quantiles::relative_error * exact * (1 + 1e-9)) << q;
    }
    EXPECT_EQ(quantiles.quantile(0.0), all.front());
    EXPECT_EQ(quantiles.quantile(1.0), all.back());
    EXPECT_LT(quantiles.bytes(), 256u << 10);
  };
  check("uniform", [](auto& engine, int) { return std::uniform_real_distribution<>(1, 2)(engine); });
  check("normal", [](auto& engine, int) { return std::max(0.01, std::normal_distribution<>(16.6, 0.3)(engine)); });
  check("heavy tail", [](auto& engine, int) { return std::exp(std::normal_distribution<>(0, 4)(engine)); });
  check("rising", [](auto&, int i) { return 0.001 * (i + 1); });
  check("constant", [](auto&, int) { return 4.2; });
  check("two modes", [](auto&, int i) { return i % 3 == 0 ? 1e-4 : 250.0; });
}

TEST(Quantiles, TakeZeroAndWhatIsBeyondTheRange) {
  Quantiles quantiles;
  for (int i = 0; i < 10'000; ++i) quantiles.add(i < 5000 ? 0.0 : 1e30);
  EXPECT_EQ(quantiles.quantile(1.0), 1e30);
  EXPECT_LE(quantiles.quantile(0.1), 1e-9);
  EXPECT_GE(quantiles.quantile(0.9), 0.99e9);
}

// ---- fair frames and their identities

FrameStats report_of(std::uint64_t number, const char* algorithm = "cpu.lsd_radix", double total = 1) {
  FrameStats report;
  report.number = report.order_of = report.check_of = report.draw_of = number;
  report.elements = report.wanted.n = 100;
  report.algorithm = algorithm;
  report.total = total;
  return report;
}

FrameIdentity identity_of(const FrameStats& report) {
  return app::identity_of(report, {}, {}, {.width = 64, .height = 48});
}

TEST(FrameIdentity, ChangesWithAllThatChangesWhatIsMeasured) {
  const auto with = [](auto change) {
    FrameStats report = report_of(1);
    report.wanted.are_triangles = true;
    Look look;
    SortChoice choice;
    SceneRenderer::Target target{.width = 64, .height = 48};
    change(report, look, choice, target);
    return app::identity_of(report, look, choice, target);
  };
  const auto same = [](auto&...) {};
  EXPECT_EQ(with(same), with(same));
  using R = FrameStats;
  using L = Look;
  using C = SortChoice;
  using T = SceneRenderer::Target;
  const FrameIdentity base = with(same);
  EXPECT_NE(base, with([](R& r, L&, C&, T&) { r.algorithm = "cpu.vqsort"; }));
  EXPECT_NE(base, with([](R& r, L&, C&, T&) { r.scene = 2; }));
  EXPECT_NE(base, with([](R& r, L&, C&, T&) { r.elements = 99; }));
  EXPECT_NE(base, with([](R& r, L&, C&, T&) { r.renderer = "another"; }));
  EXPECT_NE(base, with([](R& r, L&, C&, T&) { r.samples = 4; }));
  EXPECT_NE(base, with([](R& r, L&, C&, T&) { r.wanted.are_triangles = false; }));
  EXPECT_NE(base, with([](R& r, L&, C&, T&) { r.wanted.metric = Metric::view_depth; }));
  EXPECT_NE(base, with([](R& r, L&, C&, T&) { r.wanted.sort_point = SortPoint::nearest; }));
  EXPECT_NE(base, with([](R& r, L&, C&, T&) { r.wanted.precision.bits = 16; }));
  EXPECT_NE(base, with([](R& r, L&, C&, T&) { r.wanted.precision.form = KeyForm::linear; }));
  EXPECT_NE(base, with([](R& r, L&, C&, T&) { r.wanted.draw_order = DrawOrder::front_to_back; }));
  EXPECT_NE(base, with([](R& r, L&, C&, T&) { r.wanted.check = true; }));
  EXPECT_NE(base, with([](R&, L&, C& c, T&) { c.resort = Resort::always; }));
  EXPECT_NE(base, with([](R&, L& l, C&, T&) { l.shading = Shading::flat; }));
  EXPECT_NE(base, with([](R&, L& l, C&, T&) { l.use_file_colors = false; }));
  EXPECT_NE(base, with([](R&, L&, C&, T& t) { t.width = 65; }));
  // The camera moves, a slider is dragged, particles move: still the same.
  EXPECT_EQ(base, with([](R& r, L& l, C&, T&) {
              r.wanted.view.eye[0] = 3;
              r.wanted.version = 8;
              l.opacity = 0.1f;
            }));
  // Unrelated changes have no effect.
  EXPECT_EQ(base, with([](R&, L& l, C&, T&) { l.point_size = 7; })) << "no points are drawn";
  EXPECT_EQ(base, with([](R&, L&, C& c, T&) { c.interop = false; })) << "no CUDA";
  const auto points = [](R& r, L&, C&, T&) { r.wanted.are_triangles = false; };
  EXPECT_NE(with(points), with([](R& r, L& l, C&, T&) {
              r.wanted.are_triangles = false;
              l.point_size = 7;
            }));
}

TEST(FrameIdentity, ADefaultThatIsNamedIsTheDefault) {
  const Algorithm* entry = nullptr;
  for (const Algorithm* a : algorithms())
    if (!a->parameters.empty()) entry = a;
  ASSERT_NE(entry, nullptr);
  const Parameter& parameter = entry->parameters.front();
  FrameStats unnamed = report_of(1), named = unnamed, other = unnamed, foreign = unnamed;
  for (FrameStats* report : {&unnamed, &named, &other, &foreign}) report->algorithm = entry->id;
  named.wanted.parameters = {{std::string(parameter.name), parameter.default_value}};
  other.wanted.parameters = {{std::string(parameter.name),
                              parameter.default_value == parameter.maximum ? parameter.minimum : parameter.maximum}};
  foreign.wanted.parameters = {{"of another entry", 3}};
  EXPECT_EQ(identity_of(unnamed), identity_of(named));
  EXPECT_EQ(identity_of(unnamed), identity_of(foreign));
  EXPECT_NE(identity_of(unnamed), identity_of(other));
}

TEST(FrameLog, DoesNotCountTheFirstOfAKindNorWhatDrewNothing) {
  FrameLog log;
  const auto counts = [&](FrameStats report, bool disturbed = false) {
    return log.add(report, identity_of(report), disturbed).counts;
  };
  FrameStats empty = report_of(1);
  empty.elements = 0;
  EXPECT_FALSE(counts(empty));
  EXPECT_FALSE(counts(report_of(2)));
  EXPECT_TRUE(counts(report_of(3)));
  EXPECT_FALSE(counts(report_of(4), true));
  EXPECT_TRUE(counts(report_of(5)));
  EXPECT_FALSE(counts(report_of(6, "cpu.vqsort")));
  EXPECT_FALSE(counts(report_of(7))) << "back again: the caches are cold";
  EXPECT_TRUE(counts(report_of(8)));
  ASSERT_NE(log.find(6), nullptr);
  EXPECT_EQ(log.find(6)->identity.algorithm, "cpu.vqsort");
  for (std::uint64_t number = 9; number < 100; ++number) counts(report_of(number));
  EXPECT_EQ(log.find(6), nullptr) << "it does not grow";
}

TEST(Measurements, AreOfTheFrameThatTheReportNames) {
  FrameStats report = report_of(9);
  report.draw = 2;
  report.draw_of = 6;
  report.sort = 3;
  report.order_of = 7;
  std::vector<Measurement> found = measurements_of(report);
  ASSERT_EQ(found.size(), 3u);
  for (const Measurement& m : found) {
    const std::string_view stage = stages()[m.stage].name;
    EXPECT_EQ(m.frame, stage == "draw" ? 6u : stage == "sort" ? 7u : 9u) << stage;
    EXPECT_EQ(m.milliseconds, stage == "draw" ? 2 : stage == "sort" ? 3 : 1) << stage;
  }
}

TEST(StatisticsByIdentity, AreKeptApartAndForgottenOldestFirst) {
  StatisticsByIdentity<SampleWindow> statistics(3);
  const auto named = [](const char* algorithm) { return identity_of(report_of(1, algorithm)); };
  statistics[named("a")][1].add(1);
  statistics[named("b")][1].add(2);
  statistics[named("c")][1].add(3);
  EXPECT_EQ(statistics[named("a")][1].median(), 1) << "still there";
  statistics[named("d")][1].add(4);
  EXPECT_EQ(statistics.find(named("b")), nullptr) << "not used for longest";
  ASSERT_NE(statistics.find(named("c")), nullptr);
  EXPECT_EQ((*statistics.find(named("c")))[1].median(), 3);
  EXPECT_EQ(statistics.entries().front().first.algorithm, "d");
  statistics.clear();
  EXPECT_EQ(statistics.find(named("a")), nullptr);
}

}  // namespace
}  // namespace farfirst::app
