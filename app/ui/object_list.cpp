// The objects of the scene: which are seen, how opaque they are, and where they stand.

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "actions.h"
#include "cli/object_values.h"
#include "panels.h"
#include "scene/finite.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

constexpr double least_position = -largest_coordinate, most_position = largest_coordinate;

struct Move {
  std::size_t from, to;
};

/// Each is dragged to change it, or typed after a click with Ctrl.
void placement(Context& context, std::size_t object, Placement& placement, const std::string& id) {
  Probe& probe = context.probe;
  const Placement before = placement;
  const float radius = context.session.scene()->bounds().bulk.radius();
  label("Position",
        "Where the origin of its file comes to lie: by how much the object is moved, unless it is turned or scaled.");
  ImGui::DragScalarN(("##" + id + "/position").c_str(), ImGuiDataType_Double, &placement.position.x, 3, 0.005f * radius,
                     &least_position, &most_position, coordinate_format(2.0 * radius).c_str(),
                     ImGuiSliderFlags_AlwaysClamp);
  probe.item(id + "/position");
  label("Rotation", "Degrees about x, then about y, then about z. The middle of the object stays where it is.");
  ImGui::DragFloat3(("##" + id + "/rotation").c_str(), &placement.rotation.x, 1.0f, -static_cast<float>(most_rotation),
                    static_cast<float>(most_rotation), "%.3g", ImGuiSliderFlags_AlwaysClamp);
  probe.item(id + "/rotation");
  label("Scale", "Scale of the object, about its middle.");
  ImGui::DragFloat(("##" + id + "/scale").c_str(), &placement.scale, 0.01f * placement.scale,
                   static_cast<float>(least_object_scale), static_cast<float>(most_object_scale), "%.4g",
                   ImGuiSliderFlags_AlwaysClamp);
  probe.item(id + "/scale");
  if (placement.rotation != before.rotation || placement.scale != before.scale)
    placement = about(context.session.scene()->objects[object].middle(), before, placement);
}

/// Dragged to another line of the list.
void drag_line(std::size_t i, const ObjectChoice& object, std::optional<Move>& move) {
  constexpr const char* kind = "object";
  if (ImGui::BeginDragDropSource()) {
    ImGui::SetDragDropPayload(kind, &i, sizeof i);
    ImGui::TextUnformatted(object.name().c_str());
    ImGui::EndDragDropSource();
  }
  if (!ImGui::BeginDragDropTarget()) return;
  if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload(kind))
    move = Move{*static_cast<const std::size_t*>(payload->Data), i};
  ImGui::EndDragDropTarget();
}

/// The line of an object. True if it is open.
bool head(Context& context, std::size_t i, ObjectChoice& object, const std::string& id, std::optional<Move>& move) {
  Probe& probe = context.probe;
  ImGui::Checkbox("##visible", &object.setting.visible);
  probe.item(id + "/visible");
  tooltip("Hidden objects are neither sorted nor drawn.");
  ImGui::SameLine();
  const bool selected = context.session.selected == i;
  if (finder().opens(object.name())) ImGui::SetNextItemOpen(true);
  const bool open =
      ImGui::TreeNodeEx("##open", ImGuiTreeNodeFlags_SpanAvailWidth | (selected ? ImGuiTreeNodeFlags_Selected : 0),
                        "%s", object.name().c_str());
  probe.item(id);
  if (ImGui::IsItemClicked()) context.session.selected = i;
  if (!ImGui::IsMouseDragging(0))
    tooltip(object.file.empty() ? "A built-in scene. Drag it to another place in the list." : object.file.c_str());
  drag_line(i, object, move);
  return open;
}

void name_field(ObjectChoice& object, const std::string& id, Probe& probe) {
  std::array<char, 128> text{};
  object.setting.name.copy(text.data(), text.size() - 1);
  const std::string own = object.own_name();
  label("Name", "Empty: that of its file.");
  if (ImGui::InputTextWithHint(("##" + id + "/name").c_str(), own.c_str(), text.data(), text.size()))
    object.setting.name = text.data();
  probe.item(id + "/name");
}

