// States in the window, driven by injected events: saved, opened, refused; the tour.

#include <fstream>

#include "cli/tour.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

class UiStates : public UiFiles {
 protected:
  /// Types over what a text field holds.
  void type(const std::string& text) {
    press(GLFW_KEY_A, GLFW_MOD_CONTROL);
    add_text(text);
    run();
  }
  std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void expect_inside(const std::string& item, const Rectangle& area) {
    ASSERT_TRUE(has(item)) << item;
    const Rectangle& r = gui->probe().items().at(item);
    EXPECT_GE(r.minimum.x, area.minimum.x) << item;
    EXPECT_GE(r.minimum.y, area.minimum.y) << item;
    EXPECT_LE(r.maximum.x, area.maximum.x) << item;
    EXPECT_LE(r.maximum.y, area.maximum.y) << item;
  }
};

TEST_F(UiStates, ShowTheSamePictureAgain) {
  start({write("a.ply", triangle()).string(), "--sort=cpu.std_sort"});
  session->camera.orbit(0.4f, 0.2f);
  session->camera.dolly(0.7f);
  session->document.left.look.color = {1, 0, 0};
  session->document.left.look.opacity = 0.8f;
  session->document.automatic_opacity = false;
  settle();
  const Image before = session->viewer.picture().read();
  const Camera camera = session->camera;
  press(GLFW_KEY_S, GLFW_MOD_CONTROL);
  ASSERT_TRUE(gui->save_dialog().is_open());
  press(GLFW_KEY_ENTER);
  EXPECT_FALSE(gui->save_dialog().is_open());
  const auto file = folder / "a.farfirst.json";
  EXPECT_NE(text_of(file).find("\"file\": \"a.ply\""), std::string::npos) << text_of(file);
  EXPECT_EQ(session->memory.recent.front(), file);

  session->open_scene("glass");
  session->document.left.look = Look{};
  session->document.left.sort = SortChoice{};
  settle();
  session->open(file);
  run_until([this] { return session->loader.current() == nullptr; });
  settle();
  EXPECT_EQ(session->scene()->name(), "a.ply");
  EXPECT_EQ(session->frames.last().algorithm, "cpu.std_sort");
  EXPECT_EQ(session->viewer.picture().read().rgba, before.rgba);
  session->camera.orbit(1, 0);
  press(GLFW_KEY_ENTER);
  EXPECT_EQ(session->camera.eye, camera.eye) << "the opening view is that of the state";

  session->open(write("b.ply", triangle()));
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_NE(session->camera.eye, camera.eye) << "another file has nothing of it";
  EXPECT_TRUE(session->document.state.empty());
}

TEST_F(UiStates, AreSavedOverAFileOnlyOnRequest) {
  start({"--scene=glass"});
  const auto file = write("mine.json", "mine");
  press(GLFW_KEY_S, GLFW_MOD_CONTROL);
  type((folder / "mine.json").string());
  press(GLFW_KEY_ENTER);
  press(GLFW_KEY_ENTER);
  EXPECT_TRUE(gui->save_dialog().is_open());
  EXPECT_EQ(text_of(file), "mine");
  click("save/path");
  type((folder / "other").string());
  EXPECT_FALSE(has("Replace it")) << "that was another name";
  press(GLFW_KEY_ENTER);
  EXPECT_TRUE(std::filesystem::exists(folder / "other.farfirst.json"));
  EXPECT_FALSE(gui->save_dialog().is_open());

  press(GLFW_KEY_S, GLFW_MOD_CONTROL);
  type(file.string());
  click("Save");
  EXPECT_EQ(text_of(file), "mine");
  click("Replace it");
  EXPECT_FALSE(gui->save_dialog().is_open());
  EXPECT_NE(text_of(file).find("farfirst state"), std::string::npos);
  press(GLFW_KEY_S, GLFW_MOD_CONTROL);
  type(write("third.json", "third").string());
  press(GLFW_KEY_ENTER);
  press(GLFW_KEY_ENTER, GLFW_MOD_CONTROL);
  EXPECT_NE(text_of(folder / "third.json").find("farfirst state"), std::string::npos);
}

TEST_F(UiStates, AreNotSavedWhereThereIsNoFolder) {
  start({"--scene=glass"});
  press(GLFW_KEY_S, GLFW_MOD_CONTROL);
  for (const std::filesystem::path& wrong : {folder / "no/x.json", folder, folder / ""}) {
    type(wrong.string());
    press(GLFW_KEY_ENTER);
    EXPECT_TRUE(gui->save_dialog().is_open()) << wrong;
    click("save/path");
  }
  press(GLFW_KEY_2);
  EXPECT_EQ(session->document.left.sort.algorithm, "auto") << "the dialog takes the keys";
  press(GLFW_KEY_ESCAPE);
  EXPECT_FALSE(gui->save_dialog().is_open());
}

TEST_F(UiStates, ThatAreBrokenChangeNothing) {
  start({"--scene=glass", "--opacity=0.3"});
  settle();
  const Image before = session->viewer.picture().read();
  session->open(write("x.farfirst.json", "{\"format\": \"farfirst state 1\", \"options\": {\"opacity\": 3}}"));
  ASSERT_EQ(session->messages.all().size(), 1u);
  EXPECT_TRUE(session->messages.all()[0].error);
  EXPECT_NE(session->messages.all()[0].text.find("x.farfirst.json: line 1: \"options.opacity\": expected a number"),
            std::string::npos);
  session->open(write("y.farfirst.json",
                      "{\"format\": \"farfirst state 1\", \"objects\": [{\"file\": \"no.ply\"}], \"options\": "
                      "{\"opacity\": 0.9}, \"text\": \"gone\"}"));
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_NE(session->messages.all().back().text.find("no.ply"), std::string::npos);
  settle();
  EXPECT_EQ(session->document.left.look.opacity, 0.3f);
  EXPECT_FALSE(has("note"));
  EXPECT_EQ(session->viewer.picture().read().rgba, before.rgba);
}

