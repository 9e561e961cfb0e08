// The race's window, by mouse, keys and options; and that its words have room.

#include <fmt/format.h>

#include "compare/race_text.h"
#include "io/image.h"
#include "object/context.h"
#include "scene/units.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

class RacePanel : public UiFiles {
 protected:
  void open(std::vector<std::string> arguments = {}, float scale = 1, const ImVec2& size = {1280, 800}) {
    arguments.insert(arguments.begin(), {"--scene=particles", "--particles=3000"});
    start(arguments, scale, size);
    press(GLFW_KEY_SPACE);  // the particles stand still
    if (!session->document.race.on) press(GLFW_KEY_R);
    settle();
  }
  Race& race() { return session->analysis.race(); }
  std::size_t entry(std::string_view id) {
    for (std::size_t i = 0; i < race().entries(); ++i)
      if (race().algorithm(i).id == id) return i;
    ADD_FAILURE() << id;
    return 0;
  }
  bool ticked(std::string_view id) { return race().is_ticked(entry(id)); }
  bool measured(std::string_view id) {
    for (const RaceRow& row : race().rows())
      if (row.algorithm->id == id) return row.median() >= 0;
    return false;
  }
  void wait_for(std::string_view id) {
    run_until([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      return measured(id);
    });
  }
  Rectangle item(const std::string& name) {
    EXPECT_TRUE(has(name)) << name;
    return has(name) ? gui->probe().items().at(name) : Rectangle{};
  }
};

TEST_F(RacePanel, IsOpenedAndClosedByKeyMenuAndItsCorner) {
  start({"--scene=glass"});
  EXPECT_FALSE(has("race"));
  press(GLFW_KEY_R);
  EXPECT_TRUE(has("race"));
  EXPECT_TRUE(race().is_running());
  press(GLFW_KEY_R);
  EXPECT_FALSE(has("race"));
  EXPECT_FALSE(race().is_on());
  click("menu/Compare");
  run();
  click("menu/Race of the sorts");
  run();
  EXPECT_TRUE(has("race"));
  const Rectangle window = item("race");
  move({window.maximum.x - 14, window.minimum.y + 10});
  button(0, true);
  button(0, false);
  run();
  EXPECT_FALSE(has("race"));
}

TEST_F(RacePanel, ShowsAllThatRunsHereAndWhyOthersDoNot) {
  open({}, 1, {1280, 1400});
  wait_for("cpu.std_sort");
  run();
  for (const Algorithm* algorithm : algorithms()) {
    SCOPED_TRACE(algorithm->id);
    const std::string id(algorithm->id);
    EXPECT_TRUE(has("race/row/" + id));
    EXPECT_TRUE(has("race/indicator/" + id));
  }
  EXPECT_TRUE(ticked("cpu.std_sort"));
  EXPECT_EQ(ticked("gl.radix"), !gl::is_software(context->gl())) << "slow on a software renderer";
}

TEST_F(RacePanel, RowsOrderThemselvesByTime) {
  open({"--race-sorts=cpu.qsort,cpu.lsd_radix,cpu.std_sort"});
  run_until([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return measured("cpu.qsort") && measured("cpu.lsd_radix") && measured("cpu.std_sort");
  });
  press(GLFW_KEY_R, GLFW_MOD_SHIFT);  // frozen, so that they stay where they are
  EXPECT_TRUE(race().is_frozen());
  run();
  const std::vector<RaceRow> rows = race().rows();
  for (std::size_t i = 1; i < 3; ++i)
    EXPECT_LT(item("race/row/" + std::string(rows[i - 1].algorithm->id)).minimum.y,
              item("race/row/" + std::string(rows[i].algorithm->id)).minimum.y);
}

