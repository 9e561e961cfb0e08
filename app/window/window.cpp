#include "window.h"

#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "ui/actions.h"
#include "ui/theme.h"
#include "ui/ui.h"

namespace farfirst::app {
namespace {

/// GLFW reports errors through a callback only.
std::string& glfw_complaint() {
  static std::string sentence;
  return sentence;
}

class Glfw {
 public:
  Glfw() {
    glfwSetErrorCallback([](int, const char* text) { glfw_complaint() = text; });
    started_ = glfwInit() == GLFW_TRUE;
  }
  ~Glfw() {
    if (started_) glfwTerminate();
  }
  Glfw(const Glfw&) = delete;
  Glfw& operator=(const Glfw&) = delete;
  bool started() const { return started_; }

 private:
  bool started_ = false;
};

struct DestroyWindow {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
using WindowHandle = std::unique_ptr<GLFWwindow, DestroyWindow>;

/// Limits the remembered size to the screen's: it may be another screen.
glm::ivec2 largest_window() {
  glm::ivec2 corner(0), size(0);
  if (GLFWmonitor* const monitor = glfwGetPrimaryMonitor(); monitor != nullptr)
    glfwGetMonitorWorkarea(monitor, &corner.x, &corner.y, &size.x, &size.y);
  constexpr int unknown = 16384;
  return {size.x > 0 ? size.x : unknown, size.y > 0 ? size.y : unknown};
}

WindowHandle open_window(const WindowStart& start) {
  const bool sized = start.command.resolution.has_value();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, start.command.debug ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, sized ? GLFW_FALSE : GLFW_TRUE);
  const glm::ivec2 size = sized ? *start.command.resolution
                                : glm::min(glm::ivec2(start.memory.width, start.memory.height), largest_window());
  return WindowHandle(glfwCreateWindow(size.x, size.y, "Farfirst", nullptr, nullptr));
}

/// Dear ImGui with its two back ends.
class Gui {
 public:
  Gui(GLFWwindow* window, float scale) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ui::apply_theme(scale);
    ImGui_ImplGlfw_InitForOpenGL(window, /*install_callbacks=*/false);  // input goes through ui::Ui, event by event
    ImGui_ImplOpenGL3_Init("#version 450");
  }
  ~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  static void begin() {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
  }
  void render(const GladGLContext& gl) {
    ImGui::Render();
    // Its back end rebinds the previous program, even a deleted one: that of a side that was closed.
    gl.UseProgram(0);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  }
};

/// For tests: with FARFIRST_PRINT_ITEMS set, prints where the items are and what was drawn, whenever that changes.
class ItemPrinter {
 public:
  bool enabled() const { return enabled_; }
  void print(const ui::Probe& probe, const Session& session) {
    if (!enabled_) return;
    if (probe.items() != items_) {
      items_ = probe.items();
      for (const auto& [name, r] : items_)
        fmt::print("item\t{}\t{:.0f}\t{:.0f}\t{:.0f}\t{:.0f}\n", name, r.minimum.x, r.minimum.y, r.maximum.x,
                   r.maximum.y);
    }
    const FrameStats& last = session.frames.last();
    const std::string state = fmt::format(
        "state\t{}\t{}\t{}\t{}\t{}\n", session.scene() ? session.scene()->name() : "nothing",
        last.algorithm.empty() ? "unsorted" : last.algorithm, name_of(session.document.left.sort.draw_order),
        session.document.left.look.opacity, to_json(session.navigation.world_camera()));
    if (state != state_) fmt::print("{}", state);
    state_ = state;
    std::fflush(stdout);
  }

 private:
  bool enabled_ = std::getenv("FARFIRST_PRINT_ITEMS") != nullptr;
  std::map<std::string, ui::Rectangle> items_;
  std::string state_;
};

class Window {
 public:
  Window(WindowHandle window, const GladGLContext& gl, const WindowStart& start)
      : window_(std::move(window)),
        gl_(gl),
        scale_(choose_scale(start.command.window_settings)),
        session_(gl, start.command, find_gl, glfwGetTime) {
    session_.memory = start.memory;
    session_.viewer.pictures_may_lag = true;
    if (!start.command.document.state.empty()) remember(start.command.document.state);
    for (const std::string& notice : start.command.notices) session_.messages.remark(notice);
    for (const std::string& remark : start.remarks) session_.messages.notify_error(remark);
    install_callbacks();
    gui_ = std::make_unique<Gui>(window_.get(), scale_);
    ui_ = std::make_unique<ui::Ui>(session_, scale_);
    ui_->probe().enabled = printer_.enabled();
    glfwSwapInterval(session_.window_settings.vsync ? 1 : 0);
    vsync_ = session_.window_settings.vsync;
  }

