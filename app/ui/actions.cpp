#include "actions.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "cli/state_file.h"
#include "compare/error_tables.h"
#include "compare/key_lab_text.h"
#include "compare/race_text.h"
#include "io/exit_codes.h"
#include "io/files.h"
#include "scene/particles.h"

namespace farfirst::app::ui {

void choose_sort(Context& context, const std::string& id) {
  SortChoice& sort = context.sort();
  if (sort.algorithm == id) return;
  sort.algorithm = id;
  sort.parameters.clear();
}

namespace {

std::vector<std::string> runnable(const Context& context) {
  std::vector<std::string> ids;
  for (const SortEntry& entry : context.state.sorts)
    if (entry.reason.empty()) ids.emplace_back(entry.algorithm->id);
  return ids;
}

}  // namespace

void choose_nth_sort(Context& context, std::size_t n) {
  const std::vector<std::string> ids = runnable(context);
  if (n < ids.size()) choose_sort(context, ids[n]);
}

void step_sort(Context& context, int step) {
  const std::vector<std::string> ids = runnable(context);
  if (ids.empty()) return;
  const std::string& wanted = context.sort().algorithm;
  const std::string& now = wanted == "auto" ? context.last().algorithm : wanted;
  const auto found = std::find(ids.begin(), ids.end(), now);
  const auto count = static_cast<std::ptrdiff_t>(ids.size());
  const std::ptrdiff_t at = found == ids.end() ? (step > 0 ? -1 : 0) : found - ids.begin();
  choose_sort(context, ids[static_cast<std::size_t>((at + step + count) % count)]);
}

void toggle_sorting(Context& context) {
  DrawOrder& order = context.sort().draw_order;
  if (order == DrawOrder::back_to_front || order == DrawOrder::front_to_back) {
    context.state.unsorted_before = order;
    order = DrawOrder::file_order;
  } else {
    order = context.state.unsorted_before;
  }
}

void cycle_draw_order(Context& context) {
  DrawOrder& order = context.sort().draw_order;
  order = static_cast<DrawOrder>((static_cast<int>(order) + 1) % 4);
}

// ---- two sides

void set_split(Context& context, bool on) {
  Document& document = context.session.document;
  if (!document.right) context.state.side = right_index;
  document.set_split(on);
}

void toggle_split(Context& context) {
  SplitView& split = context.session.document.split;
  if (split.on && split.show != SplitShow::both)
    split.show = SplitShow::both;
  else
    set_split(context, !split.on);
}

void blink(Context& context) {
  Session& session = context.session;
  SplitView& split = session.document.split;
  if (!split.on) toggle_split(context);
  split.show = split.show == SplitShow::left ? SplitShow::right : SplitShow::left;
}

void show_or_both(Context& context, SplitShow show) {
  SplitView& split = context.session.document.split;
  if (!split.on) toggle_split(context);
  split.show = split.show == show ? SplitShow::both : show;
}

void make_equal(Context& context) {
  const std::size_t side = context.side(), other = 1 - side;
  context.sort() = with_own(context.sort(), context.session.document.own(other).sort);
  context.look() = with_own(context.look(), context.session.document.own(other).look);
}

void change_other_side(Context& context) {
  if (context.session.document.sides() == 1) toggle_split(context);
  context.state.side = 1 - context.state.side;
}

void move_divider(Context& context, float by) {
  float& divider = context.session.document.split.divider;
  divider = std::clamp(divider + by, 0.0f, 1.0f);
}

// From above and below at an invisibly small slant: the direction has a heading then, and orbiting goes on from
// there.
const std::array<CameraPreset, 7> camera_presets = {{{"Front", {0, 0, -1}},
                                                     {"Back", {0, 0, 1}},
                                                     {"Left", {1, 0, 0}},
                                                     {"Right", {-1, 0, 0}},
                                                     {"Top", {0, -1, -1e-3f}},
                                                     {"Bottom", {0, 1, -1e-3f}},
                                                     {"Corner", {-1, -0.8f, -1}}}};

void apply_preset(Context& context, int index) {
  constexpr int count = static_cast<int>(camera_presets.size());
  context.state.preset = (index % count + count) % count;
  const CameraPreset& preset = camera_presets[static_cast<std::size_t>(context.state.preset)];
  context.session.navigation.look_along(glm::normalize(preset.direction));
}

// Those that files have most come first.
const std::array<UpAxis, 6> up_axes = {
    {{"Y", {0, 1, 0}}, {"Z", {0, 0, 1}}, {"X", {1, 0, 0}}, {"-Y", {0, -1, 0}}, {"-Z", {0, 0, -1}}, {"-X", {-1, 0, 0}}}};

void next_up_axis(Context& context) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < up_axes.size(); ++i)
    if (up_axes[i].axis == context.session.document.up()) next = (i + 1) % up_axes.size();
  context.session.navigation.set_up(up_axes[next].axis);
  context.session.messages.notify(fmt::format("Camera > Up: {}", up_axes[next].name));
}

