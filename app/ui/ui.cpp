#include "ui.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "actions.h"
#include "activity.h"
#include "menu_bar.h"
#include "panels.h"

namespace farfirst::app::ui {
namespace {

constexpr float least_sidebar = 250, least_timing = 120;  // before scaling
constexpr float widest_sidebar = 0.5f;                    // of the window
constexpr ImGuiWindowFlags docked = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoTitleBar |
                                    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus;

}  // namespace

Ui::Ui(Session& session, float scale) : session_(session), scale_(scale) {
  finder() = {};
  for (const SortGroup& group : sort_groups)
    for (const Algorithm* algorithm : algorithms())
      if (algorithm->id.starts_with(group.prefix)) state_.sorts.push_back({algorithm, why_unavailable(*algorithm)});
  for (const RendererAbout* renderer : renderers())
    state_.renderers.push_back({renderer, session.viewer.why_unavailable(*renderer)});
  lay_out();
}

void Ui::set_input_delay(double seconds) {
  constexpr float between_clicks = 0.3f;
  ImGui::GetIO().MouseDoubleClickTime = between_clicks + std::clamp(static_cast<float>(seconds), 0.0f, 0.7f);
}

void Ui::frame(const std::function<void()>& begin_back_ends) {
  for (bool last = false; !last;) {
    begin_back_ends();
    for (const InputEvent& event : input_.take_step()) handle(event);
    last = !input_.pending();
    ImGui::NewFrame();
    build();
    if (!last) ImGui::EndFrame();
  }
}

void Ui::build() {
  probe_.begin();
  Context ui = context();
  set_menu_keys();
  lay_out();
  if (state_.visible) {
    menu_bar(ui);
    lay_out();  // the height of the menu is known now
    if (session_.memory.show_sidebar) side_bar_window(ui);
    if (session_.memory.show_timing) timing_window(ui);
    lay_out();  // the panels may have been resized
  }
  if (state_.visible) race_window(ui);
  if (state_.visible) error_window(ui);
  if (state_.visible) key_lab_window(ui);
  overlays(ui, area_);
  note(ui, {{area_.minimum.x, area_.maximum.y}, {area_.maximum.x, timing_top_}});
  help_sheet(ui);
  search_.build(ui);
  if (const auto file = browser_.build(session_.memory, scale_, probe_)) {
    if (state_.browser_adds)
      session_.add(*file);
    else
      session_.open(*file);
  }
  if (const auto file = save_dialog_.build(scale_, probe_)) {
    if (save_dialog_.what() == Saved::state)
      session_.save_state(*file);
    else
      session_.player.save_system(*file);
  }
  move_camera();
  session_.note_edits(ImGui::IsAnyItemActive() || ImGui::IsMouseDown(0));
  probe_.area("view", area_);
  popup_open_ = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

// ---- layout: side bar at the left, times at the bottom, over them a note, the picture in what is left

void Ui::lay_out() {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const WindowMemory& memory = session_.memory;
  area_ = {{0, 0}, display};
  if (state_.visible) {
    area_.minimum.y = ImGui::GetFrameHeight();
    if (memory.show_sidebar) area_.minimum.x = std::min(memory.sidebar_width * scale_, display.x * widest_sidebar);
    if (memory.show_timing)
      area_.maximum.y = std::max(display.y - memory.timing_height * scale_, area_.minimum.y + display.y * 0.3f);
  }
  timing_top_ = area_.maximum.y;
  area_.maximum.y -= note_height(context(), area_);
}

void Ui::side_bar_window(Context& ui) {
  const float height = ImGui::GetIO().DisplaySize.y - area_.minimum.y;
  ImGui::SetNextWindowPos({0, area_.minimum.y});
  ImGui::SetNextWindowSize({area_.minimum.x, height});
  if (ImGui::Begin("Side bar", nullptr, docked | ImGuiWindowFlags_NoResize)) side_bar(ui);
  ImGui::End();
}

void Ui::timing_window(Context& ui) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({area_.minimum.x, timing_top_});
  ImGui::SetNextWindowSize({display.x - area_.minimum.x, display.y - timing_top_});
  const float inside = display.x - area_.minimum.x - 2 * ImGui::GetStyle().WindowPadding.x;
  if (inside < timing_width()) ImGui::SetNextWindowContentSize({timing_width(), 0});
  constexpr ImGuiWindowFlags flags = docked | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_HorizontalScrollbar;
  if (ImGui::Begin("Times", nullptr, flags)) timing_panel(ui);
  ImGui::End();
}

/// It floats over the picture, at first at its lower right, and stays where it is put.
void Ui::race_window(Context& ui) {
  if (!session_.document.race.on) return;
  const float font = ImGui::GetFontSize(), margin = 10 * scale_;
  const ImVec2 room = {area_.maximum.x - area_.minimum.x - 2 * margin, area_.maximum.y - area_.minimum.y - 2 * margin};
  const ImVec2 least = {std::min(font * 33, room.x), std::min(font * 11, room.y)};
  ImGui::SetNextWindowPos({area_.maximum.x - margin, area_.maximum.y - margin}, ImGuiCond_Once, {1, 1});
  const ImVec2 wanted = {std::clamp(0.55f * room.x, font * 72, font * 86),
                         std::clamp(0.45f * room.y, font * 27, font * 40)};
  ImGui::SetNextWindowSize({std::min(wanted.x, room.x), std::min(wanted.y, room.y)}, ImGuiCond_Once);
  ImGui::SetNextWindowSizeConstraints(least, ImGui::GetIO().DisplaySize);
  bool open = true;
  if (ImGui::Begin("Race of the sorts", &open, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings))
    race_panel(ui);
  const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  state_.race_area = {corner, {corner.x + size.x, corner.y + size.y}};
  probe_.area("race", state_.race_area);
  ImGui::End();
  if (!open) session_.document.race.on = false;
}

/// At first at the lower left of the picture: messages stand at its top, the race at its right.
void Ui::error_window(Context& ui) {
  if (!session_.document.error.on) return;
  const float font = ImGui::GetFontSize(), margin = 10 * scale_;
  const ImVec2 room = {area_.maximum.x - area_.minimum.x - 2 * margin, area_.maximum.y - area_.minimum.y - 2 * margin};
  const ImVec2 least = {std::min(font * 34, room.x), std::min(font * 9, room.y)};
  ImGui::SetNextWindowPos({area_.minimum.x + margin, area_.maximum.y - margin}, ImGuiCond_Once, {0, 1});
  const ImVec2 wanted = {std::clamp(0.5f * room.x, font * 40, font * 62),
                         std::clamp(0.6f * room.y, font * 20, font * 40)};
  ImGui::SetNextWindowSize({std::min(wanted.x, room.x), std::min(wanted.y, room.y)}, ImGuiCond_Once);
  ImGui::SetNextWindowSizeConstraints(least, ImGui::GetIO().DisplaySize);
  bool open = true;
  if (ImGui::Begin("Error of the picture", &open, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings))
    error_panel(ui);
  const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  probe_.area("error", {corner, {corner.x + size.x, corner.y + size.y}});
  ImGui::End();
  if (!open) session_.document.error.on = false;
}

/// It floats over the picture, at first at its upper right, and stays where it is put.
void Ui::key_lab_window(Context& ui) {
  if (!session_.document.key_lab) return;
  const float font = ImGui::GetFontSize(), margin = 10 * scale_;
  const ImVec2 room = {area_.maximum.x - area_.minimum.x - 2 * margin, area_.maximum.y - area_.minimum.y - 2 * margin};
  ImGui::SetNextWindowPos({area_.maximum.x - margin, area_.minimum.y + margin}, ImGuiCond_Once, {1, 0});
  ImGui::SetNextWindowSize({std::min(font * 56, room.x), std::min(font * 38, room.y)}, ImGuiCond_Once);
  ImGui::SetNextWindowSizeConstraints({std::min(font * 24, room.x), std::min(font * 10, room.y)},
                                      ImGui::GetIO().DisplaySize);
  bool open = true;
  if (ImGui::Begin("Key lab", &open, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) key_lab_panel(ui);
  const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  probe_.area("key lab", {corner, {corner.x + size.x, corner.y + size.y}});
  ImGui::End();
  if (!open) session_.document.key_lab = false;
}

/// The strip of the picture beside a panel, or round the divider.
Ui::Edge Ui::edge_under_mouse() const {
  const ImGuiIO& io = ImGui::GetIO();
  const WindowMemory& memory = session_.memory;
  const float reach = 5 * scale_;
  const bool inside = io.MousePos.x >= area_.minimum.x && io.MousePos.y >= area_.minimum.y &&
                      io.MousePos.x <= area_.maximum.x && io.MousePos.y <= area_.maximum.y;
  if (!inside || io.WantCaptureMouse) return Edge::none;
  if (state_.visible && memory.show_sidebar && io.MousePos.x < area_.minimum.x + reach) return Edge::side_bar;
  if (state_.visible && memory.show_timing && io.MousePos.y > timing_top_ - reach) return Edge::timing;
  const SplitView& split = session_.document.split;
  if (split.has_divider() && std::abs(io.MousePos.x - divider_at(split, area_)) < reach) return Edge::divider;
  return Edge::none;
}

/// It moves the panel's edge, or the divider.
bool Ui::drag_edges() {
  const ImGuiIO& io = ImGui::GetIO();
  WindowMemory& memory = session_.memory;
  if (!ImGui::IsMouseDown(0)) dragged_ = edge_under_mouse();
  if (dragged_ == Edge::none) return false;
  ImGui::SetMouseCursor(dragged_ == Edge::timing ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
  if (!ImGui::IsMouseDown(0)) return true;
  if (dragged_ == Edge::side_bar)
    memory.sidebar_width = std::clamp(io.MousePos.x / scale_, least_sidebar,
                                      std::max(least_sidebar, io.DisplaySize.x * widest_sidebar / scale_));
  else if (dragged_ == Edge::timing)
    memory.timing_height = std::clamp((io.DisplaySize.y - io.MousePos.y) / scale_, least_timing,
                                      std::max(least_timing, io.DisplaySize.y * 0.65f / scale_));
  else
    session_.document.split.divider =
        std::clamp((io.MousePos.x - area_.minimum.x) / std::max(area_.maximum.x - area_.minimum.x, 1.0f), 0.0f, 1.0f);
  return true;
}

Viewer::View Ui::view() const {
  const ImVec2 pixels = ImGui::GetIO().DisplayFramebufferScale;
  return {std::max(1, static_cast<int>((area_.maximum.x - area_.minimum.x) * pixels.x)),
          std::max(1, static_cast<int>((area_.maximum.y - area_.minimum.y) * pixels.y)), scale_};
}

glm::ivec2 Ui::view_corner() const {
  const ImGuiIO& io = ImGui::GetIO();
  return {static_cast<int>(area_.minimum.x * io.DisplayFramebufferScale.x),
          static_cast<int>((io.DisplaySize.y - area_.maximum.y) * io.DisplayFramebufferScale.y)};
}

PixelArea Ui::race_pixels() const {
  const ImVec2 pixels = ImGui::GetIO().DisplayFramebufferScale;
  const Rectangle& r = state_.race_area;
  return {static_cast<int>(r.minimum.x * pixels.x), static_cast<int>(r.minimum.y * pixels.y),
          static_cast<int>((r.maximum.x - r.minimum.x) * pixels.x),
          static_cast<int>((r.maximum.y - r.minimum.y) * pixels.y)};
}

// ---- keys

void Ui::handle(const InputEvent& event) {
  const bool is_press = event.kind == InputEvent::Kind::key || event.kind == InputEvent::Kind::button;
  if (is_press && event.down) finder().clear_target();  // it has been seen
  if (event.kind == InputEvent::Kind::key) key(event);
  if (event.kind == InputEvent::Kind::focus) held_.clear();  // their release goes to another window
}

/// A text field, an open list or menu, the file browser, the search and the dialog that saves take all keys.
bool Ui::keys_are_taken() const {
  return ImGui::GetIO().WantTextInput || popup_open_ || browser_.has_focus() || save_dialog_.is_open() || state_.search;
}

void Ui::key(const InputEvent& event) {
  if (event.repeated) return;
  const bool taken = keys_are_taken();
  const bool quits = event.code == GLFW_KEY_Q && (event.modifiers & GLFW_MOD_CONTROL) != 0;
  if (!event.down || !quits) held_.set(event.code, event.down && !taken);
  if (!event.down || taken) return;
  Context ui = context();
  handle_key(ui, event.code, event.modifiers);
}

/// Dear ImGui's own keys move in menus and colour pickers; elsewhere the same keys have other meanings.
void Ui::set_menu_keys() {
  int& flags = ImGui::GetIO().ConfigFlags;
  flags = popup_open_ ? flags | ImGuiConfigFlags_NavEnableKeyboard : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
}

// ---- mouse

void Ui::move_camera() {
  const ImGuiIO& io = ImGui::GetIO();
  fly();
  const bool on_edge = drag_edges();
  Context ui = context();
  const bool on_gizmo = gizmo_.update(ui, area_, !on_edge && !io.WantCaptureMouse);
  if (on_edge || on_gizmo) {
    pressed_on_picture_ = false;
    return;
  }
  select_by_click();
  // A drag that began on the picture goes on over the panels.
  if (!io.WantCaptureMouse) {
    drag_camera();
    wheel();
    if (ImGui::IsMouseDoubleClicked(0) && !state_.fly && !session_.navigation.focus_on(pointer()))
      session_.messages.notify("there is nothing under the mouse to orbit round");
  }
}

/// A click that moved nothing, where there are several objects.
void Ui::select_by_click() {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsMouseClicked(0)) pressed_on_picture_ = !io.WantCaptureMouse && !io.KeyShift;
  if (!ImGui::IsMouseReleased(0) || !std::exchange(pressed_on_picture_, false)) return;
  const float most = 4 * scale_;  // pixels
  if (session_.document.objects.size() > 1 && io.MouseDragMaxDistanceSqr[0] < most * most)
    session_.navigation.select_at(pointer());
}

glm::vec2 Ui::pointer() const {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const glm::vec2 size(area_.maximum.x - area_.minimum.x, area_.maximum.y - area_.minimum.y);
  return {(mouse.x - area_.minimum.x) / size.x * 2 - 1, 1 - (mouse.y - area_.minimum.y) / size.y * 2};
}

void Ui::drag_camera() {
  const ImGuiIO& io = ImGui::GetIO();
  const float dx = io.MouseDelta.x, dy = io.MouseDelta.y;
  if (dx == 0 && dy == 0) return;
  const float height = std::max(area_.maximum.y - area_.minimum.y, 1.0f);
  const float turn = 3.5f / height;  // about half a turn from edge to edge
  if (ImGui::IsMouseDown(2) || ImGui::IsMouseDown(1) || (ImGui::IsMouseDown(0) && io.KeyShift)) {
    session_.camera.pan(-dx, dy, height);
  } else if (ImGui::IsMouseDown(0)) {
    if (state_.fly)
      session_.camera.look(-dx * turn * 0.5f, -dy * turn * 0.5f);
    else
      session_.camera.orbit(-dx * turn, -dy * turn);
  } else {
    return;
  }
  session_.playing = false;
}

void Ui::wheel() {
  const float steps = ImGui::GetIO().MouseWheel;
  if (steps == 0) return;
  Camera& camera = session_.camera;
  if (ImGui::GetIO().KeyShift)
    camera.field_of_view = std::clamp(camera.field_of_view * std::pow(0.93f, steps), 1.0f, 170.0f);
  else if (state_.fly && session_.scene())
    camera.fly({0, 0, steps * 0.1f * state_.speed * session_.scene()->bounds().bulk.radius()});
  else if (session_.scene())
    camera.zoom(std::pow(0.88f, steps), pointer(), session_.viewer.aspect(), session_.scene()->bounds().bulk);
  session_.playing = false;
}

void Ui::fly() {
  const ImGuiIO& io = ImGui::GetIO();
  const glm::vec3 direction = held_.direction();
  if (direction == glm::vec3(0) || !session_.scene() || keys_are_taken()) return;
  float speed = state_.speed * session_.scene()->bounds().bulk.radius();
  if (io.KeyShift) speed *= 4;
  if (io.KeyCtrl || io.KeyAlt) speed *= 0.25f;
  // After a pause or a slow frame, a step and not a leap.
  session_.camera.fly(glm::normalize(direction) * (speed * std::min(io.DeltaTime, 0.1f)));
  session_.playing = false;
}

void Ui::save(const Image& picture, const char* suffix) {
  Context ui = context();
  save_picture(ui, picture, suffix);
}

std::string Ui::title() const {
  if (!session_.scene()) return "Farfirst";
  const std::string& algorithm = session_.frames.last().algorithm;
  return fmt::format("{} - {} - {} - {} - Farfirst", session_.scene()->name(), session_.scene()->counts(),
                     algorithm.empty() ? "not sorted" : algorithm, activity_text(session_, "idle"));
}

}  // namespace farfirst::app::ui