  void run() {
    double asked = glfwGetTime();
    while (glfwWindowShouldClose(window_.get()) == GLFW_FALSE && !ui_->state().quit) {
      ui_->set_input_delay(glfwGetTime() - asked);
      wait();
      asked = glfwGetTime();
      const bool changed = session_.update();
      update_title();
      if (changed) frames_due_ = settle_frames;
      if (must_draw()) draw();
    }
  }

  SettingsValues preferences() { return session_.preferences(); }
  WindowMemory memory() const {
    WindowMemory memory = session_.memory;
    // Remembered before the display's scale, as it is asked for when the window opens.
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_.get(), &x, &y);
    if (glfwGetWindowAttrib(window_.get(), GLFW_MAXIMIZED) == GLFW_FALSE) {
      glfwGetWindowSize(window_.get(), &memory.width, &memory.height);
      int pixels = memory.width, ignored = 0;
      glfwGetFramebufferSize(window_.get(), &pixels, &ignored);
      if (pixels == memory.width && x > 0 && y > 0) {  // window coordinates are pixels here
        memory.width = static_cast<int>(static_cast<float>(memory.width) / x);
        memory.height = static_cast<int>(static_cast<float>(memory.height) / y);
      }
    }
    return memory;
  }

 private:
  static void* find_gl(const char* name) { return reinterpret_cast<void*>(glfwGetProcAddress(name)); }

  static constexpr int settle_frames = 3;  // Dear ImGui needs a few to take an input and to lay out

  void remember(const std::filesystem::path& file) {
    std::error_code error;
    session_.memory.remember(std::filesystem::absolute(file, error));
  }

