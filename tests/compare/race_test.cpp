// The race: which times are combined, which entries run, the effect of a wrong order, and the output.

#include <gtest/gtest.h>

#include <set>

#include "compare/race_text.h"
#include "csv_text.h"
#include "race_fixture.h"
#include "scene/fountain.h"
#include "scene/particles.h"

namespace farfirst::app {
namespace {

TEST_F(RaceTest, RowsAreOrderedByTimeAndSayHowMuchSlowerTheyAre) {
  start({.cost = [](const Algorithm& a, std::uint32_t) {
    return a.id == "cpu.qsort" ? 8.0 : a.id == "cpu.std_sort" ? 4.0 : 2.0;
  }});
  frame.set_scene(cloud(2000));
  only({"cpu.qsort", "cpu.std_stable", "cpu.std_sort"});
  step_until([&] { return runs("cpu.qsort") >= 3 && runs("cpu.std_sort") >= 3 && runs("cpu.std_stable") >= 3; });
  const std::vector<RaceRow> rows = race->rows();
  EXPECT_EQ(rows[0].algorithm->id, "cpu.std_stable");
  EXPECT_EQ(rows[1].algorithm->id, "cpu.std_sort");
  EXPECT_EQ(rows[2].algorithm->id, "cpu.qsort");
  EXPECT_EQ(rows[0].ratio, 1);
  EXPECT_EQ(rows[2].ratio, 4);
  EXPECT_EQ(rows[1].elements_per_second, 2000 / 4e-3);
  EXPECT_GT(rows[0].times->scratch, 0u);
  EXPECT_EQ(rows[0].times->right, rows[0].times->checked()) << "also of the runs that do not count";
  EXPECT_GT(rows[0].times->checked(), rows[0].times->steady().size());
  EXPECT_EQ(rows[3].state, RaceRow::State::off);
  const bool absent =
      std::ranges::any_of(algorithms(), [](const Algorithm* a) { return !why_unavailable(*a).empty(); });
  EXPECT_EQ(rows.back().state == RaceRow::State::absent, absent) << "listed all the same";
  EXPECT_EQ(rows.back().reason.empty(), !absent);
}

TEST_F(RaceTest, TheRunsThatMakeASorterAndWarmItUpDoNotCount) {
  int sorts = 0;
  start({.cost = [&](const Algorithm&, std::uint32_t) { return ++sorts <= 2 ? 500.0 : 1.0; }});
  frame.set_scene(cloud(500));
  only({"cpu.std_sort"});
  step_until([&] { return runs("cpu.std_sort") >= 5; });
  EXPECT_EQ(row("cpu.std_sort").times->steady().maximum(), 1);
}

TEST_F(RaceTest, TimesOfAnotherSceneSizeKeyOrParameterStandElsewhere) {
  double cost = 1;
  start({.cost = [&](const Algorithm&, std::uint32_t) { return cost; }});
  choice.algorithm = "cpu.lsd_radix";
  const auto race_at = [&](double milliseconds) {
    cost = milliseconds;
    step_until([&] { return runs("cpu.lsd_radix") >= 3; });
    EXPECT_EQ(row("cpu.lsd_radix").times->steady().maximum(), milliseconds);
    EXPECT_EQ(row("cpu.lsd_radix").times->steady().quantile(0), milliseconds);
  };
  frame.set_scene(cloud(1000));
  only({"cpu.lsd_radix"});
  race_at(1);
  frame.set_scene(cloud(1000, 2));  // as many elements
  step();
  EXPECT_EQ(runs("cpu.lsd_radix"), 0u);
  race_at(2);
  frame.set_scene(cloud(900));
  step();
  EXPECT_EQ(runs("cpu.lsd_radix"), 0u);
  race_at(3);
  choice.metric = Metric::view_depth;
  step();
  EXPECT_EQ(runs("cpu.lsd_radix"), 0u);
  race_at(4);
  const Parameter& parameter = find("cpu.lsd_radix")->parameters.front();
  choice.parameters = {{std::string(parameter.name), parameter.default_value}};
  step();
  EXPECT_GE(runs("cpu.lsd_radix"), 3u) << "the default is the default";
  choice.parameters[0].value = parameter.default_value == parameter.maximum ? parameter.minimum : parameter.maximum;
  step();
  EXPECT_EQ(runs("cpu.lsd_radix"), 0u);
  race_at(5);
  EXPECT_NE(parameters_text(*row("cpu.lsd_radix").algorithm, row("cpu.lsd_radix").parameters), "");
  choice.parameters.clear();
  choice.metric = Metric::radial;
  step();
  // The newest may be of a run that was under way when the key changed, and that ended at another cost.
  EXPECT_EQ(row("cpu.lsd_radix").times->steady().quantile(0), 3) << "what was measured before stands again";
}

TEST_F(RaceTest, WhatIsUnderWayWhenTheSceneChangesGoesNowhereElse) {
  start({.cost = [](const Algorithm&, std::uint32_t n) { return n; }});
  frame.set_scene(cloud(4000));
  only({"cpu.std_sort"});
  for (int i = 0; i < 40; ++i) {
    step();
    if (i % 4 == 3) frame.set_scene(cloud(i % 8 == 3 ? 700 : 4000));
  }
  step_until([&] { return runs("cpu.std_sort") >= 3; });
  for (const RaceRow& row : race->rows())
    if (row.median() >= 0) {
      EXPECT_EQ(row.times->steady().maximum(), row.n);
      EXPECT_EQ(row.times->steady().quantile(0), row.n);
    }
}

TEST_F(RaceTest, TheBudgetOfASoftwareRendererIsKept) {
  if (!gl::is_software(gl)) GTEST_SKIP() << "this is none";
  double spent = 0;
  start({.cost = [&](const Algorithm& a, std::uint32_t) {
    const double cost = a.id == "cpu.qsort" ? 30 : 10;
    spent += cost;
    return cost;
  }});
  frame.set_scene(cloud(300));
  only({"cpu.qsort", "cpu.std_sort", "cpu.std_stable"});
  step_until([&] { return runs("cpu.qsort") >= 3; });
  spent = 0;
  const double began = time;
  step_until([&] { return time - began > 20'000; });
  EXPECT_LE(spent, 0.2 * (time - began) + 30);
  EXPECT_GE(spent, 0.1 * (time - began));
  EXPECT_LE(race->cost_per_frame(), 0.25 * 16);
  EXPECT_GT(race->cost_per_frame(), 0);
  for (const RaceRow& row : race->rows())
    if (row.state == RaceRow::State::raced) {
      EXPECT_LE(row.age, 2000) << row.algorithm->id;
    }
}

TEST_F(RaceTest, OnASoftwareRendererOpenGlsSortsStartUntickedWithTheReason) {
  if (!gl::is_software(gl)) GTEST_SKIP() << "this is none";
  start();
  for (std::size_t i = 0; i < race->entries(); ++i) {
    const Algorithm& algorithm = race->algorithm(i);
    EXPECT_EQ(race->is_ticked(i), why_unavailable(algorithm).empty() && algorithm.backend != Backend::gl)
        << algorithm.id;
  }
  EXPECT_NE(row("gl.radix").reason.find("software renderer"), std::string::npos);
  EXPECT_NE(race->how_timed().find("waits"), std::string::npos);
}

TEST_F(RaceTest, OpenGlsSortsRaceInTheFrameAndTheirOrdersAreChecked) {
  start();
  auto model = std::make_shared<Model>();
  for (int i = 0; i < 40; ++i) add_square(*model, {0, 0, -1 - 0.1f * static_cast<float>(i)}, 1, rgba(0, 255, 0, 99));
  frame.set_scene(std::shared_ptr<const Model>(model));
  only({"gl.radix", "gl.bitonic"});
  step_until([&] { return runs("gl.radix") >= 2 && runs("gl.bitonic") >= 2; });
  for (const char* id : {"gl.radix", "gl.bitonic"}) {
    const RaceTimes& times = *row(id).times;
    EXPECT_EQ(times.right, times.checked());
    EXPECT_GE(times.checked(), 4u);
    EXPECT_GT(times.scratch, 0u);
    EXPECT_FALSE(times.passes.empty());
  }
  EXPECT_GE(row("gl.bitonic").times->distance.median(), 0) << "its keys are made before";
  EXPECT_LT(row("gl.radix").times->distance.median(), 0) << "it makes the keys while it sorts";
}

TEST_F(RaceTest, AWrongOrderIsFoundAndStaysReported) {
  gl::Buffer swapped;
  bool lies = false;
  start({.damage = [&](Order& order) {
    if (!lies || order.algorithm != "gl.radix") return;
    std::vector<std::uint32_t> words(order.wanted.n);
    for (std::uint32_t i = 0; i < order.wanted.n; ++i) words[i] = i;
    swapped = gl::Buffer(gl, words.size() * 4, words.data());
    order.view.buffer = swapped.name();
    order.view.order_offset = 0;
  }});
  frame.set_scene(cloud(100));
  only({"gl.radix", "cpu.std_sort"});
  step_until([&] { return runs("gl.radix") >= 2; });
  EXPECT_STREQ(check_text(row("gl.radix")), "right");
  lies = true;
  step_until([&] { return row("gl.radix").times->wrong > 0; });
  EXPECT_STREQ(check_text(row("gl.radix")), "wrong");
  const std::string sentence = row("gl.radix").times->last_wrong;
  EXPECT_NE(sentence.find("not in the sequence of the keys"), std::string::npos) << sentence;
  EXPECT_STREQ(check_text(row("cpu.std_sort")), "right");
  lies = false;
  step_until([&] { return row("gl.radix").times->newest_is_right; });
  EXPECT_EQ(row("gl.radix").times->last_wrong, sentence) << "as long as the times are kept";
}

TEST_F(RaceTest, FrozenTimesStayAndClearedOnesAreGone) {
  start();
  frame.set_scene(cloud(1000));
  only({"cpu.std_sort"});
  step_until([&] { return runs("cpu.std_sort") >= 3; });
  race->set_frozen(true);
  EXPECT_FALSE(race->is_running());
  const std::size_t before = runs("cpu.std_sort");
  const std::uint64_t checked = row("cpu.std_sort").times->checked();
  for (int i = 0; i < 100; ++i) {
    step();
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  EXPECT_EQ(runs("cpu.std_sort"), before);
  EXPECT_EQ(row("cpu.std_sort").times->checked(), checked);
  race->clear();
  EXPECT_EQ(row("cpu.std_sort").times, nullptr);
  EXPECT_EQ(row("cpu.std_sort").state, RaceRow::State::waiting);
  race->set_frozen(false);
  step_until([&] { return runs("cpu.std_sort") >= 2; });
}

TEST_F(RaceTest, UntickedEntriesFreeTheirMemoryAndKeepTheirTimes) {
  start();
  frame.set_scene(cloud(5000));
  only({"gl.radix", "cpu.std_sort"});
  step_until([&] { return runs("gl.radix") >= 2 && runs("cpu.std_sort") >= 2; });
  const std::size_t gpu = race->gpu_bytes(), host = race->host_bytes();
  const std::size_t its = row("gl.radix").times->scratch + row("gl.radix").times->state;
  race->tick(entry("gl.radix"), false);
  EXPECT_EQ(race->gpu_bytes(), gpu - its);
  EXPECT_EQ(row("gl.radix").state, RaceRow::State::off);
  EXPECT_GE(row("gl.radix").median(), 0);
  race->tick(entry("cpu.std_sort"), false);
  step_until([&] { return race->host_bytes() < host; });
  race->set_on(false);
  EXPECT_EQ(race->gpu_bytes(), 0u);
  for (int i = 0; i < 1000 && race->host_bytes() > 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(race->host_bytes(), 0u);
}

TEST_F(RaceTest, AnEntryThatFailsIsARowWithItsReason) {
  start();
  frame.set_scene(cloud(1000));
  choice.algorithm = "cpu.lsd_radix";
  choice.parameters = {{std::string(find("cpu.lsd_radix")->parameters.front().name), 1'000'000}};
  only({"cpu.lsd_radix", "cpu.std_sort"});
  step_until([&] { return row("cpu.lsd_radix").state == RaceRow::State::failed && runs("cpu.std_sort") >= 2; });
  EXPECT_NE(row("cpu.lsd_radix").reason.find(choice.parameters[0].name), std::string::npos)
      << row("cpu.lsd_radix").reason;
  choice.parameters.clear();  // now it can
  step_until([&] { return runs("cpu.lsd_radix") >= 2; });
}

TEST_F(RaceTest, TheSweepGoesThroughTheNumbersOfElementsAndRound) {
  start({.cost = [](const Algorithm&, std::uint32_t n) { return 1e-3 * n; }});
  auto model = std::make_shared<Model>();
  for (int i = 0; i < 1000; ++i) add_square(*model, {0, 0, -1 - 0.1f * static_cast<float>(i)}, 1, rgba(0, 255, 0, 99));
  frame.set_scene(std::shared_ptr<const Model>(model));  // 2000 triangles
  only({"cpu.std_sort", "gl.radix"});
  step_until([&] { return runs("cpu.std_sort") >= 2; });
  race->set_sweeping(true);
  std::set<std::uint32_t> seen;
  step_until([&] {
    seen.insert(race->thinning());
    return seen.size() == 7 && race->sizes().size() == 7 && race->thinning() == 32;
  });
  EXPECT_EQ(race->sizes(), (std::vector<std::uint32_t>{2000, 1000, 500, 250, 125, 62, 31}));
  ASSERT_EQ(race->curves().size(), 2u);
  for (const RaceCurve& curve : race->curves()) {
    ASSERT_EQ(curve.points.size(), 7u);
    for (const RaceCurve::Point& point : curve.points) EXPECT_DOUBLE_EQ(point.milliseconds, 1e-3 * point.n);
  }
  for (const RaceRow& row : race->rows(125))
    if (row.times != nullptr) {
      EXPECT_EQ(row.times->right, row.times->checked()) << "orders of some of the elements are checked, too";
    }
  race->set_sweeping(false);
  step();
  EXPECT_EQ(race->thinning(), 1u);
}

TEST_F(RaceTest, ParticlesAreSweptWhileTheyMove) {
  start();
  frame.set_scene(std::make_shared<ParticleSystem>(fountain_with_smoke(), 4000, 1));
  only({"cpu.std_sort", "gl.radix"});
  race->set_sweeping(true);
  step_until([&] {
    frame.draw(camera, look, choice, canvas.target(), false);
    return race->sizes().size() == 7;
  });
  for (const std::uint32_t n : race->sizes())
    for (const RaceRow& row : race->rows(n))
      if (row.times != nullptr) {
        EXPECT_EQ(row.times->right, row.times->checked()) << n << " " << row.algorithm->id;
        EXPECT_GT(row.times->checked(), 0u);
      }
}

TEST_F(RaceTest, ARendererThatReadsOrdersInAnotherWayChangesNothing) {
  start();
  auto model = std::make_shared<Model>();
  for (int i = 0; i < 50; ++i) add_square(*model, {0, 0, -1 - 0.1f * static_cast<float>(i)}, 1, rgba(0, 255, 0, 99));
  frame.set_scene(std::shared_ptr<const Model>(model));
  only({"gl.radix", "cpu.std_sort"});
  for (const char* renderer : {"raster", "tiles", "raster", "tiles"}) {
    look.renderer = renderer;
    frame.draw(camera, look, choice, canvas.target(), false);
    const std::size_t before = runs("gl.radix");
    step_until([&] { return runs("gl.radix") > before; });
    EXPECT_EQ(row("gl.radix").times->wrong, 0u);
  }
}

// ---- text

TEST_F(RaceTest, TheFileHasARowForEveryEntry) {
  start({.cost = [](const Algorithm& a, std::uint32_t) { return a.id == "cpu.qsort" ? 8.0 : 2.0; }});
  frame.set_scene(cloud(1000));
  only({"cpu.qsort", "cpu.std_sort"});
  step_until([&] { return runs("cpu.qsort") >= 2 && runs("cpu.std_sort") >= 2; });
  race->set_frozen(true);
  const RacePlace place{"a \"scene\", with commas", "some device"};
  const std::vector<std::string> lines = lines_of(csv_of(*race, place));
  ASSERT_EQ(lines.size(), 1 + race->entries());
  const std::vector<std::string> names = fields_of(lines[0]);
  const auto field = [&](std::size_t line, const std::string& name) {
    const auto at = std::ranges::find(names, name) - names.begin();
    return fields_of(lines[line])[static_cast<std::size_t>(at)];
  };
  for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_EQ(fields_of(lines[i]).size(), names.size()) << lines[i];
  EXPECT_EQ(field(1, "scene"), place.scene);
  EXPECT_EQ(field(1, "sort"), "cpu.std_sort");
  EXPECT_EQ(field(1, "elements"), "1000");
  EXPECT_EQ(field(1, "state"), "raced");
  EXPECT_EQ(field(1, "median_ms"), "2.000000");
  EXPECT_EQ(field(1, "order"), "right");
  EXPECT_EQ(field(2, "sort"), "cpu.qsort");
  EXPECT_EQ(field(2, "ratio"), "4.0000");
  EXPECT_EQ(field(2, "elements_per_second"), "125000");
  EXPECT_EQ(field(3, "median_ms"), "");
  const bool absent =
      std::ranges::any_of(algorithms(), [](const Algorithm* a) { return !why_unavailable(*a).empty(); });
  EXPECT_EQ(field(lines.size() - 1, "state") == "absent", absent);
  EXPECT_EQ(field(lines.size() - 1, "reason") == "", !absent);

  const std::vector<std::string> table = lines_of(table_of(*race, place));
  ASSERT_EQ(table.size(), 2 + race->entries());
  EXPECT_EQ(table[2].find("cpu.std_sort"), 0u);
  EXPECT_EQ(table[2].size(), table[1].size()) << "the columns line up";
  EXPECT_EQ(table.back().find("cannot run here") == std::string::npos, !absent);
}

}  // namespace
}  // namespace farfirst::app
