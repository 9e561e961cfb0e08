// Where the eye is.

#include <fmt/format.h>

#include <vector>

#include "actions.h"
#include "panels.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

bool edit_place(const char* name, const std::string& id, glm::dvec3& place, double size, Probe& probe,
                const char* explanation) {
  label(name, explanation);
  const bool edited =
      ImGui::DragScalarN(("##" + id).c_str(), ImGuiDataType_Double, &place.x, 3, static_cast<float>(0.0025 * size),
                         nullptr, nullptr, coordinate_format(size).c_str());
  probe.item(id);
  return edited;
}

void show_pose(Session& session, Probe& probe) {
  const double size = session.scene() ? 2.0 * session.scene()->bounds().bulk.radius() : 4.0;
  WorldCamera camera = session.navigation.world_camera();
  bool edited =
      edit_place("Eye", "eye", camera.position, size, probe,
                 "The position, in the coordinates of the file. Drag to change a number; double-click to type one.");
  edited |= edit_place("Looks at", "focus", camera.focal_point, size, probe,
                       "The centre of the orbit. A double click on the picture sets it.");
  if (edited && camera.position != camera.focal_point) session.navigation.set_world_camera(camera);
}

void show_up(Context& context) {
  label("Up",
        "The axis of the scene that points up. Views, orbiting and the camera path follow it. U takes the next one.");
  std::vector<ComboItem> items;
  int current = -1;
  for (std::size_t i = 0; i < up_axes.size(); ++i) {
    if (up_axes[i].axis == context.session.document.up()) current = static_cast<int>(i);
    items.push_back({up_axes[i].name, "This axis of the file points up, until the window closes."});
  }
  if (current < 0) {
    current = static_cast<int>(items.size());
    items.push_back({"other", "The direction that --camera-view-up gives."});
  }
  if (combo("up", current, items, context.probe) && static_cast<std::size_t>(current) < up_axes.size())
    context.session.navigation.set_up(up_axes[static_cast<std::size_t>(current)].axis);
}

void show_presets(Context& context) {
  const float width = (ImGui::GetContentRegionAvail().x - 3 * ImGui::GetStyle().ItemSpacing.x) / 4;
  for (std::size_t i = 0; i < camera_presets.size(); ++i) {
    if (button(camera_presets[i].name, context.probe, nullptr, width)) apply_preset(context, static_cast<int>(i));
    if (i % 4 != 3) ImGui::SameLine();
  }
  if (button("Reset", context.probe, "Returns to the opening view (Enter).", width)) context.session.navigation.reset();
  if (button("Fit", context.probe, "Moves the camera so that the scene fills the picture (F).", width))
    context.session.navigation.frame_all();
}

void show_mouse(UiState& state, Probe& probe) {
  int fly = state.fly ? 1 : 0;
  label("Mouse", "It orbits the scene, or flies. V switches between the two.");
  ImGui::RadioButton("orbit", &fly, 0);
  probe.item("orbit");
  tooltip("A drag turns the camera around the point that it looks at.");
  ImGui::SameLine();
  ImGui::RadioButton("fly", &fly, 1);
  probe.item("fly");
  tooltip("A drag turns the camera in place. W A S D Q E move it.");
  state.fly = fly == 1;
}

void show_path(Session& session) {
  if (!session.player.path()) return;
  label("Path", "The key frames of --camera-path, one step for each frame that is drawn.");
  ImGui::Text("frame %u of %u", session.player.path_frame(), session.player.path()->length());
  ImGui::SameLine();
  if (ImGui::SmallButton(session.playing ? "stop" : "play")) session.playing = !session.playing;
}

}  // namespace

void camera_tab(Context& context) {
  Session& session = context.session;
  show_presets(context);
  show_mouse(context.state, context.probe);
  label("Speed", "The speed of flying, in radii of the scene per second. Keys: Ctrl = and Ctrl -");
  slider("speed", context.state.speed, 0.03125f, 32, "%.2f /s", context.probe, /*logarithmic=*/true);
  label("View angle", "The vertical field of view. Shift and the wheel change it.");
  slider("view angle", session.camera.field_of_view, 1, 170, "%.0f°", context.probe);
  show_up(context);
  show_path(session);
  show_pose(session, context.probe);
  if (button("Copy", context.probe, "Copies the camera as JSON, for a camera path (Ctrl C).")) copy_camera(context);
  ImGui::SameLine();
  if (button("Paste", context.probe, "Takes a camera from the clipboard (Ctrl V).")) paste_camera(context);
}

}  // namespace farfirst::app::ui