TEST_F(RacePanel, ATickIsSetByMouseAndByKeys) {
  open();
  click("race/tick/cpu.qsort");
  run();
  EXPECT_FALSE(ticked("cpu.qsort"));
  click("race/tick/cpu.qsort");
  run();
  EXPECT_TRUE(ticked("cpu.qsort"));
  click("race/row/cpu.std_sort");
  run();
  EXPECT_EQ(gui->state().race_cursor, "cpu.std_sort");
  press(GLFW_KEY_T);
  EXPECT_FALSE(ticked("cpu.std_sort"));
  press(GLFW_KEY_T);
  EXPECT_TRUE(ticked("cpu.std_sort"));
  press(GLFW_KEY_DOWN);
  EXPECT_NE(gui->state().race_cursor, "cpu.std_sort");
  press(GLFW_KEY_UP);
  EXPECT_EQ(gui->state().race_cursor, "cpu.std_sort");
  click("tick");
  run();
  click("tick/none");
  run();
  for (std::size_t i = 0; i < race().entries(); ++i) EXPECT_FALSE(race().is_ticked(i));
  click("tick");
  run();
  click("tick/all");
  run();
  EXPECT_TRUE(ticked("gl.radix"));
  press(GLFW_KEY_T, GLFW_MOD_SHIFT);
  EXPECT_EQ(ticked("gl.radix"), !gl::is_software(context->gl()));
  EXPECT_TRUE(ticked("cpu.std_sort"));
}

TEST_F(RacePanel, TimesAreFrozenClearedAndCopied) {
  open();
  wait_for("cpu.std_sort");
  click("freeze");
  run();
  EXPECT_TRUE(race().is_frozen());
  ImGui::SetClipboardText("");
  press(GLFW_KEY_C, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT);
  EXPECT_NE(std::string(ImGui::GetClipboardText()).find("cpu.std_sort"), std::string::npos);
  ImGui::SetClipboardText("");
  click("copy");
  EXPECT_NE(std::string(ImGui::GetClipboardText()).find(fmt::format("{} elements", with_thousands(race().elements()))),
            std::string::npos);
  click("clear##race");
  EXPECT_FALSE(measured("cpu.std_sort"));
  click("go on");
  run();
  wait_for("cpu.std_sort");
  press(GLFW_KEY_R, GLFW_MOD_SHIFT);
  press(GLFW_KEY_DELETE);
  EXPECT_FALSE(measured("cpu.std_sort"));
}

TEST_F(RacePanel, IsSavedAsValuesAndAsAPicture) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  open();
  wait_for("cpu.std_sort");
  press(GLFW_KEY_E, GLFW_MOD_CONTROL);
  click("CSV");
  std::filesystem::current_path(before);
  EXPECT_TRUE(std::filesystem::exists(folder / "particles-race.csv"));
  EXPECT_TRUE(std::filesystem::exists(folder / "particles-race-2.csv")) << "nothing is written over";
  std::ifstream file(folder / "particles-race.csv");
  std::string head;
  std::getline(file, head);
  EXPECT_EQ(head.find("scene,device,sort"), 0u);
  press(GLFW_KEY_E, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT);
  EXPECT_EQ(gui->state().screenshot, Screenshot::race);
  gui->state().screenshot = Screenshot::none;
  click("PNG");
  EXPECT_EQ(gui->state().screenshot, Screenshot::race);
  const Rectangle window = item("race");
  const PixelArea pixels = gui->race_pixels();
  EXPECT_EQ(pixels.x, static_cast<int>(window.minimum.x));
  EXPECT_EQ(pixels.width, static_cast<int>(window.maximum.x - window.minimum.x));
}

TEST(CroppedPicture, HoldsWhatOfTheAreaLiesWithinThePicture) {
  Image image{4, 3, std::vector<std::uint8_t>(48)};
  for (std::size_t i = 0; i < 48; ++i) image.rgba[i] = static_cast<std::uint8_t>(i / 4);
  const Image part = cropped(image, {2, 1, 9, 9});
  EXPECT_EQ(part.width, 2);
  EXPECT_EQ(part.height, 2);
  EXPECT_EQ(part.rgba, (std::vector<std::uint8_t>{6, 6, 6, 6, 7, 7, 7, 7, 10, 10, 10, 10, 11, 11, 11, 11}));
}

TEST_F(RacePanel, CurvesAreDrawnWhileTheNumberOfElementsIsSwept) {
  open({"--race-sorts=cpu.std_sort,cpu.lsd_radix"});
  EXPECT_FALSE(has("race/curves"));
  press(GLFW_KEY_C);
  EXPECT_TRUE(race().is_sweeping());
  EXPECT_TRUE(has("race/curves"));
  run_until([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return race().curves().size() == 2 && race().curves()[0].points.size() >= 2;
  });
  click("curves");
  run();
  EXPECT_FALSE(race().is_sweeping());
}

