// The window of the error, by mouse, keys and options; and that its words have room.

#include <algorithm>

#include "compare/measure.h"
#include "ui/activity.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

class ErrorPanel : public UiFiles {
 protected:
  /// Small pictures: the reference_picture takes its time.
  void open(std::vector<std::string> arguments = {"--scene=crossing", "--renderer=raster"}, float scale = 1,
            const ImVec2& size = {720, 460}) {
    start(arguments, scale, size);
    if (!session->document.error.on) press(GLFW_KEY_M);
    measured();
  }
  /// What moves never settles.
  void measured() {
    const bool moves = session->scene()->objects[0].particles() && !session->paused;
    run(4);
    if (!moves) settle();
    run_until([&] { return meter().error().has_value() && !session->viewer.is_measured(); });
    run();
  }
  const ErrorAnalysis& analysis() { return *session->analysis.error(); }
  const PictureErrorMeter& meter() { return analysis().meter(); }
  bool has_cause(const std::string& name) {
    return std::ranges::find(meter().causes(), name, &ErrorCause::name) != meter().causes().end();
  }
  Rectangle item(const std::string& name) {
    EXPECT_TRUE(has(name)) << name;
    return has(name) ? gui->probe().items().at(name) : Rectangle{};
  }
};

TEST_F(ErrorPanel, IsOpenedAndClosedByKeyMenuAndItsCorner) {
  start({"--scene=crossing"}, 1, {900, 560});
  settle();
  EXPECT_FALSE(has("error"));
  EXPECT_EQ(session->analysis.error(), nullptr);
  press(GLFW_KEY_M);
  measured();
  EXPECT_TRUE(has("error"));
  const std::size_t bytes = session->viewer.scene_renderer().gpu_bytes();
  press(GLFW_KEY_M);
  settle();
  EXPECT_FALSE(has("error"));
  EXPECT_EQ(session->analysis.error(), nullptr);
  EXPECT_LT(session->viewer.scene_renderer().gpu_bytes(), bytes) << "memory is given back";
  click("menu/Compare");
  run();
  click("menu/Error of the picture");
  run();
  EXPECT_TRUE(has("error"));
  const Rectangle window = item("error");
  move({window.maximum.x - 14, window.minimum.y + 10});
  button(0, true);
  button(0, false);
  run();
  EXPECT_FALSE(has("error"));
}

TEST_F(ErrorPanel, ShowsTheErrorOfThePicture) {
  open();
  EXPECT_TRUE(analysis().is_up_to_date());
  EXPECT_GT(meter().error()->off_share(), 0.001) << "triangles go through each other";
  EXPECT_EQ(error_between(session->viewer.picture().read(), meter().reference_picture()->read()), *meter().error());
  session->document.left.look.renderer = "exact";
  settle();
  EXPECT_FALSE(analysis().is_up_to_date()) << "another picture is shown";
  press(GLFW_KEY_M, GLFW_MOD_SHIFT);
  measured();
  EXPECT_TRUE(analysis().is_up_to_date());
  EXPECT_TRUE(meter().error()->is_none());
  EXPECT_TRUE(meter().causes().empty());
}

TEST_F(ErrorPanel, EscStopsMeasuring) {
  start({"--scene=crossing", "--renderer=raster"}, 1, {900, 500});
  settle();
  add_press(GLFW_KEY_M);
  run_until([&] { return session->analysis.error() != nullptr && session->analysis.error()->is_under_way(); });
  session->document.error.every = 10;
  EXPECT_TRUE(activity_text(*session, "idle").starts_with("measuring: picture 1 of 1, "));
  add_press(GLFW_KEY_ESCAPE);
  frame();
  EXPECT_FALSE(session->viewer.is_measured());
  EXPECT_EQ(session->document.error.every, 0u);
  run(5);
  EXPECT_FALSE(session->viewer.is_measured()) << "nor does it begin again by itself";
  EXPECT_FALSE(meter().error().has_value());
}

