// The key lab: the changes of its rows, the ages of orders, and unchanged sides of the frame.

#include "compare/key_lab.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "compare/key_lab_text.h"
#include "gpu_scenes.h"

namespace farfirst::app {
namespace {

class KeyLabTest : public FrameTest {
 protected:
  KeyLabTest() {
    look.point_size = 9;
    camera.eye = {0, 0, 3};
    camera.focus = {0, 0, -2};
    choice.algorithm = "gl.radix";
  }
  FrameStats draw() { return frame.draw(camera, look, choice, canvas.target(), true); }
  void measure(const std::shared_ptr<const Model>& model) {
    frame.set_scene(model);
    begin();
    for (int i = 0; i < 10'000 && !lab.is_done(); ++i) lab.step(frame);
    ASSERT_TRUE(lab.is_done());
    EXPECT_EQ(lab.trouble(), "");
    for (const KeyLabRow& row : lab.rows()) {
      EXPECT_TRUE(row.is_measured) << row.name << ": " << row.trouble;
      rows[row.name] = row;
    }
  }
  void begin() {
    lab.begin({.camera = camera, .look = look, .sort = choice, .report = draw(), .width = 64, .height = 64});
  }
  const KeyLabRow& row(const std::string& name) { return rows.at(name); }

  SceneRenderer frame{gl, VertexFetch::automatic, HeadlessContext::proc()};
  KeyLab lab{frame.gpu()};
  std::map<std::string, KeyLabRow> rows;
};

TEST_F(KeyLabTest, ARowChangesOneThing) {
  measure(soup(300));
  ASSERT_GT(lab.rows().size(), 5u);
  const SortChoice& chosen = lab.rows()[0].sort;
  EXPECT_EQ(lab.rows()[0].of, KeyLabRow::Of::chosen);
  EXPECT_EQ(lab.rows()[0].name, "radial distance, centroid");
  for (const KeyLabRow& other : lab.rows()) {
    SCOPED_TRACE(other.name);
    EXPECT_EQ(other.algorithm, "gl.radix");
    EXPECT_EQ(other.sort.metric != chosen.metric, other.of == KeyLabRow::Of::metric);
    EXPECT_EQ(other.sort.sort_point != chosen.sort_point, other.of == KeyLabRow::Of::sort_point);
    EXPECT_EQ(other.sort.precision != chosen.precision, other.of == KeyLabRow::Of::precision);
    EXPECT_EQ(other.sort.resort != chosen.resort, other.of == KeyLabRow::Of::resort);
    EXPECT_GT(other.order, 0);
    EXPECT_GE(other.frame, 0);
    EXPECT_FALSE(other.error.is_none()) << "triangles pass through each other";
    if (other.of != KeyLabRow::Of::resort) {
      EXPECT_EQ(other.age, 0u);
    }
  }
  for (const char* name : {"view depth", "nearest corner", "farthest corner", "mean of corners"})
    EXPECT_TRUE(rows.contains(name)) << name;
  EXPECT_NE(row("nearest corner").error, row("farthest corner").error);
  EXPECT_GT(row("8 bits").error.rmse(), 1.02 * lab.rows()[0].error.rmse());
  EXPECT_LT(row("24 bits, linear").error.rmse(), 1.01 * lab.rows()[0].error.rmse());
}

TEST_F(KeyLabTest, PoliciesAreMeasuredWithTheOldestOrderThatTheyKeep) {
  measure(cloud(2000));
  EXPECT_FALSE(rows.contains("nearest corner")) << "points have no corners";
  EXPECT_EQ(row("frames:2").age, 1u);
  EXPECT_EQ(row("frames:16").age, 15u);
  EXPECT_EQ(row("angle:2.5").age, 2u);
  EXPECT_EQ(row("angle:7.5").age, 7u);
  EXPECT_GT(row("frames:16").inversion_stats.share(), row("frames:2").inversion_stats.share());
  EXPECT_LT(row("frames:16").inversion_stats.share(), 2 * row("frames:2").inversion_stats.share())
      << "no more can be wrong";
  EXPECT_GT(row("frames:16").inversion_stats.depth(), 8 * row("frames:2").inversion_stats.depth())
      << "but by 15 times as much";
  EXPECT_GT(row("frames:2").inversion_stats.depth(), 0);
  EXPECT_GT(row("frames:16").error.rmse(), row("frames:2").error.rmse());
  EXPECT_GT(row("frames:2").error.rmse(), lab.rows()[0].error.rmse());
  for (const auto& [name, policy] : rows)
    EXPECT_NEAR(policy.frame, (std::max(policy.distance, 0.0) + policy.order) / (policy.age + 1), 1e-9) << name;
}

TEST_F(KeyLabTest, WhatIsAlwaysInOrderNeverBecomesWrong) {
  auto model = std::make_shared<Model>();
  for (int i = 0; i < 5; ++i) add_point(*model, {0, 0, -0.5f * static_cast<float>(i)}, rgba(250, 90, 60, 120));
  choice.resort = {Resort::When::frames, 100};
  measure(model);
  EXPECT_EQ(row("frames:100").age, KeyLab::longest_age);
  EXPECT_TRUE(row("frames:100").has_no_end);
  EXPECT_EQ(row("frames:100").inversion_stats.inversions, 0u);
  EXPECT_LE(lab.rows()[0].error.largest, 1u) << "rounding";
}

TEST_F(KeyLabTest, APolicyThatIsChosenHasARow) {
  choice.resort = {Resort::When::frames, 5};
  measure(cloud(100));
  EXPECT_EQ(row("frames:5").age, 4u);
}

TEST_F(KeyLabTest, TheFrameStaysAsItIs) {
  measure(soup(200));
  const std::size_t bytes = frame.gpu_bytes();
  frame.forget_beside();
  EXPECT_LT(frame.gpu_bytes(), bytes);
  const Picture before = canvas.read();
  const FrameStats report = draw();
  EXPECT_FALSE(report.sorted) << "nothing moved";
  EXPECT_EQ(report.number, 2u);
  EXPECT_EQ(canvas.read(), before);
}

TEST_F(KeyLabTest, ASceneMayChangeBesideIt) {
  measure(soup(200));
  frame.set_scene(cloud(300));  // the side beside is still there
  rows.clear();
  measure(cloud(300));
  EXPECT_EQ(lab.shown().report.elements, 300u);
}

TEST_F(KeyLabTest, IsWrittenAsTextAndAsValues) {
  measure(cloud(500));
  const std::string table = table_of(lab, {"a, cloud", "here"}), csv = csv_of(lab, {"a, cloud", "here"});
  EXPECT_TRUE(table.starts_with("a, cloud, 500 elements, here\n")) << table;
  EXPECT_NE(table.find("frames:16"), std::string::npos);
  std::istringstream lines(csv);
  std::string line;
  std::size_t count = 0, columns = 0;
  const auto commas_in = [](std::string text) {  // but not in quotes
    if (const std::size_t at = text.find(", linear"); at != text.npos) text.erase(at, 1);
    return static_cast<std::size_t>(std::ranges::count(text, ','));
  };
  while (std::getline(lines, line)) {
    const std::size_t commas = commas_in(line);
    if (count++ == 0)
      columns = commas;
    else
      EXPECT_EQ(commas, columns + 1) << line;  // one in the name
  }
  EXPECT_EQ(count, lab.rows().size() + 1);
  begin();
  std::istringstream again(csv_of(lab, {"cloud", "here"}));
  while (std::getline(again, line)) EXPECT_EQ(commas_in(line), columns) << line;
}

}  // namespace
}  // namespace farfirst::app
