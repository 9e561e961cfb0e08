#include "session.h"

#include <fmt/format.h>

#include <utility>

#include "cli/particle_values.h"
#include "object/context.h"
#include "order/gpu_context.h"
#include "scene/particle_sequence.h"
#include "scene/particles.h"

namespace farfirst::app {

using namespace std::chrono_literals;
Session::Session(const GladGLContext& gl, const Command& command, void* (*proc)(const char*),
                 std::function<double()> clock)
    : now_{command.document},
      window_settings(command.window_settings),
      viewer(gl, proc, command.size(), now_, frames, messages),
      analysis(now_, viewer, frames, messages),
      preferences_(command.document),
      brought_(command.document),
      clock_(std::move(clock)) {
  viewer.scene_renderer().draw_between_steps(static_cast<bool>(clock_));
  if (document.split.on) document.set_split(true);
  if (command.camera_path) {
    path_ = CameraPath::read(*command.camera_path);
    playing = true;
  }
  if (document.scene == SceneKind::file || document.scene == SceneKind::sequence)
    read(document.all_objects());
  else
    show_built_in({document, {}});
}

void Session::open_built_in(SceneKind kind) { open_without_models(kind, {}); }

void Session::open_scene(std::string_view word) {
  Document named = document;
  read_scene(named, std::string(word));
  open_without_models(named.scene, named.system);
}

void Session::open_system(const std::filesystem::path& file) {
  std::error_code error;
  open_without_models(SceneKind::particles, {{}, std::filesystem::absolute(file, error)});
  if (scene_ && scene_->file == document.system.file && document.state.empty()) memory.remember(document.system.file);
}

void Session::open_without_models(SceneKind kind, const ParticleChoice& system) {
  load_.reset();
  awaited_.reset();
  keep_camera_ = scene_ && scene_->kind == kind && document.system == system;
  Document wanted = keep_camera_ ? document : without_state(document);
  wanted.scene = kind;
  wanted.system = system;
  wanted.objects.clear();
  if (!keep_camera_) wanted.sequence.mapping = {};  // what was shown may have had other properties
  if (!show_built_in({wanted, {}})) return;
  edits_.forget();
  if (!keep_camera_) before_tour_.reset();
}

bool Session::show_built_in(const Wanted& wanted) {
  try {
    return show(scene_of_options(wanted.document), wanted);
  } catch (const std::runtime_error& error) {
    if (!scene_) document = without_state(document);
    notify_error(error.what());
    return false;
  } catch (const std::bad_alloc&) {
    notify_error("memory ran out: this scene is too large for this machine");
    return false;
  }
}

bool Session::update() {
  bool changed = false;
  if (paused) step_clock_.stop();  // nothing may be drawn meanwhile
  analysis.follow_document();
  if (load_) changed |= step_load();
  changed |= viewer.pictures().measure();
  changed |= step_sequences();
  changed |= follow_system_file();
  changed |= messages.drop_old();
  return changed;
}

void Session::draw(const Viewer::View& view) {
  try {
    if (viewer.needs_pictures(view)) {
      const bool is_first = !viewer.has_picture();
      viewer.prepare(view);
      if (is_first) reset_camera();  // now that the shape of the picture is known
      place_objects();
      viewer.choose_opacity(view);
      step_path();
      if (simulate_start()) {
        move_particles();
        viewer.draw_pictures(view, analysis.race().is_running());
      }
    }
    viewer.compose();
  } catch (const farfirst::Error& error) {
    messages.notify_error(error.what());
    if (document.split.on) document.set_split(false);  // there is no memory for two
  }
}

/// By the CPU, that takes them some milliseconds a frame. False until they are there.
bool Session::simulate_start() {
  constexpr auto patience = 50ms;
  start_simulated_.reset();
  if (!clock_ || !scene_ || !gl::is_software(viewer.scene_renderer().gpu().gl)) return true;
  for (const auto& system : scene_->systems()) {
    if (system->simulate_for(patience)) continue;
    start_simulated_ = system->simulated_share();
    return false;
  }
  return true;
}

/// With the document that it belongs to.
bool Session::show(SceneSource scene, const Wanted& wanted) {
  const std::optional<glm::dvec3> before = scene_ ? scene_->file_origin() : std::nullopt;
  if (!viewer.set_scene(scene)) return false;
  scene_ = std::move(scene);
  viewer.begin_scene();
  // It stays where it is in world coordinates. What has none keeps its place in the scene, and the camera stays there.
  if (const auto now = scene_->file_origin(); before && now) camera = with_origin(camera, *before, *now);
  if (scene_->kind != SceneKind::file) selected.reset();
  for (const auto& files : scene_->sequences()) files->follow_clock();
  note_particles();
  take_document(wanted.document);
  if (!keep_camera_ && scene_->kind != SceneKind::file && !document.camera.keeps_view_up)
    document.camera.view_up.reset();
  if (!keep_camera_) reset_camera();
  if (wanted.camera) set_world_camera(*wanted.camera);
  path_frame_ = 0;
  return true;
}

}  // namespace farfirst::app