TEST_F(ErrorPanel, CausesAreFoundWhereTheyAreWanted) {
  open();
  EXPECT_TRUE(meter().causes().empty());
  press(GLFW_KEY_K);
  measured();
  EXPECT_TRUE(has_cause("elements as wholes"));
  EXPECT_TRUE(has("error/cause/elements as wholes"));
  EXPECT_EQ(meter().keys().size(), 8u);
  EXPECT_TRUE(has("error/key/radial, centroid"));
  EXPECT_TRUE(analysis().is_up_to_date()) << "measuring changes nothing that is shown";
  press(GLFW_KEY_K);
  click("measure");
  measured();
  EXPECT_TRUE(meter().causes().empty());
}

TEST_F(ErrorPanel, TheHeatMapStandsForThePictureAndFollowsIt) {
  open();
  const Image picture = session->viewer.picture().read();
  press(GLFW_KEY_M, GLFW_MOD_CONTROL);
  measured();
  EXPECT_TRUE(session->viewer.shows_heat());
  EXPECT_TRUE(has("error/legend"));
  EXPECT_EQ(session->viewer.picture().read().rgba, heat_map(picture, meter().reference_picture()->read()).rgba);
  const Image before = session->viewer.picture().read();
  press(GLFW_KEY_N);  // another view
  measured();
  EXPECT_TRUE(session->viewer.shows_heat());
  EXPECT_NE(session->viewer.picture().read().rgba, before.rgba);
  click("heat map");
  settle();
  EXPECT_FALSE(session->viewer.shows_heat());
}

TEST_F(ErrorPanel, TheErrorIsMeasuredEveryNFramesAndAtRest) {
  open({"--scene=particles", "--particles=200"});
  EXPECT_GT(analysis().frames_since(), 0u) << "the particles have moved on";
  const std::uint64_t first = meter().shown().report.number;
  run(12);
  EXPECT_EQ(meter().shown().report.number, first) << "only when asked";
  press(GLFW_KEY_K, GLFW_MOD_SHIFT);
  EXPECT_EQ(session->document.error.every, 60u);
  press(GLFW_KEY_K, GLFW_MOD_SHIFT);
  EXPECT_EQ(session->document.error.every, 10u);
  std::vector<std::uint64_t> frames;
  for (int i = 0; i < 1000 && frames.size() < 4; ++i) {  // a measurement may take several
    frame();
    if (frames.empty() || frames.back() != meter().shown().report.number)
      frames.push_back(meter().shown().report.number);
  }
  ASSERT_GE(frames.size(), 4u);
  for (std::size_t i = 2; i < frames.size(); ++i) EXPECT_EQ(frames[i] - frames[i - 1], 10u);
  press(GLFW_KEY_SPACE);  // the particles stand still
  settle();
  run_until([&] { return analysis().is_up_to_date(); });
  const int before = drawn;
  run(5);
  EXPECT_EQ(drawn, before) << "nothing is drawn for it any longer";
}

TEST_F(ErrorPanel, ParticlesWaitWhileCausesAreFound) {
  open({"--scene=particles", "--particles=200"});
  press(GLFW_KEY_K);
  run_until([&] { return analysis().is_under_way(); });
  const std::uint64_t number = meter().shown().report.number;
  run_until([&] { return !analysis().is_under_way(); });
  EXPECT_EQ(meter().shown().report.number, number);
  EXPECT_TRUE(has_cause("elements as wholes"));
  for (const ErrorCause& cause : meter().causes())
    if (cause.name == "elements as wholes") {
      EXPECT_TRUE(cause.error.is_none()) << "discs are as far as their centres, and all pictures are of one step";
    }
}

TEST_F(ErrorPanel, MethodsAreInATableWhichIsCopiedAndSaved) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  open({"--scene=crossing", "--renderer=raster"}, 1, {680, 900});  // messages stand above the window
  press(GLFW_KEY_J);
  run_until([&] { return analysis().methods().rows().size() > 5 && !session->viewer.is_measured(); });
  run();
  for (const char* name : {"exact", "raster", "tiles", "peeled", "weighted", "raster, shuffled"})
    EXPECT_TRUE(has(std::string("error/method/") + name)) << name;
  ImGui::SetClipboardText("");
  press(GLFW_KEY_J, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT);
  EXPECT_NE(std::string(ImGui::GetClipboardText()).find(" against exact"), std::string::npos);
  ImGui::SetClipboardText("");
  click("copy##error");
  EXPECT_NE(std::string(ImGui::GetClipboardText()).find("weighted"), std::string::npos);
  press(GLFW_KEY_J, GLFW_MOD_CONTROL);
  click("CSV##error");
  std::filesystem::current_path(before);
  EXPECT_TRUE(std::filesystem::exists(folder / "crossing-methods.csv"));
  EXPECT_TRUE(std::filesystem::exists(folder / "crossing-error-2.csv")) << "nothing is written over";
  std::ifstream file(folder / "crossing-error.csv");
  std::string head;
  std::getline(file, head);
  EXPECT_EQ(head.find("scene,device,elements"), 0u);
}