  float choose_scale(const WindowSettings& settings) const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_.get(), &x, &y);
    return settings.ui_scale > 0 ? settings.ui_scale : std::clamp(std::max(x, y), 0.5f, 4.0f);
  }

  static Window& of(GLFWwindow* window) { return *static_cast<Window*>(glfwGetWindowUserPointer(window)); }
  void touch() { frames_due_ = settle_frames; }
  void take(const ui::InputEvent& event) {
    touch();
    ui_->add_input(event);
  }

  void install_callbacks() {
    GLFWwindow* const window = window_.get();
    glfwSetWindowUserPointer(window, this);
    install_input_callbacks(window);
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { of(w).touch(); });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { of(w).touch(); });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** files) {
      of(w).touch();
      const auto down = [w](int key) { return glfwGetKey(w, key) == GLFW_PRESS; };
      ui::open_dropped(of(w).session_, {files, files + count}, down(GLFW_KEY_LEFT_SHIFT) || down(GLFW_KEY_RIGHT_SHIFT));
    });
  }

  static void install_input_callbacks(GLFWwindow* window) {
    using Kind = ui::InputEvent::Kind;
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int, int action, int modifiers) {
      of(w).take({.kind = Kind::key,
                  .code = key,
                  .modifiers = modifiers,
                  .down = action != GLFW_RELEASE,
                  .repeated = action == GLFW_REPEAT});
    });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned character) {
      of(w).take({.kind = Kind::character, .code = static_cast<int>(character)});
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int modifiers) {
      of(w).take({.kind = Kind::button, .code = button, .modifiers = modifiers, .down = action == GLFW_PRESS});
    });
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
      of(w).take({.kind = Kind::motion, .at = {static_cast<float>(x), static_cast<float>(y)}});
    });
    glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) {
      if (entered == GLFW_FALSE) of(w).take({.kind = Kind::leave});
    });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
      of(w).take({.kind = Kind::wheel, .at = {static_cast<float>(x), static_cast<float>(y)}});
    });
    glfwSetWindowFocusCallback(
        window, [](GLFWwindow* w, int focused) { of(w).take({.kind = Kind::focus, .down = focused != GLFW_FALSE}); });
  }

  bool racing() const { return session_.analysis.race().is_running(); }
  bool measuring() const { return session_.viewer.is_measured(); }
  bool must_draw() const { return session_.loader.current() != nullptr || racing() || moving(); }
  bool moving() const {
    return frames_due_ > 0 || measuring() || session_.analysis.measures_keys() || ui_->animated() ||
           session_.viewer.needs_draw(view_) || session_.viewer.needs_refinement(view_);
  }

  void wait() {
    constexpr double idle = 0.25, reading = 0.03, frame = 1 / 60.0;
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_.get(), &width, &height);
    minimised_ = width == 0 || height == 0;
    if (!minimised_ && moving())
      glfwPollEvents();
    else if (!minimised_ && racing())
      glfwWaitEventsTimeout(frame);
    else
      glfwWaitEventsTimeout(session_.loader.current() != nullptr ? reading : idle);
  }

  void draw() {
    if (minimised_) return;
    const double begin = glfwGetTime();
    const bool disturbed = frames_due_ > 0;  // by input: it shall not wait for a finer picture
    frames_due_ = std::max(frames_due_ - 1, 0);
    ui_->frame(Gui::begin);
    view_ = ui_->view();
    if (session_.viewer.needs_draw(view_)) {
      session_.draw(view_);
      frames_due_ = std::max(frames_due_, 1);  // to show what was measured
    } else if (!disturbed && session_.viewer.needs_refinement(view_)) {
      session_.viewer.refine();
      if (!session_.viewer.needs_refinement(view_)) frames_due_ = 1;  // to show that it is done
    }
    if (measuring()) frames_due_ = std::max(frames_due_, 1);  // to show what was found
    const double measured = measure();
    session_.analysis.step_race();
    show_picture();
    gui_->render(gl_);
    answer_requests();
    printer_.print(ui_->probe(), session_);
    glfwSwapBuffers(window_.get());
    own_time_ = glfwGetTime() - begin - measured;
  }

  /// Measuring slices take as long as the rest of a frame, or they would find little where frames are slow.
  /// Input ends them. Returns the seconds that they took.
  double measure() {
    const double begin = glfwGetTime();
    do {
      session_.analysis.step_error();
      session_.analysis.step_key_lab();
      if (!measuring() && !session_.analysis.measures_keys()) break;
      glfwPollEvents();
    } while (frames_due_ < settle_frames && glfwGetTime() - begin < own_time_);
    return glfwGetTime() - begin;
  }

  void show_picture() {
    const ImVec4 color = ImGui::ColorConvertU32ToFloat4(ui::panel_color);
    const float clear[4] = {color.x, color.y, color.z, 1.0f};
    gl_.BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl_.Disable(GL_SCISSOR_TEST);
    gl_.ClearBufferfv(GL_COLOR, 0, clear);
    if (!session_.viewer.has_picture()) return;
    const PictureTarget& picture = session_.viewer.picture();
    const glm::ivec2 corner = ui_->view_corner();
    gl_.BlitNamedFramebuffer(picture.framebuffer(), 0, 0, 0, picture.width(), picture.height(), corner.x, corner.y,
                             corner.x + picture.width(), corner.y + picture.height(), GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }

  void answer_requests() {
    if (vsync_ != session_.window_settings.vsync) {
      vsync_ = session_.window_settings.vsync;
      glfwSwapInterval(vsync_ ? 1 : 0);
      session_.messages.notify(vsync_ ? "V-sync is on (menu View)" : "V-sync is off (menu View)");
    }
    const ui::Screenshot wanted = std::exchange(ui_->state().screenshot, ui::Screenshot::none);
    if (wanted != ui::Screenshot::none) take_screenshot(wanted);
  }

  void take_screenshot(ui::Screenshot wanted) {
    if (wanted == ui::Screenshot::without_panels) {
      if (session_.viewer.has_picture()) ui_->save(session_.viewer.picture().read());
      return;
    }
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_.get(), &width, &height);
    Image image = read_framebuffer(gl_, 0, width, height);
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;  // a window's alpha means nothing
    if (wanted == ui::Screenshot::race)
      ui_->save(cropped(image, ui_->race_pixels()), "-race");
    else
      ui_->save(image);
  }

  void update_title() {
    using Clock = std::chrono::steady_clock;
    if (Clock::now() - titled_ < std::chrono::milliseconds(500)) return;
    titled_ = Clock::now();
    const std::string title = ui_->title();
    if (title == title_) return;
    title_ = title;
    glfwSetWindowTitle(window_.get(), title.c_str());
    frames_due_ = std::max(frames_due_, 1);  // the panels say the same
  }

  WindowHandle window_;
  const GladGLContext& gl_;
  float scale_ = 1;
  Session session_;
  std::unique_ptr<Gui> gui_;
  std::unique_ptr<ui::Ui> ui_;
  ItemPrinter printer_;
  Viewer::View view_;
  bool vsync_ = true;
  bool minimised_ = false;
  int frames_due_ = settle_frames;
  double own_time_ = 0;  // seconds of the newest frame, but for what was measured
  std::string title_;
  std::chrono::steady_clock::time_point titled_;
};

}  // namespace

bool display_available(std::string& why) {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return true;
  why = "there is no display (DISPLAY is not set)";
  return false;
}

bool run_window(const WindowStart& start, const SettingsFile& settings, std::string& why) {
  const Glfw glfw;
  WindowHandle handle = glfw.started() ? open_window(start) : nullptr;
  if (!handle) {
    why = fmt::format("no window can be opened ({})", glfw_complaint());
    return false;
  }
  glfwMakeContextCurrent(handle.get());
  GladGLContext gl{};
  if (gladLoadGLContext(&gl, glfwGetProcAddress) == 0 || gl.VERSION_4_5 == 0) {
    why = "the display has no OpenGL 4.5";
    return false;
  }
  Window window(std::move(handle), gl, start);
  window.run();
  settings.save(window.preferences(), {start.command.document, start.command.window_settings}, window.memory());
  return true;
}

}  // namespace farfirst::app
