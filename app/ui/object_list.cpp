// The objects of the scene: which are seen, how opaque they are, and where they stand.

#include <fmt/format.h>

#include <array>

#include "actions.h"
#include "cli/object_values.h"
#include "panels.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

std::string name_of(const ObjectChoice& object) {
  return object.setting.name.empty() ? object.file.filename().string() : object.setting.name;
}

/// Drag to change, or a click with Ctrl types a value.
void numbers(const char* name, const std::string& id, glm::vec3& v, float step, float most, const char* explanation,
             Probe& probe) {
  label(name, explanation);
  ImGui::DragFloat3(("##" + id).c_str(), &v.x, step, -most, most, "%.3g", ImGuiSliderFlags_AlwaysClamp);
  probe.item(id);
}

void placement(Placement& placement, const std::string& id, float radius, Probe& probe) {
  constexpr float farthest = 1e6f;
  numbers("Position", id + "/position", placement.position, 0.005f * radius, farthest,
          "By how much the object is moved, in the units of the scene.", probe);
  numbers("Rotation", id + "/rotation", placement.rotation, 1.0f, static_cast<float>(most_rotation),
          "Degrees about x, then about y, then about z, round the object's own origin.", probe);
  label("Scale", "How much larger the object is than its file says.");
  ImGui::DragFloat(("##" + id + "/scale").c_str(), &placement.scale, 0.01f * placement.scale,
                   static_cast<float>(least_object_scale), static_cast<float>(most_object_scale), "%.4g",
                   ImGuiSliderFlags_AlwaysClamp);
  probe.item(id + "/scale");
}

/// The line of an object. True if it is open.
bool head(ObjectChoice& object, const std::string& id, Probe& probe) {
  ImGui::Checkbox("##visible", &object.setting.visible);
  probe.item(id + "/visible");
  tooltip("Hidden objects are neither sorted nor drawn.");
  ImGui::SameLine();
  const bool open = ImGui::TreeNodeEx("##open", ImGuiTreeNodeFlags_SpanAvailWidth, "%s", name_of(object).c_str());
  probe.item(id);
  tooltip(object.file.c_str());
  return open;
}

/// True if it is to be removed.
bool show(Context& context, ObjectChoice& object, const std::string& id) {
  Probe& probe = context.probe;
  if (!head(object, id, probe)) return false;
  label("Opacity", "Times that of the look.");
  slider((id + "/opacity").c_str(), object.setting.opacity, 0.0f, 1.0f, "%.2f", probe);
  placement(object.setting.placement, id, context.session.scene()->bounds().radius(), probe);
  ImGui::BeginDisabled(object.setting == ObjectSetting{.name = object.setting.name});
  if (ImGui::SmallButton("reset")) object.setting = {.name = object.setting.name};
  probe.item(id + "/reset");
  tooltip("As its file has it: seen, in its own place.");
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::BeginDisabled(context.session.options.objects.size() < 2);
  const bool removed = ImGui::SmallButton("remove");
  probe.item(id + "/remove");
  tooltip("Takes it out of the scene. The file stays.");
  ImGui::EndDisabled();
  ImGui::TreePop();
  return removed;
}

}  // namespace

void object_list(Context& context) {
  std::vector<ObjectChoice>& objects = context.session.options.objects;
  std::size_t removed = objects.size();
  ImGui::Separator();
  for (std::size_t i = 0; i < objects.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (show(context, objects[i], fmt::format("object {}", i + 1))) removed = i;
    ImGui::PopID();
  }
  if (button("Add ...", context.probe, "Opens a file beside these. Files that are dropped with Shift are added too."))
    open_browser(context, /*adds=*/true);
  context.session.remove_object(removed);
}

}  // namespace farfirst::app::ui
