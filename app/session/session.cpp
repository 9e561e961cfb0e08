#include "session.h"

#include <fmt/format.h>

#include <utility>

namespace farfirst::app {

Session::Session(const GladGLContext& gl, const Command& command, void* (*proc)(const char*),
                 std::function<double()> clock)
    : now_{command.document},
      window_settings(command.window_settings),
      viewer(gl, proc, command.size(), now_, frames, messages),
      analysis(now_, viewer, frames, messages),
      player(now_, viewer, messages, memory, command.camera_path, std::move(clock)),
      navigation(now_, viewer, memory),
      loader(messages),
      preferences_(command.document),
      brought_(command.document) {
  if (document.split.on) document.set_split(true);
  read(document.objects);
}

bool Session::update() {
  analysis.follow_document();
  bool changed = loader.current() != nullptr && loader.update(next_document());
  if (changed) finish_reading();
  changed |= viewer.pictures().measure();
  changed |= player.update();
  changed |= follow_system_file();
  changed |= messages.drop_old();
  return changed;
}

void Session::draw(const Viewer::View& view) {
  try {
    if (viewer.needs_pictures(view)) {
      const bool is_first = !viewer.has_picture();
      viewer.prepare(view);
      if (is_first) navigation.reset();  // now that the shape of the picture is known
      place_objects();
      viewer.choose_automatic(view);
      player.follow_path();
      if (player.simulate_start()) {
        player.move_particles();
        viewer.draw_pictures(view, analysis.race().is_running());
      }
    }
    viewer.compose();
  } catch (const farfirst::Error& error) {
    messages.notify_error(error.what());
    if (document.split.on) document.set_split(false);  // memory is too small for two
  }
}

/// Reloads a particle system that an editor has saved. If it is broken, reports that and keeps the present one.
bool Session::follow_system_file() {
  if (loader.current() != nullptr || !player.system_file_has_changed()) return false;
  const std::uint64_t before = now_.scene_number;
  reload();
  if (now_.scene_number != before)
    messages.notify(fmt::format("{} was read again", scene_->objects.front().file.filename().string()));
  return true;
}

/// With the document that it belongs to.
bool Session::show(Objects objects, Wanted wanted) {
  wanted.document.objects.assign(objects.begin(), objects.end());
  Scene scene(std::move(objects));
  const std::optional<glm::dvec3> before = scene_ ? scene_->file_origin() : std::nullopt;
  if (!viewer.set_scene(scene)) return false;
  scene_ = std::move(scene);
  viewer.begin_scene();
  // It keeps its world coordinates. An object without an origin keeps its place in the scene, as does the camera.
  if (const auto now = scene_->file_origin(); before && now) camera = with_origin(camera, *before, *now);
  player.begin_scene();
  take_document(wanted.document);
  if (!keep_camera_ && scene_->has_own_view() && !document.camera.keeps_view_up) document.camera.view_up.reset();
  if (!keep_camera_) navigation.reset();
  if (wanted.camera) navigation.set_world_camera(*wanted.camera);
  return true;
}

}  // namespace farfirst::app
