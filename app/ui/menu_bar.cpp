#include "menu_bar.h"

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "actions.h"
#include "io/particle_scene.h"

namespace farfirst::app::ui {
namespace {

/// The menus as they are shown, or as the search walks through them: then entries are listed, or one is chosen.
class Menu {
 public:
  explicit Menu(Context& context) : context(context) {}
  Menu(Context& context, std::vector<MenuEntry>& list) : context(context), list_(&list) {}
  Menu(Context& context, const MenuEntry& wanted) : context(context), wanted_(&wanted) {}

  /// Inside of this one, if it is open: then end() is due.
  bool begin(const char* name, bool enabled = true) {
    if (!is_shown()) {
      if (enabled) place_.emplace_back(name);
      return enabled;
    }
    const bool open = ImGui::BeginMenu(name, enabled);
    if (!open) context.probe.item(std::string("menu/") + name);
    return open;
  }
  void end() { is_shown() ? ImGui::EndMenu() : place_.pop_back(); }
  /// True if it is chosen. What is behind ### in the name names it for tests.
  bool item(const std::string& name, const char* key = "", bool enabled = true, bool ticked = false) {
    if (!is_shown())
      return walk({fmt::format("{}", fmt::join(place_, " > ")), name.substr(0, name.find("###")), key}, enabled);
    const bool chosen = ImGui::MenuItem(name.c_str(), key, ticked, enabled);
    const std::size_t id = name.find("###");
    std::string probed = id == std::string::npos ? name : name.substr(id + 3);
    if (probed.ends_with(" ...")) probed.resize(probed.size() - 4);
    context.probe.item("menu/" + probed);
    return chosen;
  }
  void toggle(const char* name, const char* key, bool& value) {
    if (item(name, key, true, value)) value = !value;
  }
  void separator() const {
    if (is_shown()) ImGui::Separator();
  }

  Context& context;

 private:
  bool is_shown() const { return list_ == nullptr && wanted_ == nullptr; }
  bool walk(const MenuEntry& entry, bool enabled) {
    if (list_ != nullptr && enabled) list_->push_back(entry);
    return enabled && wanted_ != nullptr && entry == *wanted_;
  }

