#pragma once
// The panels in the context without a window, driven by injected events: Dear ImGui and the frame. What is clicked is
// found by the rectangles that the panels record.

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "offscreen/context.h"
#include "render/stages.h"
#include "ui/theme.h"
#include "ui/ui.h"

namespace farfirst::app::ui {

/// The stage of this time, in the order in which stages are shown and kept.
inline std::size_t stage_of(double FrameStats::*time) {
  const auto same = [time](const Stage& stage) { return stage.time == time; };
  return static_cast<std::size_t>(std::ranges::find_if(stages(), same) - stages().begin());
}

class UiTest : public ::testing::Test {
 protected:
  using Kind = InputEvent::Kind;
  static inline const ImVec2 window_size{960, 1100};

  static void SetUpTestSuite() { context = std::make_unique<HeadlessContext>(/*debug=*/true); }
  static void TearDownTestSuite() { context.reset(); }

  UiTest() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = window_size;
    io.DeltaTime = 1 / 60.0f;
    ImGui_ImplOpenGL3_Init("#version 450");
    display = std::make_unique<PictureTarget>(context->gl(), static_cast<int>(window_size.x),
                                              static_cast<int>(window_size.y));
  }
  ~UiTest() override {
    gui.reset();
    session.reset();
    display.reset();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
  }

  void start(const std::vector<std::string>& arguments, float scale = 1, const ImVec2& size = window_size) {
    ImGui::GetIO().DisplaySize = size;
    apply_theme(scale);
    ImGui_ImplOpenGL3_DestroyDeviceObjects();  // the font is another
    Command command = parse_command_line(arguments);
    // Pictures are compared, and need no longer than they do.
    const auto is_given = [&](const char* option) {
      return std::ranges::any_of(arguments, [&](const std::string& text) { return text.starts_with(option); });
    };
    Look& look = command.document.left.look;
    if (!is_given("--refine")) look.refine = 1;
    if (!is_given("--samples")) look.samples = 1;
    session = std::make_unique<Session>(context->gl(), command, HeadlessContext::proc());
    session->viewer.pictures_may_lag = pictures_may_lag;
    gui = std::make_unique<Ui>(*session, scale);
    gui->probe().enabled = true;
    shown_frames = 0;
    run_until([this] { return session->loader.current() == nullptr; });
    run();
  }

  /// As the window does it, drawing only what changed.
  void frame() {
    session->update();
    const float slow = ImGui::GetIO().DeltaTime;
    int steps = 0;
    gui->frame([&] {  // all that came in one frame came at once
      ImGui_ImplOpenGL3_NewFrame();
      ImGui::GetIO().DeltaTime = steps++ == 0 ? slow : 0.001f;
    });
    ImGui::GetIO().DeltaTime = slow;
    if (session->viewer.needs_draw(gui->view())) {
      session->draw(gui->view());
      ++drawn;
    } else if (session->viewer.needs_refinement(gui->view())) {
      session->viewer.refine();
    }
    session->analysis.step_error();
    session->analysis.step_race();
    session->analysis.step_key_lab();
    ImGui::Render();
    // These pixels are not read: enough frames to see whether OpenGL is used rightly around them.
    if (shown_frames++ >= 10) return;
    context->gl().BindFramebuffer(GL_FRAMEBUFFER, display->framebuffer());
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  }
  void run(int frames = 3) {
    for (int i = 0; i < frames; ++i) frame();
  }
  template <class Condition>
  void run_until(Condition condition) {
    for (int i = 0; i < 20'000 && !condition(); ++i) {
      frame();
      if (session->loader.current() != nullptr) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_TRUE(condition());
  }
  /// Until the newest order is drawn, and the panels show it.
  void settle() {
    run(4);
    run_until([this] { return !session->viewer.needs_draw(gui->view()); });
    frame();
  }

  ImVec2 center(const std::string& item) {
    const auto found = gui->probe().items().find(item);
    if (found == gui->probe().items().end()) {
      ADD_FAILURE() << "no item " << item;
      return {};
    }
    return found->second.center();
  }
  bool has(const std::string& item) { return gui->probe().items().contains(item); }
  // Events, as the window gets them; they wait for the next frame.
  void add_motion(const ImVec2& to) { gui->add_input({.kind = Kind::motion, .at = to}); }
  void add_button(int which, bool down, int modifiers = 0) {
    gui->add_input({.kind = Kind::button, .code = which, .modifiers = modifiers, .down = down});
  }
  void add_wheel(float steps) { gui->add_input({.kind = Kind::wheel, .at = {0, steps}}); }
  void add_key(int key, bool down, int modifiers = 0) {
    gui->add_input({.kind = Kind::key, .code = key, .modifiers = modifiers, .down = down});
  }
  void add_press(int key, int modifiers = 0) {
    constexpr std::pair<int, int> keys[] = {{GLFW_MOD_SHIFT, GLFW_KEY_LEFT_SHIFT},
                                            {GLFW_MOD_CONTROL, GLFW_KEY_LEFT_CONTROL}};
    for (const auto& [bit, held] : keys)
      if ((modifiers & bit) != 0) add_key(held, true);
    add_key(key, true, modifiers);
    add_key(key, false, modifiers);
    for (const auto& [bit, held] : keys)
      if ((modifiers & bit) != 0) add_key(held, false, modifiers);
  }
  void add_text(const std::string& text) {
    for (const char c : text) gui->add_input({.kind = Kind::character, .code = c});
  }

  void move(const ImVec2& to) {
    add_motion(to);
    frame();
  }
  void button(int which, bool down) {
    add_button(which, down);
    frame();
  }
  void click(const std::string& item) {
    move(center(item));
    button(0, true);
    button(0, false);
    ImGui::GetIO().DeltaTime = 1;  // so that the next click is not the second half of a double click
    frame();
    ImGui::GetIO().DeltaTime = 1 / 60.0f;
  }
  /// Opens a tab of the side bar, and what it has under Advanced.
  void open_tab(const std::string& name, bool advanced = false) {
    click("tab/" + name);
    if (!advanced) return;
    click("Advanced");
    run();
  }
  void drag(const ImVec2& from, const ImVec2& to, int which = 0) {
    move(from);
    button(which, true);
    for (int i = 1; i <= 5; ++i) {
      const float t = static_cast<float>(i) / 5;
      move({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
    }
    button(which, false);
  }
  void press(int key, int modifiers = 0) {
    add_press(key, modifiers);
    run();
  }

  static inline std::unique_ptr<HeadlessContext> context;
  std::unique_ptr<PictureTarget> display;
  std::unique_ptr<Session> session;
  bool pictures_may_lag = false;  // of the session that start() makes
  std::unique_ptr<Ui> gui;
  int drawn = 0, shown_frames = 0;
};

/// With a folder of its own for files.
class UiFiles : public UiTest {
 protected:
  UiFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "farfirst-test-XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~UiFiles() override { std::filesystem::remove_all(folder); }
  std::filesystem::path write(const std::string& name, const std::string& text) {
    std::ofstream(folder / name, std::ios::binary) << text;
    return folder / name;
  }
  static std::string triangle() {
    return "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement "
           "face 1\n"
           "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
  }
  std::filesystem::path folder;
};

}  // namespace farfirst::app::ui
