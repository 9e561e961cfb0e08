// The picture error meter: the error against the reference, by cause; and the table of methods.

#include "compare/picture_error_meter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "compare/error_tables.h"
#include "compare/methods.h"
#include "offscreen/context.h"
#include "render/renderer.h"

namespace farfirst::app {
namespace {

constexpr int size = 96;

void add_square(Model& model, const glm::vec3& center, const glm::vec3& right, const glm::vec3& up,
                std::uint32_t color) {
  const auto first = static_cast<std::uint32_t>(model.positions.size());
  for (const glm::vec2 corner : {glm::vec2(-1, -1), glm::vec2(1, -1), glm::vec2(1, 1), glm::vec2(-1, 1)}) {
    model.positions.push_back(center + corner.x * right + corner.y * up);
    model.colors.push_back(color);
  }
  for (const std::uint32_t corner : {0u, 1u, 2u, 0u, 2u, 3u}) model.triangles.push_back(first + corner);
  compute_bounds(model);
}

constexpr std::uint32_t red = 0xA02020E0u, green = 0xA020E020u, blue = 0xA0E02020u;

/// Sheets one behind the other: one order is right.
Model stack() {
  Model model;
  for (int i = 0; i < 3; ++i)
    add_square(model, {0.1f * static_cast<float>(i), 0, -2.0f - static_cast<float>(i)}, {0.8f, 0, 0}, {0, 0.8f, 0},
               i == 0   ? red
               : i == 1 ? green
                        : blue);
  return model;
}

/// Sheets through each other: no order is.
Model cross() {
  Model model;
  add_square(model, {0, 0, -3}, {0.9f, 0, 0.6f}, {0, 0.8f, 0}, red);
  add_square(model, {0, 0, -3}, {0.9f, 0, -0.6f}, {0, 0.8f, 0}, green);
  return model;
}

class Errors : public testing::Test {
 protected:
  HeadlessContext context{true};
  const GladGLContext& gl = context.gl();
  SceneRenderer frame{gl, VertexFetch::automatic, HeadlessContext::proc()};
  PictureTarget target{gl, size, size};
  ShownPicture shown;

  Errors() {
    shown.camera.eye = glm::vec3(0);
    shown.camera.focus = glm::vec3(0, 0, -1);
    shown.camera.field_of_view = 60;
    shown.look.renderer = "raster";
    shown.look.opacity = 1;
    shown.look.samples = 1;
    shown.sort.algorithm = "cpu.std_stable";
  }