TEST_F(UiStates, BringTheirNumberOfSplats) {
  start({"--scene=splats", "--splats=500"});
  session->save_state(folder / "x.farfirst.json");
  start({"--scene=splats", "--splats=300"});
  session->open(folder / "x.farfirst.json");
  settle();
  EXPECT_TRUE(session->messages.all().empty());
  EXPECT_EQ(session->frames.last().elements, 500u);
}

TEST_F(UiStates, BringWhatTheSettingsDoNotKeep) {
  start({"--scene=glass"});
  session->document.left.look.fresnel = 0.1f;  // chosen here
  session->open(write("x.farfirst.json",
                      "{\"format\": \"farfirst state 1\", \"options\": {\"opacity\": 0.9, \"point-size\": 7}}"));
  EXPECT_EQ(session->document.left.look.opacity, 0.9f);
  EXPECT_EQ(session->document.left.look.fresnel, Look{}.fresnel);
  session->document.left.look.point_size = 9;
  session->document.automatic_point_size = false;
  session->window_settings.vsync = false;
  const SettingsValues kept = session->preferences();
  EXPECT_TRUE(kept.document.automatic_opacity);
  EXPECT_EQ(kept.document.left.look.fresnel, 0.1f);
  EXPECT_EQ(kept.document.left.look.point_size, 9);
  EXPECT_FALSE(kept.window.vsync);
}

TEST_F(UiStates, ATextThatCameWithOneIsShownUntilItIsClosed) {
  start(
      {write("x.farfirst.json", "{\"format\": \"farfirst state 1\", \"title\": \"T\", \"text\": \"words\"}").string()});
  ASSERT_TRUE(has("note"));
  EXPECT_FALSE(has("note/Next"));
  click("note/Close");
  EXPECT_FALSE(has("note"));
}

TEST_F(UiStates, TheTourIsWalkedByMenuButtonsAndKeys) {
  start({"--scene=glass", "--draw-order=shuffled"}, 1, {800, 600});
  session->camera.orbit(0.5f, 0);
  settle();
  const Image before = session->viewer.picture().read();
  click("menu/Help");
  run();
  click("menu/What am I looking at?");
  settle();
  EXPECT_EQ(session->document.tour, 1u);
  click("note/Back");
  EXPECT_EQ(session->document.tour, 1u);
  click("note/Next");
  EXPECT_EQ(session->document.tour, 2u);
  press(GLFW_KEY_PAGE_DOWN);
  EXPECT_EQ(session->document.tour, 3u);
  press(GLFW_KEY_PAGE_UP);
  EXPECT_EQ(session->document.tour, 2u);
  session->show_tour(8);
  press(GLFW_KEY_PAGE_DOWN);
  EXPECT_EQ(session->document.tour, 8u);
  press(GLFW_KEY_ESCAPE);
  settle();
  EXPECT_FALSE(has("note"));
  EXPECT_EQ(session->document.tour, 0u);
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::shuffled);
  EXPECT_EQ(session->scene()->name(), "glass");
  EXPECT_EQ(session->viewer.picture().read().rgba, before.rgba) << "what was there before comes back";
  press(GLFW_KEY_PAGE_DOWN);
  EXPECT_EQ(session->document.tour, 0u);
  press(GLFW_KEY_F2);
  EXPECT_EQ(session->document.tour, 1u);
}

TEST_F(UiStates, TheTourGoesBackToAFile) {
  start({write("a.ply", triangle()).string()});
  session->camera.orbit(0.5f, 0.1f);
  const Camera camera = session->camera;
  press(GLFW_KEY_F2);
  EXPECT_EQ(session->scene()->name(), "glass");
  click("note/Close");
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->scene()->name(), "a.ply");
  EXPECT_EQ(session->camera.eye, camera.eye);
}

class TourInAWindow : public UiStates, public ::testing::WithParamInterface<std::tuple<int, int, float>> {};

/// run_test.py draws every step.
TEST_P(TourInAWindow, HasTextsThatFit) {
  const auto [width, height, scale] = GetParam();
  start({"--scene=glass", "--samples=1"}, scale, {static_cast<float>(width), static_cast<float>(height)});
  for (std::uint32_t step = 1; step <= tour_steps().size(); ++step) {
    SCOPED_TRACE(step);
    session->document.note = tour_step(step).note;
    session->document.tour = step;
    run(3);
    const Rectangle view = gui->probe().items().at("view"), note = gui->probe().items().at("note");
    EXPECT_EQ(note.minimum.y, view.maximum.y) << "it is below the picture";
    for (const char* item : {"note/Back", "note/Next", "note/Close", "note/text"}) expect_inside(item, note);
    EXPECT_LT(note.maximum.y - note.minimum.y, 0.5f * (view.maximum.y - view.minimum.y)) << "it leaves the picture";
  }
}
INSTANTIATE_TEST_SUITE_P(Sizes, TourInAWindow,
                         ::testing::Values(std::tuple(960, 600, 1.0f), std::tuple(1280, 800, 1.0f),
                                           std::tuple(1920, 1200, 2.0f)));

}  // namespace
}  // namespace farfirst::app::ui