  std::vector<MenuEntry>* list_ = nullptr;
  const MenuEntry* wanted_ = nullptr;
  std::vector<std::string> place_;
};

/// "Snow".
std::string title_of(std::string_view name) {
  std::string title(name);
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  return title;
}

/// As --scene has it.
std::optional<std::string_view> chosen_scene(Menu& menu) {
  std::vector<std::string_view> names = {"glass", "jungle", "particles"};
  for (const BuiltInSystem& system : built_in_systems()) names.push_back(system.name);
  names.insert(names.end(), {"splats", "crossing"});
  std::optional<std::string_view> chosen;
  for (const std::string_view name : names)
    if (menu.item(title_of(name))) chosen = name;
  return chosen;
}

void file_menu(Menu& menu) {
  Context& context = menu.context;
  Session& session = context.session;
  const bool shows = session.scene().has_value();
  if (menu.item("Open ...", "Ctrl O")) open_browser(context, /*adds=*/false);
  if (menu.item("Add ...", "", shows)) open_browser(context, /*adds=*/true);
  if (menu.begin("Recent", !session.memory.recent.empty())) {
    const auto recent = session.memory.recent;  // opening one changes the list
    for (const auto& file : recent)
      if (menu.item(file.string())) session.open(file);
    menu.end();
  }
  if (menu.begin("Built-in scene")) {
    if (const auto chosen = chosen_scene(menu)) session.open_scene(*chosen);
    menu.end();
  }
  if (menu.begin("Add built-in scene", shows)) {
    if (const auto chosen = chosen_scene(menu)) session.add_scene(*chosen);
    menu.end();
  }
  if (menu.item("Reload", "F5", shows)) session.reload();
  menu.separator();
  if (menu.item("Save picture", "Ctrl F12")) context.state.screenshot = Screenshot::without_panels;
  if (menu.item("Save picture with panels", "F12")) context.state.screenshot = Screenshot::with_panels;
  if (menu.item("Save state ...", "Ctrl S", shows)) save_state(context);
  if (menu.item("Save particle system ...", "", session.player.particles() != nullptr)) save_system(context);
  menu.separator();
  if (menu.item("Quit", "Ctrl Q")) context.state.quit = true;
}

void edit_menu(Menu& menu) {
  Context& context = menu.context;
  Session& session = context.session;
  const auto step = [&](const char* word, const std::string* what, const char* key, void (Session::*act)()) {
    const std::string text = what == nullptr ? std::string(word) : fmt::format("{} {}", word, *what);
    if (menu.item(text + "###" + word, key, what != nullptr)) (session.*act)();
  };
  step("Undo", session.edits().next_undo(), "Ctrl Z", &Session::undo);
  step("Redo", session.edits().next_redo(), "Ctrl Y", &Session::redo);
  menu.separator();
  const bool selected = session.selected.has_value();
  if (menu.item("Duplicate the object", "Ctrl D", selected)) duplicate_selected(context);
  if (menu.item("Hide or show the object", "Ctrl H", selected)) toggle_selected(context);
  if (menu.item("Remove the object", "Delete", selected && session.document.objects.size() > 1))
    remove_selected(context);
  if (menu.item("Next handles", "G", selected)) next_handles(context);
}

void view_menu(Menu& menu) {
  Context& context = menu.context;
  WindowMemory& memory = context.session.memory;
  menu.toggle("Side bar", "", memory.show_sidebar);
  menu.toggle("Timing panel", "", memory.show_timing);
  menu.toggle("All panels", "Tab", context.state.visible);
  menu.separator();
  menu.toggle("Times in the corner", "Z", context.state.overlay);
  menu.toggle("Scene and settings in the corner", "I", context.state.information);
  menu.separator();
  menu.toggle("V-sync", "Ctrl Shift V", context.session.window_settings.vsync);
}

void compare_menu(Menu& menu) {
  Context& context = menu.context;
  Document& document = context.session.document;
  const SplitView& split = document.split;
  if (menu.item("Race of the sorts", "R", true, document.race.on)) toggle_race(context);
  if (menu.item("Error of the picture", "M", true, document.error.on)) toggle_error(context);
  if (menu.item("Key lab", "L", true, document.key_lab)) toggle_key_lab(context);
  menu.separator();
  if (menu.item("Split picture", "X", true, split.on)) set_split(context, !split.on);
  if (menu.item("One side, then the other", "\\")) blink(context);
  const auto show = [&](const char* name, const char* key, SplitShow what) {
    if (menu.item(name, key, true, split.on && split.show == what)) show_or_both(context, what);
  };
  show("Difference", "Shift \\", SplitShow::difference);
  show("Heat map", "Ctrl \\", SplitShow::heat);
  menu.separator();
  if (menu.item("Change the other side", "Shift X", split.on)) change_other_side(context);
  if (menu.item("Swap the sides", "", split.on)) document.swap_sides();
}

void camera_menu(Menu& menu) {
  Context& context = menu.context;
  for (std::size_t i = 0; i < camera_presets.size(); ++i)
    if (menu.item(camera_presets[i].name)) apply_preset(context, static_cast<int>(i));
  menu.separator();
  if (menu.item("Fit the selected object", "F", context.session.selected.has_value())) frame_selected(context);
  if (menu.item("Fit the scene", "Shift F")) context.session.navigation.frame_all();
  if (menu.item("Opening view", "Enter")) context.session.navigation.reset();
  menu.toggle("Fly", "V", context.state.fly);
}

void help_menu(Menu& menu) {
  UiState& state = menu.context.state;
  menu.toggle("Search", "Ctrl K", state.search);
  menu.toggle("Keys and mouse", "H", state.help);
  if (menu.item("What am I looking at?", "F2")) menu.context.session.show_tour(1);
}

void all_menus(Menu& menu) {
  struct Named {
    const char* name;
    void (*content)(Menu&);
  };
  constexpr std::array menus = {Named{"File", file_menu},     Named{"Edit", edit_menu},       Named{"View", view_menu},
                                Named{"Camera", camera_menu}, Named{"Compare", compare_menu}, Named{"Help", help_menu}};
  for (const Named& named : menus) {
    if (!menu.begin(named.name)) continue;
    named.content(menu);
    menu.end();
  }
}

}  // namespace

void menu_bar(Context& context) {
  if (!ImGui::BeginMainMenuBar()) return;
  Menu menu(context);
  all_menus(menu);
  constexpr const char* search = "Search (Ctrl K)";
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::CalcTextSize(search).x - 3 * style.ItemSpacing.x);
  if (ImGui::MenuItem(search)) context.state.search = true;
  context.probe.item("menu/search");
  ImGui::EndMainMenuBar();
}

std::vector<MenuEntry> list_menu(Context& context) {
  std::vector<MenuEntry> entries;
  Menu menu(context, entries);
  all_menus(menu);
  return entries;
}

void choose_in_menu(Context& context, const MenuEntry& entry) {
  Menu menu(context, entry);
  all_menus(menu);
}

}  // namespace farfirst::app::ui