  /// Shows it, as a window would.
  void show(const Model& model) {
    frame.set_scene(std::make_shared<const Model>(model));
    draw();
  }
  void draw() {
    frame.begin(2);
    shown.report = frame.draw_side(0, shown.camera, shown.look, shown.sort, target.target(), true);
    shown.width = shown.height = size;
    shown.texture = target.target().texture;
  }
  PictureErrorMeter meter{frame.gpu()};
  void find(bool with_causes = true) {
    meter.begin(shown, with_causes);
    while (!meter.is_done()) meter.step(frame, 1);
    ASSERT_EQ(meter.trouble(), "");
    ASSERT_TRUE(meter.error().has_value());
  }
  const PictureError& cause(const std::string& name) const {
    const auto found = std::ranges::find(meter.causes(), name, &ErrorCause::name);
    if (found == meter.causes().end()) throw std::out_of_range("there is no cause " + name);
    return found->error;
  }
  bool has_cause(const std::string& name) const {
    return std::ranges::find(meter.causes(), name, &ErrorCause::name) != meter.causes().end();
  }
};

TEST_F(Errors, OfWhatHasARightOrderAreRounding) {
  show(stack());
  find();
  EXPECT_LE(meter.error()->largest, 2u);
  EXPECT_TRUE(cause("elements as wholes").is_none());
  EXPECT_LE(cause("renderer raster").largest, 2u);
  EXPECT_TRUE(cause("stale order").is_none());
  EXPECT_FALSE(has_cause("draw order"));
  EXPECT_FALSE(has_cause("key precision"));
  ASSERT_NE(meter.reference_picture(), nullptr);
  EXPECT_EQ(error_between(target.read(), meter.reference_picture()->read()), *meter.error());
  EXPECT_EQ(meter.heat()->read().rgba, heat_map(target.read(), meter.reference_picture()->read()).rgba);
}

TEST_F(Errors, OfWhatGoesThroughItselfAreOfElementsAsWholes) {
  show(cross());
  find();
  EXPECT_GT(meter.error()->off_share(), 0.05);
  EXPECT_NEAR(cause("elements as wholes").rmse(), meter.error()->rmse(), 0.1 * meter.error()->rmse());
  EXPECT_LT(cause("renderer raster").rmse(), 0.1 * meter.error()->rmse());
}

TEST_F(Errors, OfWrongDrawOrdersAreReported) {
  shown.sort.draw_order = DrawOrder::front_to_back;
  show(stack());
  find();
  EXPECT_GT(meter.error()->off_share(), 0.05);
  EXPECT_NEAR(cause("draw order").rmse(), meter.error()->rmse(), 0.05 * meter.error()->rmse());
  EXPECT_TRUE(cause("elements as wholes").is_none());
  EXPECT_LE(cause("renderer raster").largest, 2u);
}

/// Sheets at 2, 3 and 4, the nearest of which the file names first: with few bits the last two have one key.
TEST_F(Errors, OfKeysOfFewBitsAreReported) {
  show(stack());
  shown.sort.precision = {8};
  draw();
  find();
  EXPECT_GT(meter.error()->off_share(), 0.05);
  EXPECT_NEAR(cause("key precision").rmse(), meter.error()->rmse(), 0.01 * meter.error()->rmse());
  EXPECT_LE(cause("renderer raster").largest, 2u) << "by the finest keys";
  EXPECT_TRUE(cause("elements as wholes").is_none());
  EXPECT_TRUE(cause("key of 16 bits").is_none());

  shown.sort.precision = {8, KeyForm::linear};
  draw();
  find();
  EXPECT_LE(meter.error()->largest, 2u);
  EXPECT_TRUE(cause("key precision").is_none());
  EXPECT_TRUE(cause("key of 16 bits, linear").is_none());
}

TEST_F(Errors, OfStaleOrdersAreReported) {
  shown.sort.draw_order = DrawOrder::front_to_back;  // as if the order was of a view from behind
  show(stack());
  shown.sort.draw_order = DrawOrder::back_to_front;
  shown.report.order_age = 3;
  find();
  EXPECT_NEAR(cause("stale order").rmse(), meter.error()->rmse(), 0.05 * meter.error()->rmse());
  EXPECT_FALSE(has_cause("draw order"));
  EXPECT_LE(cause("renderer raster").largest, 2u);
}

TEST_F(Errors, OfKeysAreThoseOfTheirOrders) {
  show(cross());
  find();
  ASSERT_EQ(meter.keys().size(), 8u) << "each sort point by each metric";
  EXPECT_EQ(std::ranges::count(meter.keys(), true, &ErrorOfKey::is_shown), 1);
  for (const ErrorOfKey& key : meter.keys()) {
    if (!key.is_shown) continue;
    EXPECT_EQ(key.metric, metric_of(shown.sort));
    EXPECT_EQ(key.sort_point, shown.sort.sort_point);
    EXPECT_EQ(key.error, cause("elements as wholes"));
  }
  EXPECT_TRUE(has_cause("key of 24 bits"));
  EXPECT_GE(cause("key of 16 bits").squares, cause("key of 24 bits").squares);
}

TEST_F(Errors, OfPointsHaveNoSortPoints) {
  shown.sort.primitive = Primitive::points;
  shown.look.point_size = 30;
  show(cross());
  find();
  EXPECT_EQ(meter.keys().size(), 2u);
  EXPECT_TRUE(cause("elements as wholes").is_none()) << "discs are as far as their centres";
}

TEST_F(Errors, AreKnownAlone) {
  show(cross());
  find(/*with_causes=*/false);
  EXPECT_TRUE(meter.causes().empty());
  EXPECT_GE(meter.milliseconds(), 0);
  EXPECT_NE(meter.remark().find("fragments"), std::string::npos);
  meter.forget();
  EXPECT_FALSE(meter.error().has_value());
  EXPECT_EQ(meter.reference_picture(), nullptr);
}

TEST_F(Errors, ThatAreNotKnownYetStayUnknownWhereMeasuringStops) {
  show(cross());
  meter.begin(shown, /*with_causes=*/true);
  EXPECT_FALSE(meter.is_done());
  meter.stop();
  EXPECT_TRUE(meter.is_done());
  EXPECT_FALSE(meter.error().has_value());
  find();
  EXPECT_TRUE(meter.error().has_value()) << "and it can begin again";
}

TEST_F(Errors, OfAPictureOfNothingAreNone) {
  shown.camera.focus = glm::vec3(0, 0, 1);  // looks away
  show(stack());
  find();
  EXPECT_TRUE(meter.error()->is_none());
}

TEST_F(Errors, OfEveryMethodAreInATable) {
  show(cross());
  Methods methods(frame.gpu());
  methods.begin(shown);
  while (!methods.is_done()) methods.step(frame, 1);
  const auto row = [&](const std::string& name) {
    const auto found = std::ranges::find(methods.rows(), name, &MethodRow::name);
    if (found == methods.rows().end()) throw std::out_of_range("there is no method " + name);
    EXPECT_TRUE(found->is_measured) << name << ": " << found->trouble;
    return *found;
  };
  EXPECT_TRUE(row("exact").error.is_none());
  EXPECT_GT(row("exact").gpu_bytes, 0u);
  EXPECT_LT(row("exact").sort, 0) << "it needs none";
  EXPECT_GE(row("raster").sort, 0);
  EXPECT_NEAR(row("tiles").error.rmse(), row("raster").error.rmse(), 0.01);
  EXPECT_LE(row("peeled").error.largest, 2u) << "there are few layers";
  EXPECT_GT(row("weighted").error.off_share(), 0);
  EXPECT_GT(row("raster, front to back").error.rmse(), row("raster").error.rmse());
  for (const char* name : {"raster, file order", "raster, shuffled"}) EXPECT_GE(row(name).draw, 0);
  methods.begin(shown);
  EXPECT_FALSE(methods.is_done());
}

TEST_F(Errors, OfOneMethodAreAgainstTheReferenceToo) {
  show(cross());
  Methods methods(frame.gpu());
  methods.begin(shown, {{find_renderer("raster")}});
  while (!methods.is_done()) methods.step(frame, 1);
  ASSERT_EQ(methods.rows().size(), 1u);
  ASSERT_NE(methods.reference_picture(), nullptr);
  ASSERT_NE(methods.picture(), nullptr);
  EXPECT_EQ(methods.picture()->read().rgba, target.read().rgba);
  EXPECT_EQ(methods.rows()[0].error, error_between(target.read(), methods.reference_picture()->read()));
  EXPECT_FALSE(methods.rows()[0].error.is_none());
}

TEST_F(Errors, OfARendererThatSortsNoElementsAreItsOwn) {
  shown.look.renderer = "weighted";
  show(stack());
  find();
  ASSERT_EQ(meter.causes().size(), 1u);
  EXPECT_EQ(cause("renderer weighted"), *meter.error());
  EXPECT_TRUE(meter.keys().empty());
}

std::vector<std::vector<std::string>> rows_of_csv(const std::string& csv) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream text(csv);
  for (std::string line; std::getline(text, line);) {
    lines.emplace_back(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        lines.back().emplace_back();
      else
        lines.back().back() += c;
    }
  }
  return lines;
}

TEST_F(Errors, AreWrittenAsText) {
  show(cross());
  find();
  Methods methods(frame.gpu());
  methods.begin(shown);
  while (!methods.is_done()) methods.step(frame, 1);
  const RacePlace place{"a cross, \"red\"", "llvmpipe"};
  const auto of_meter = rows_of_csv(csv_of(meter, place)), of_methods = rows_of_csv(csv_of(methods, place));
  EXPECT_EQ(of_meter.size(), 2 + meter.causes().size() + meter.keys().size());
  EXPECT_EQ(of_methods.size(), 1 + methods.rows().size());
  for (const auto& lines : {of_meter, of_methods})
    for (const auto& line : lines) {
      EXPECT_EQ(line.size(), lines[0].size()) << line.back();
      for (const std::string& field : line) EXPECT_EQ(field.find("  "), field.npos);
    }
  EXPECT_EQ(of_meter[1][9], fmt::format("{:.8f}", meter.error()->rmse()));
  EXPECT_EQ(of_methods[1][5], "exact");
  EXPECT_EQ(of_methods[1][13], "inf");
  EXPECT_NE(table_of(meter, place).find("by elements as wholes"), std::string::npos);
  EXPECT_NE(table_of(meter, place).find("sorted by radial, centroid *"), std::string::npos);
  for (const MethodRow& row : methods.rows())
    EXPECT_NE(table_of(methods, place).find("\n" + row.name), std::string::npos);
}

}  // namespace
}  // namespace farfirst::app