// ---- objects

void frame_selected(Context& context) {
  if (context.session.selected)
    context.session.navigation.frame_object(*context.session.selected);
  else
    context.session.navigation.frame_all();
}

void duplicate_selected(Context& context) {
  if (context.session.selected) context.session.duplicate_object(*context.session.selected);
}

void remove_selected(Context& context) {
  if (context.session.selected) context.session.remove_object(*context.session.selected);
}

void toggle_selected(Context& context) {
  Session& session = context.session;
  if (!session.selected || *session.selected >= session.document.objects.size()) return;
  bool& visible = session.document.objects[*session.selected].setting.visible;
  visible = !visible;
}

void next_handles(Context& context) {
  std::optional<HandleKind>& gizmo = context.state.gizmo;
  if (!gizmo)
    gizmo = HandleKind::move;
  else if (*gizmo == HandleKind::scale)
    gizmo.reset();
  else
    gizmo = static_cast<HandleKind>(static_cast<int>(*gizmo) + 1);
}

void copy_camera(Context& context) {
  ImGui::SetClipboardText(to_json(context.session.navigation.world_camera()).c_str());
  context.session.messages.notify("the camera was copied as JSON, for Camera > Paste or a camera path");
}

void paste_camera(Context& context) {
  const char* text = ImGui::GetClipboardText();
  try {
    context.session.navigation.set_world_camera(camera_from_json(text != nullptr ? text : ""));
    context.session.playing = false;
  } catch (const std::runtime_error& error) {
    context.session.messages.notify_error(fmt::format("the clipboard holds no camera ({})", error.what()));
  }
}

void open_browser(Context& context, bool adds) {
  context.state.browser_adds = adds;
  context.browser.open(context.session.memory);
}

void open_dropped(Session& session, std::vector<std::filesystem::path> files, bool adds) {
  if (files.empty()) return;
  const auto state = std::ranges::find_if(files, is_state_file);
  if (state != files.end()) {
    if (files.size() > 1) session.messages.notify("a state was dropped among other files; it alone is opened");
    return session.open(*state);
  }
  if (adds && session.scene()) {
    for (const auto& file : files) session.add(file);
    return;
  }
  if (files.size() == 1) return session.open(files.front());
  std::vector<ObjectChoice> objects;
  for (auto& file : files) objects.push_back({std::move(file), {}});
  session.open(std::move(objects));
}

namespace {

/// Of a file, or where the program was started.
std::filesystem::path folder_of(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path folder = file.parent_path();
  return folder.empty() ? std::filesystem::current_path(error) : folder;
}

}  // namespace

void save_state(Context& context) {
  const Session& session = context.session;
  if (!session.scene()) return;
  const std::string stem = std::filesystem::path(session.scene()->name()).stem().string();
  context.save_dialog.open(Saved::state,
                           session.document.state.empty()
                               ? free_name(Saved::state, folder_of(session.scene()->objects.front().file), stem)
                               : session.document.state);
}