TEST_F(ErrorPanel, OpensByOption) {
  start({"--scene=crossing", "--renderer=raster", "--error-causes", "--error-every=7"}, 1, {720, 460});
  EXPECT_TRUE(has("error"));
  measured();
  EXPECT_TRUE(has_cause("elements as wholes"));
  EXPECT_EQ(session->document.error.every, 7u);
  start({"--scene=crossing", "--error-heat", "--no-error"}, 1, {900, 500});
  EXPECT_FALSE(has("error"));
}

TEST_F(ErrorPanel, IsOfTheSideThatThePanelsChange) {
  open({"--scene=crossing", "--renderer=exact", "--right.renderer=raster"});
  EXPECT_TRUE(meter().error()->is_none());
  press(GLFW_KEY_X, GLFW_MOD_SHIFT);
  press(GLFW_KEY_M, GLFW_MOD_SHIFT);
  measured();
  EXPECT_FALSE(meter().error()->is_none());
  EXPECT_EQ(meter().shown().report.renderer, "raster");
}

TEST_F(ErrorPanel, AnotherSceneForgetsWhatWasFound) {
  open();
  session->open_scene("glass");
  run();
  EXPECT_FALSE(meter().error().has_value());
}

/// The frame is measured, not the mean that became of it.
TEST_F(ErrorPanel, ARefinedPictureIsDrawnAgain) {
  open({"--scene=crossing", "--refine=8"});
  run_until([&] { return session->viewer.refined() == 8; });
  const std::uint64_t before = meter().shown().report.number;
  press(GLFW_KEY_M, GLFW_MOD_SHIFT);
  run_until([&] { return meter().shown().report.number > before && meter().error().has_value(); });
  run_until([&] { return session->viewer.refined() == 8; });
  EXPECT_TRUE(analysis().is_up_to_date());
  EXPECT_NE(error_between(session->viewer.picture().read(), meter().reference_picture()->read()), *meter().error())
      << "the mean is another";
}

// ---- the words have room

class ErrorRoom : public ErrorPanel, public ::testing::WithParamInterface<std::pair<ImVec2, float>> {};

TEST_P(ErrorRoom, NothingIsCutOff) {
  const auto& [size, scale] = GetParam();
  open({"--scene=particles", "--particles=50", "--error-causes", "--error-methods"}, scale, size);
  press(GLFW_KEY_SPACE);
  run_until([&] { return !analysis().methods().rows().empty() && !session->viewer.is_measured(); });
  run(5);
  const Rectangle view = item("view"), window = item("error");
  EXPECT_GE(window.minimum.x, view.minimum.x);
  EXPECT_GE(window.minimum.y, view.minimum.y);
  EXPECT_LE(window.maximum.x, view.maximum.x);
  EXPECT_LE(window.maximum.y, view.maximum.y);
  for (const auto& [name, r] : gui->probe().items()) {
    EXPECT_FALSE(name.starts_with("clipped/")) << name;
    const bool its = name.starts_with("error/") || name == "measure" || name == "CSV##error" || name == "heat map" ||
                     name == "error every";
    if (!its) continue;
    EXPECT_GE(r.minimum.x, window.minimum.x) << name;
    EXPECT_LE(r.maximum.x, window.maximum.x) << name;
  }
  for (const char* column : {"causes/column/off", "causes/column/PSNR", "methods/column/time", "methods/column/memory",
                             "methods/column/PSNR"})
    EXPECT_TRUE(has(std::string("error/") + column)) << column;
}

INSTANTIATE_TEST_SUITE_P(Sizes, ErrorRoom,
                         ::testing::Values(std::pair(ImVec2(960, 600), 1.0f), std::pair(ImVec2(1280, 800), 1.0f),
                                           std::pair(ImVec2(1920, 1200), 2.0f)));

}  // namespace
}  // namespace farfirst::app::ui
