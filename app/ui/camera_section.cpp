// Where the eye is.

#include <fmt/format.h>

#include <vector>

#include "actions.h"
#include "panels.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

void edit_vector(const char* name, const char* id, glm::vec3& vector, float speed, const char* explanation) {
  label(name, explanation);
  glm::vec3 edited = vector;
  if (ImGui::DragFloat3((std::string("##") + id).c_str(), &edited.x, speed, 0, 0, "%.4g")) vector = edited;
}

void show_pose(Session& session) {
  Camera& camera = session.camera;
  const float speed = session.scene() ? session.scene()->bounds().radius() * 0.005f : 0.01f;
  glm::vec3 eye = camera.eye, focus = camera.focus;
  edit_vector("Eye", "eye", eye, speed, "Position, in the scene's coordinates. Drag or double-click to type.");
  edit_vector("Looks at", "focus", focus, speed, "The orbit centre. A double click on the picture sets it.");
  if (eye != focus) {
    camera.eye = eye;
    camera.focus = focus;
  }
}

void show_up(Context& context) {
  label("Up", "What is up in the scene: views, orbiting and the camera path follow. U takes the next one.");
  std::vector<ComboItem> items;
  int current = -1;
  for (std::size_t i = 0; i < up_axes.size(); ++i) {
    if (up_axes[i].axis == context.session.up()) current = static_cast<int>(i);
    items.push_back({up_axes[i].name, "This axis of the file points up. It holds until the window closes."});
  }
  if (current < 0) {
    current = static_cast<int>(items.size());
    items.push_back({"other", "The direction that --camera-view-up gives."});
  }
  if (combo("up", current, items, context.probe) && static_cast<std::size_t>(current) < up_axes.size())
    context.session.set_up(up_axes[static_cast<std::size_t>(current)].axis);
}

void show_presets(Context& context) {
  const float width = (ImGui::GetContentRegionAvail().x - 3 * ImGui::GetStyle().ItemSpacing.x) / 4;
  for (std::size_t i = 0; i < camera_presets.size(); ++i) {
    if (button(camera_presets[i].name, context.probe, nullptr, width)) apply_preset(context, static_cast<int>(i));
    if (i % 4 != 3) ImGui::SameLine();
  }
  if (button("Reset", context.probe, "The opening view (Enter)", width)) context.session.reset_camera();
}

void show_path(Session& session) {
  if (!session.path()) return;
  label("Path", "Key frames from --camera-path, one step per frame drawn.");
  ImGui::Text("frame %u of %u", session.path_frame(), session.path()->length());
  ImGui::SameLine();
  if (ImGui::SmallButton(session.playing ? "stop" : "play")) session.playing = !session.playing;
}

}  // namespace

void camera_section(Context& context) {
  if (!section("Camera", context.probe, /*open=*/false)) return;
  Session& session = context.session;
  int fly = context.state.fly ? 1 : 0;
  label("Mouse", "V does the same.");
  ImGui::RadioButton("orbit", &fly, 0);
  context.probe.item("orbit");
  tooltip("Dragging turns the scene round the point looked at.");
  ImGui::SameLine();
  ImGui::RadioButton("fly", &fly, 1);
  context.probe.item("fly");
  tooltip("Dragging turns the head; W A S D Q E move.");
  context.state.fly = fly == 1;
  label("Speed", "Of flying, in scene radii per second. Ctrl = and Ctrl -");
  slider("speed", context.state.speed, 0.03125f, 32, "%.2f", context.probe, /*logarithmic=*/true);
  label("View angle", "Vertical field of view. Shift and wheel");
  slider("view angle", session.camera.field_of_view, 1, 170, "%.0f deg", context.probe);
  show_up(context);
  show_pose(session);
  show_path(session);
  show_presets(context);
  if (button("Copy", context.probe, "The pose as JSON (Ctrl C): goes into camera paths.")) copy_camera(context);
  ImGui::SameLine();
  if (button("Paste", context.probe, "A pose from the clipboard (Ctrl V)")) paste_camera(context);
  ImGui::SameLine();
  if (button("Frame all", context.probe, "As large as fits (F)")) session.frame_all();
}

}  // namespace farfirst::app::ui