void save_system(Context& context) {
  const std::shared_ptr<ParticleSystem> system = context.session.player.particles();
  if (!system) return;
  const std::filesystem::path file = context.session.player.system_file();
  std::string stem = file.empty() ? system->description().name : file.filename().string();
  for (const std::string_view end : {std::string_view(".json"), std::string_view(".particles")})
    if (stem.ends_with(end)) stem.resize(stem.size() - end.size());
  std::ranges::replace(stem, '/', '-');
  if (stem.empty()) stem = "system";
  context.save_dialog.open(Saved::system, free_name(Saved::system, folder_of(file), stem));
}

void step_tour(Context& context, int step) {
  const auto now = static_cast<int>(context.session.document.tour);
  if (now > 0) context.session.show_tour(static_cast<std::uint32_t>(now + step));
}

void toggle_pause(Context& context) {
  Session& session = context.session;
  if (session.player.path())
    session.playing = !session.playing;
  else
    session.paused = !session.paused;
}

void change_point_size(Context& context, float factor) {
  context.session.document.automatic_point_size = false;
  float& size = context.session.document.left.look.point_size;
  size = std::clamp(std::round(size * factor * 2) / 2 + (factor > 1 ? 0.5f : -0.5f), 1.0f, 64.0f);
}

namespace {

/// Into the working folder or, if that cannot be written to, the home folder. `write` gets the folder and a stem.
template <class Write>
void save_beside(Context& context, const char* suffix, Write write) {
  const std::optional<Scene>& scene = context.session.scene();
  const std::string stem = (scene ? std::filesystem::path(scene->name()).stem().string() : "farfirst") + suffix;
  const char* home = std::getenv("HOME");
  try {
    std::filesystem::path written;
    try {
      written = write(std::filesystem::path(), stem);
    } catch (const Failure&) {
      if (home == nullptr) throw;
      written = write(std::filesystem::path(home), stem);
    }
    std::error_code error;
    context.session.messages.notify("wrote " + std::filesystem::absolute(written, error).string());
  } catch (const Failure& failure) {
    context.session.messages.notify_error(failure.what());
  }
}

}  // namespace

void save_picture(Context& context, const Image& picture, const char* suffix) {
  save_beside(context, suffix, [&](const std::filesystem::path& folder, const std::string& stem) {
    return write_fresh_png(folder, stem, picture);
  });
}

// ---- the race

void toggle_race(Context& context) {
  bool& on = context.session.document.race.on;
  on = !on;
}

void freeze_race(Context& context) {
  Race& race = context.session.analysis.race();
  if (race.is_on()) race.set_frozen(!race.is_frozen());
}

void sweep_race(Context& context) {
  RaceChoice& race = context.session.document.race;
  if (race.on) race.curves = !race.curves;
}

void tick_usual(Context& context) {
  if (context.session.analysis.race().is_on()) context.session.document.race.sorts.reset();
}

void tick_all(Context& context, bool ticked) {
  std::vector<std::string>& sorts = context.session.document.race.sorts.emplace();
  for (const SortEntry& entry : context.state.sorts)
    if (ticked) sorts.emplace_back(entry.algorithm->id);
}

void clear_race(Context& context) {
  if (context.session.analysis.race().is_on()) context.session.analysis.race().clear();
}

void move_in_race(Context& context, int step) {
  const Race& race = context.session.analysis.race();
  std::vector<std::string> ids;
  for (const std::size_t entry : context.state.race_places)
    if (race.can_race(entry)) ids.emplace_back(race.algorithm(entry).id);
  if (!race.is_on() || ids.empty()) return;
  std::string& cursor = context.state.race_cursor;
  const auto count = static_cast<std::ptrdiff_t>(ids.size());
  const auto found = std::ranges::find(ids, cursor) - ids.begin();
  const std::ptrdiff_t at = found == count ? (step > 0 ? -1 : count) : found;
  cursor = ids[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + step, 0, count - 1))];
}

void tick_in_race(Context& context) {
  const Race& race = context.session.analysis.race();
  for (std::size_t i = 0; i < race.entries() && race.is_on(); ++i)
    if (race.algorithm(i).id == context.state.race_cursor) context.session.analysis.tick(i, !race.is_ticked(i));
}

