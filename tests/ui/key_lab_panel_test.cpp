// The key lab's window, by mouse, keys and options; and that its words have room.

#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

class KeyLabPanel : public UiFiles {
 protected:
  void open(std::vector<std::string> arguments = {}, float scale = 1, const ImVec2& size = {960, 600}) {
    arguments.insert(arguments.begin(), {"--scene=crossing", "--sort=cpu.lsd_radix", "--samples=1"});
    start(arguments, scale, size);
    settle();
    if (!session->document.key_lab) press(GLFW_KEY_L);
    run_until([this] { return !lab().rows().empty() && lab().rows().back().name == "angle:7.5"; });
  }
  void measure() {
    run_until([this] { return !lab().rows().empty() && lab().is_done(); });
    run();
  }
  const KeyLab& lab() { return session->analysis.key_lab(); }
};

TEST_F(KeyLabPanel, IsOpenedAndClosedByKeyAndMenu) {
  start({"--scene=crossing"}, 1, {960, 600});
  EXPECT_FALSE(has("key lab"));
  press(GLFW_KEY_L);
  EXPECT_TRUE(has("key lab"));
  EXPECT_TRUE(session->analysis.measures_keys());
  press(GLFW_KEY_L);
  run();
  EXPECT_FALSE(has("key lab"));
  EXPECT_TRUE(lab().rows().empty());
  click("menu/Compare");
  run();
  click("menu/Key lab");
  run();
  EXPECT_TRUE(has("key lab"));
}

// Of the tests only this one waits for all rows.
TEST_F(KeyLabPanel, MeasuresWhatIsShownAndSaysWhenThatChanged) {
  open({"--key-lab"});
  measure();
  const KeyLabRow first = lab().rows().front();
  EXPECT_TRUE(first.is_measured);
  EXPECT_TRUE(session->analysis.key_lab_is_current());
  drawn = 0;
  run(10);
  EXPECT_EQ(drawn, 0) << "it is done";
  session->camera.orbit(0.4f, 0.1f);
  settle();
  EXPECT_FALSE(session->analysis.key_lab_is_current());
  EXPECT_TRUE(lab().is_done()) << "on request";
  press(GLFW_KEY_L, GLFW_MOD_SHIFT);
  run_until([this] { return lab().rows().front().is_measured; });
  EXPECT_TRUE(session->analysis.key_lab_is_current());
  EXPECT_NE(lab().rows().front().error, first.error);
}

TEST_F(KeyLabPanel, AClickChoosesWhatARowChanges) {
  open({}, 1, {960, 1000});
  click("key lab/nearest corner");
  run();
  EXPECT_EQ(session->document.left.sort.sort_point, SortPoint::nearest);
  click("key lab/16 bits, linear");
  run();
  EXPECT_EQ(session->document.left.sort.precision, (Precision{16, KeyForm::linear}));
  click("key lab/frames:4");
  run();
  EXPECT_EQ(session->document.left.sort.resort, (Resort{Resort::When::frames, 4}));
}

TEST_F(KeyLabPanel, IsCopiedAndSaved) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  open();
  ImGui::SetClipboardText("");
  press(GLFW_KEY_L, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT);
  EXPECT_NE(std::string(ImGui::GetClipboardText()).find("frames:16"), std::string::npos);
  press(GLFW_KEY_L, GLFW_MOD_CONTROL);
  std::filesystem::current_path(before);
  EXPECT_TRUE(std::filesystem::exists(folder / "crossing-keys.csv"));
}

class KeyLabRoom : public KeyLabPanel, public ::testing::WithParamInterface<std::pair<ImVec2, float>> {};

TEST_P(KeyLabRoom, NothingIsCutOff) {
  const auto& [size, scale] = GetParam();
  open({}, scale, size);
  run_until([this] { return lab().rows()[1].is_measured; });
  run(2);
  const auto& items = gui->probe().items();
  const Rectangle view = items.at("view"), window = items.at("key lab");
  EXPECT_GE(window.minimum.x, view.minimum.x);
  EXPECT_LE(window.maximum.x, view.maximum.x);
  EXPECT_LE(window.maximum.y, view.maximum.y);
  for (const auto& [name, r] : items) {
    EXPECT_FALSE(name.starts_with("clipped/")) << name;
    if (!name.starts_with("key lab/") && name != "measure" && name != "CSV##keys") continue;
    EXPECT_LE(r.maximum.x, window.maximum.x) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, KeyLabRoom,
                         ::testing::Values(std::pair{ImVec2{960, 600}, 1.0f}, std::pair{ImVec2{1280, 800}, 1.0f},
                                           std::pair{ImVec2{1920, 1200}, 2.0f}));

}  // namespace
}  // namespace farfirst::app::ui