TEST_F(RacePanel, RowsStayWhileTheMouseMovesAmongThem) {
  open({"--race-sorts=cpu.qsort,cpu.std_sort"});
  wait_for("cpu.qsort");
  run();
  const std::vector<std::size_t> places = gui->state().race_places;
  for (int i = 0; i < 30; ++i) {
    const Rectangle row = item("race/row/cpu.qsort");
    move({row.minimum.x + 5 + static_cast<float>(i % 2), row.center().y});
    if (i == 3) race().clear();  // all wait: they would stand in another sequence
    EXPECT_EQ(gui->state().race_places, places);
  }
}

TEST_F(RacePanel, OpensByOption) {
  start({"--scene=glass", "--race-sorts=cpu.std_sort,gl.radix", "--race-curves"});
  EXPECT_TRUE(has("race"));
  EXPECT_TRUE(race().is_sweeping());
  for (std::size_t i = 0; i < race().entries(); ++i) {
    const std::string_view id = race().algorithm(i).id;
    EXPECT_EQ(race().is_ticked(i), id == "cpu.std_sort" || id == "gl.radix") << id;
  }
}

/// A picture that stands still is raced, and drawn no more for it.
TEST_F(RacePanel, GoesOnWhileThePictureStandsStill) {
  open();
  const int before = drawn;
  wait_for("cpu.qsort");
  EXPECT_EQ(drawn, before);
}

TEST_F(RacePanel, TimesOfFramesWithoutARaceAreSeparate) {
  open();
  session->document.left.sort.resort = Resort::always;
  run(10);
  EXPECT_TRUE(session->analysis.race().is_running());
  const std::size_t raced = session->frames.times().series(stage_count - 1).size();
  EXPECT_GT(raced, 0u);
  press(GLFW_KEY_R);
  EXPECT_LT(session->frames.times().series(stage_count - 1).size(), raced);
}

// ---- the words have room

class RaceRoom : public RacePanel, public ::testing::WithParamInterface<std::pair<ImVec2, float>> {};

TEST_P(RaceRoom, NothingIsCutOff) {
  const auto& [size, scale] = GetParam();
  open({"--race-sorts=cpu.std_sort,cpu.qsort,gl.radix"}, scale, size);
  for (const char* id : {"cpu.std_sort", "cpu.qsort", "gl.radix"}) wait_for(id);
  const Rectangle view = item("view"), window = item("race");
  EXPECT_GE(window.minimum.x, view.minimum.x);
  EXPECT_GE(window.minimum.y, view.minimum.y);
  EXPECT_LE(window.maximum.x, view.maximum.x);
  EXPECT_LE(window.maximum.y, view.maximum.y);
  for (const bool curves : {false, true}) {
    if (curves) press(GLFW_KEY_C);
    run(5);
    for (const auto& [name, r] : gui->probe().items()) {
      EXPECT_FALSE(name.starts_with("clipped/")) << name;
      const bool its = name.starts_with("race/") || name == "freeze" || name == "PNG" || name == "curves";
      if (!its) continue;
      EXPECT_GE(r.minimum.x, window.minimum.x) << name;
      EXPECT_LE(r.maximum.x, window.maximum.x) << name;
    }
    for (const char* column : {"ratio", "M/s"}) EXPECT_TRUE(has(std::string("race/column/") + column)) << column;
    EXPECT_LT(item("race/row/cpu.std_sort").maximum.y, window.maximum.y);
  }
  const Rectangle chart = item("race/curves");
  EXPECT_GT(chart.maximum.x - chart.minimum.x, 150 * scale);
  EXPECT_GT(chart.maximum.y - chart.minimum.y, 80 * scale);
  EXPECT_LE(chart.maximum.y, window.maximum.y);
}

INSTANTIATE_TEST_SUITE_P(Sizes, RaceRoom,
                         ::testing::Values(std::pair(ImVec2(960, 600), 1.0f), std::pair(ImVec2(1280, 800), 1.0f),
                                           std::pair(ImVec2(1920, 1200), 2.0f)));

}  // namespace
}  // namespace farfirst::app::ui
