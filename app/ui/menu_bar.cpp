// The menu: most actions that have keys, with their keys.

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "actions.h"
#include "io/particle_scene.h"
#include "panels.h"

namespace farfirst::app::ui {
namespace {

/// "Snow".
std::string title_of(std::string_view name) {
  std::string title(name);
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  return title;
}

/// As --scene has it.
std::optional<std::string_view> chosen_scene(Context& context, const std::string& probed) {
  std::vector<std::string_view> names = {"glass", "jungle", "particles"};
  for (const BuiltInSystem& system : built_in_systems()) names.push_back(system.name);
  names.insert(names.end(), {"splats", "crossing"});
  std::optional<std::string_view> chosen;
  for (const std::string_view name : names) {
    if (ImGui::MenuItem(title_of(name).c_str())) chosen = name;
    context.probe.item(probed + title_of(name));
  }
  return chosen;
}

void file_menu(Context& context) {
  Session& session = context.session;
  if (ImGui::MenuItem("Open ...", "Ctrl O")) open_browser(context, /*adds=*/false);
  if (ImGui::MenuItem("Add ...", nullptr, false, session.scene().has_value())) open_browser(context, /*adds=*/true);
  context.probe.item("menu/Open");
  if (ImGui::BeginMenu("Recent", !session.memory.recent.empty())) {
    const auto recent = session.memory.recent;  // opening one changes the list
    for (const auto& file : recent)
      if (ImGui::MenuItem(file.c_str())) session.open(file);
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("Built-in scene")) {
    if (const auto chosen = chosen_scene(context, "menu/")) session.open_scene(*chosen);
    ImGui::EndMenu();
  }
  context.probe.item("menu/Built-in scene");
  if (ImGui::BeginMenu("Add built-in scene", session.scene().has_value())) {
    if (const auto chosen = chosen_scene(context, "menu/Add ")) session.add_scene(*chosen);
    ImGui::EndMenu();
  }
  context.probe.item("menu/Add built-in scene");
  if (ImGui::MenuItem("Save state ...", "Ctrl S", false, session.scene().has_value())) save_state(context);
  context.probe.item("menu/Save state");
  if (ImGui::MenuItem("Save particle system ...", nullptr, false, session.particles() != nullptr)) save_system(context);
  context.probe.item("menu/Save particle system");
  if (ImGui::MenuItem("Reload", "F5", false, session.scene().has_value())) session.reload();
  ImGui::Separator();
  if (ImGui::MenuItem("Screenshot with panels", "F12")) context.state.screenshot = Screenshot::with_panels;
  if (ImGui::MenuItem("Screenshot without panels", "Ctrl F12")) context.state.screenshot = Screenshot::without_panels;
  ImGui::Separator();
  if (ImGui::MenuItem("Quit", "Ctrl Q")) context.state.quit = true;
}

void edit_menu(Context& context) {
  Session& session = context.session;
  const auto step = [&](const char* word, const std::string* what, const char* key, void (Session::*act)()) {
    const std::string text = what == nullptr ? std::string(word) : fmt::format("{} {}", word, *what);
    if (ImGui::MenuItem((text + "###" + word).c_str(), key, false, what != nullptr)) (session.*act)();
    context.probe.item(std::string("menu/") + word);
  };
  step("Undo", session.edits().next_undo(), "Ctrl Z", &Session::undo);
  step("Redo", session.edits().next_redo(), "Ctrl Y", &Session::redo);
  ImGui::Separator();
  const bool selected = session.selected.has_value();
  const auto item = [&](const char* name, const char* key, bool can, void (*act)(Context&)) {
    if (ImGui::MenuItem(name, key, false, can)) act(context);
    context.probe.item(std::string("menu/") + name);
  };
  item("Duplicate the object", "Ctrl D", selected, duplicate_selected);
  item("Hide or show the object", "Ctrl H", selected, toggle_selected);
  item("Remove the object", "Delete", selected && session.document.objects.size() > 1, remove_selected);
  item("Next handles", "G", selected, next_handles);
}

void view_menu(Context& context) {
  WindowMemory& memory = context.session.memory;
  ImGui::MenuItem("Side bar", nullptr, &memory.show_sidebar);
  context.probe.item("menu/Side bar");
  ImGui::MenuItem("Timing panel", nullptr, &memory.show_timing);
  ImGui::MenuItem("All panels", "Tab", &context.state.visible);
  ImGui::Separator();
  ImGui::MenuItem("Times in the corner", "Z", &context.state.overlay);
  ImGui::MenuItem("Scene and settings in the corner", "I", &context.state.information);
  ImGui::Separator();
  ImGui::MenuItem("V-sync", "Ctrl Shift V", &context.session.window_settings.vsync);
}

void compare_menu(Context& context) {
  Session& session = context.session;
  const SplitView& split = session.document.split;
  if (ImGui::MenuItem("Race of the sorts", "R", context.session.document.race.on)) toggle_race(context);
  context.probe.item("menu/Race of the sorts");
  if (ImGui::MenuItem("Error of the picture", "M", context.session.document.error.on)) toggle_error(context);
  context.probe.item("menu/Error of the picture");
  if (ImGui::MenuItem("Key lab", "L", context.session.document.key_lab)) toggle_key_lab(context);
  context.probe.item("menu/Key lab");
  ImGui::Separator();
  if (ImGui::MenuItem("Split picture", "X", split.on)) session.set_split(!split.on);
  context.probe.item("menu/Split picture");
  if (ImGui::MenuItem("One side, then the other", "\\")) blink(context);
  const auto show = [&](const char* name, const char* key, SplitShow what) {
    if (ImGui::MenuItem(name, key, split.on && split.show == what)) show_or_both(context, what);
    context.probe.item(std::string("menu/") + name);
  };
  show("Difference", "Shift \\", SplitShow::difference);
  show("Heat map", "Ctrl \\", SplitShow::heat);
  ImGui::Separator();
  if (ImGui::MenuItem("Change the other side", "Shift X", false, split.on)) change_other_side(context);
  if (ImGui::MenuItem("Swap the sides", nullptr, false, split.on)) session.swap_sides();
}

void camera_menu(Context& context) {
  for (std::size_t i = 0; i < camera_presets.size(); ++i)
    if (ImGui::MenuItem(camera_presets[i].name)) apply_preset(context, static_cast<int>(i));
  ImGui::Separator();
  if (ImGui::MenuItem("Fit the selected object", "F", false, context.session.selected.has_value()))
    frame_selected(context);
  if (ImGui::MenuItem("Fit the scene", "Shift F")) context.session.frame_all();
  if (ImGui::MenuItem("Opening view", "Enter")) context.session.reset_camera();
  ImGui::MenuItem("Fly", "V", &context.state.fly);
}

void help_menu(Context& context) {
  ImGui::MenuItem("Keys and mouse", "H", &context.state.help);
  context.probe.item("menu/Keys and mouse");
  if (ImGui::MenuItem("What am I looking at?", "F2")) context.session.show_tour(1);
  context.probe.item("menu/What am I looking at?");
}

}  // namespace

void menu_bar(Context& context) {
  if (!ImGui::BeginMainMenuBar()) return;
  const auto menu = [&](const char* name, void (*content)(Context&)) {
    const bool open = ImGui::BeginMenu(name);
    if (!open) context.probe.item(std::string("menu/") + name);
    if (!open) return;
    content(context);
    ImGui::EndMenu();
  };
  menu("File", file_menu);
  menu("Edit", edit_menu);
  menu("View", view_menu);
  menu("Camera", camera_menu);
  menu("Compare", compare_menu);
  menu("Help", help_menu);
  ImGui::EndMainMenuBar();
}

}  // namespace farfirst::app::ui