namespace {
RacePlace place_of(const Session& session) {
  return {session.scene() ? session.scene()->name() : std::string("nothing"), session.viewer.opengl};
}
}  // namespace

void copy_race(Context& context) {
  if (!context.session.analysis.race().is_on()) return;
  ImGui::SetClipboardText(table_of(context.session.analysis.race(), place_of(context.session)).c_str());
  context.session.messages.notify("the table of the race was copied as text");
}

void save_race(Context& context) {
  if (!context.session.analysis.race().is_on()) return;
  const std::string text = csv_of(context.session.analysis.race(), place_of(context.session));
  save_beside(context, "-race", [&](const std::filesystem::path& folder, const std::string& stem) {
    return write_fresh_file(folder, stem, ".csv", text);
  });
}

// ---- the error

void toggle_error(Context& context) {
  bool& on = context.session.document.error.on;
  on = !on;
}

void measure_error(Context& context) {
  context.session.analysis.ask_error(context.session.document.error.causes, context.side());
}

void measure_methods(Context& context) { context.session.analysis.ask_methods(context.side()); }

void toggle_causes(Context& context) {
  ErrorChoice& error = context.session.document.error;
  if (!error.on) return;
  error.causes = !error.causes;
  if (error.causes) measure_error(context);
}

void toggle_heat(Context& context) {
  ErrorChoice& error = context.session.document.error;
  if (error.on) error.heat = !error.heat;
}

void cycle_error_every(Context& context) {
  ErrorChoice& error = context.session.document.error;
  if (!error.on) return;
  const auto found = std::ranges::find(error_every, error.every);
  error.every = found == error_every.end() || found + 1 == error_every.end() ? error_every[0] : found[1];
}

void copy_errors(Context& context) {
  const ErrorAnalysis* analysis = context.session.analysis.error();
  if (analysis == nullptr) return;
  const RacePlace place = place_of(context.session);
  std::string text = table_of(analysis->meter(), place);
  if (!analysis->methods().rows().empty()) text += (text.empty() ? "" : "\n") + table_of(analysis->methods(), place);
  if (text.empty()) return context.session.messages.notify("nothing was measured yet (Compare > Error of the picture)");
  ImGui::SetClipboardText(text.c_str());
  context.session.messages.notify("the tables of the error were copied as text");
}

void save_errors(Context& context) {
  const ErrorAnalysis* analysis = context.session.analysis.error();
  if (analysis == nullptr) return;
  const RacePlace place = place_of(context.session);
  const auto save = [&](const char* suffix, const std::string& text) {
    save_beside(context, suffix, [&](const std::filesystem::path& folder, const std::string& stem) {
      return write_fresh_file(folder, stem, ".csv", text);
    });
  };
  const bool has_error = analysis->meter().error().has_value(), has_methods = !analysis->methods().rows().empty();
  if (has_error) save("-error", csv_of(analysis->meter(), place));
  if (has_methods) save("-methods", csv_of(analysis->methods(), place));
  if (!has_error && !has_methods)
    context.session.messages.notify("nothing was measured yet (Compare > Error of the picture)");
}

// ---- the key lab

void toggle_key_lab(Context& context) {
  bool& on = context.session.document.key_lab;
  on = !on;
}

void measure_keys(Context& context) {
  if (context.session.document.key_lab) context.session.analysis.measure_keys();
}

void copy_key_lab(Context& context) {
  if (!context.session.document.key_lab) return;
  ImGui::SetClipboardText(table_of(context.session.analysis.key_lab(), place_of(context.session)).c_str());
  context.session.messages.notify("the table of the key lab was copied as text");
}

void save_key_lab(Context& context) {
  if (!context.session.document.key_lab) return;
  const std::string text = csv_of(context.session.analysis.key_lab(), place_of(context.session));
  save_beside(context, "-keys", [&](const std::filesystem::path& folder, const std::string& stem) {
    return write_fresh_file(folder, stem, ".csv", text);
  });
}

}  // namespace farfirst::app::ui