enum class Wish : std::uint8_t { none, remove, duplicate };

/// A small button beside the one before.
bool small_button(const char* text, const std::string& id, const char* explanation, Probe& probe) {
  const bool pressed = ImGui::SmallButton(text);
  probe.item(id + "/" + text);
  tooltip(explanation);
  return pressed;
}

Wish buttons(Context& context, std::size_t i, ObjectChoice& object, const std::string& id) {
  Probe& probe = context.probe;
  Wish wish = Wish::none;
  ImGui::BeginDisabled(object.setting == ObjectSetting{.name = object.setting.name});
  if (small_button("reset", id, "As its file has it: seen, in its own place.", probe))
    object.setting = {.name = object.setting.name};
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (small_button("frame", id, "The camera moves so that it fills the picture. Key: F, where it is selected.", probe))
    context.session.navigation.frame_object(i);
  ImGui::SameLine();
  if (small_button("duplicate", id, "A copy beside it. Key: Ctrl D, if it is selected.", probe)) wish = Wish::duplicate;
  ImGui::SameLine();
  ImGui::BeginDisabled(context.session.document.objects.size() < 2);
  if (small_button("remove", id, "Takes it out of the scene. The file stays. Key: Delete, where it is selected.",
                   probe))
    wish = Wish::remove;
  ImGui::EndDisabled();
  return wish;
}

Wish show(Context& context, std::size_t i, ObjectChoice& object, std::optional<Move>& move) {
  const std::string id = fmt::format("object {}", i + 1);
  Probe& probe = context.probe;
  if (!head(context, i, object, id, move)) return Wish::none;
  finder().begin_fold(object.name());
  name_field(object, id, probe);
  label("Opacity", "Times that of the look.");
  slider((id + "/opacity").c_str(), object.setting.opacity, 0.0f, 1.0f, "%.2f", probe);
  placement(context, i, object.setting.placement, id);
  const Wish wish = buttons(context, i, object, id);
  finder().end_fold();
  ImGui::TreePop();
  return wish;
}

/// What the mouse does with the selected object.
void handle_choice(Context& context) {
  if (!context.session.selected) return;
  constexpr std::array items = {ComboItem{"move", "Along an axis, in the plane of two, or in that of the picture."},
                                ComboItem{"turn", "Round an axis, or the line of sight."},
                                ComboItem{"scale", "All ways alike."}, ComboItem{"none", "Its box alone is drawn."}};
  std::optional<HandleKind>& gizmo = context.state.gizmo;
  const int none = static_cast<int>(items.size()) - 1;
  int chosen = gizmo ? static_cast<int>(*gizmo) : none;
  label("Handles", "Of the selected object, over the picture. Ctrl: in steps. Key: G for the next ones.");
  if (combo("handles", chosen, items, context.probe))
    gizmo = chosen == none ? std::nullopt : std::optional(static_cast<HandleKind>(chosen));
}

}  // namespace

void object_list(Context& context) {
  Session& session = context.session;
  std::vector<ObjectChoice>& objects = session.document.objects;
  std::pair<std::size_t, Wish> wished{0, Wish::none};
  std::optional<Move> move;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (const Wish wish = show(context, i, objects[i], move); wish != Wish::none) wished = {i, wish};
    ImGui::PopID();
  }
  handle_choice(context);
  if (button("Add ...", context.probe, "Opens a file beside these. Files that are dropped with Shift are added too."))
    open_browser(context, /*adds=*/true);
  if (wished.second == Wish::remove) session.remove_object(wished.first);
  if (wished.second == Wish::duplicate) session.duplicate_object(wished.first);
  if (move) session.move_object(move->from, move->to);
}

}  // namespace farfirst::app::ui
