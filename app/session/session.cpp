#include "session.h"

#include <fmt/format.h>

#include <utility>

#include "cli/particle_values.h"
#include "cli/sequence_values.h"

namespace farfirst::app {
namespace {

std::optional<CameraPath> path_of(const Command& command) {
  return command.camera_path ? std::optional(CameraPath::read(*command.camera_path)) : std::nullopt;
}

}  // namespace

Session::Session(const GladGLContext& gl, const Command& command, void* (*proc)(const char*),
                 std::function<double()> clock)
    : now_{command.document},
      window_settings(command.window_settings),
      viewer(gl, proc, command.size(), now_, frames, messages),
      analysis(now_, viewer, frames, messages),
      player(now_, viewer, messages, path_of(command), std::move(clock)),
      particle_editor(now_, viewer, player, messages, memory),
      navigation(now_, viewer, memory),
      loader(messages),
      preferences_(command.document),
      brought_(command.document) {
  if (document.split.on) document.set_split(true);
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

void Session::open_sequence(const std::filesystem::path& named) {
  std::error_code error;
  const auto path = std::filesystem::absolute(named, error);
  loader.stop();
  awaited_.reset();
  keep_camera_ = scene_ && scene_->sequence && std::filesystem::absolute(document.sequence.named, error) == path;
  Document wanted = keep_camera_ ? document : without_state(document);
  show_sequence(wanted, path);
  if (!keep_camera_) {
    wanted.sequence.mapping = {};  // others may have no such properties
    before_tour_.reset();
  }
  awaited_ = {wanted, {}};
  read({{path, {}}});
}

void Session::open_without_models(SceneKind kind, const ParticleChoice& system) {
  loader.stop();
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
    messages.notify_error(error.what());
    return false;
  } catch (const std::bad_alloc&) {
    messages.notify_error("memory ran out: this scene is too large for this machine");
    return false;
  }
}

bool Session::update() {
  analysis.follow_document();
  bool changed = loader.current() != nullptr && loader.update(awaited_ ? awaited_->document : document);
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
      viewer.choose_opacity(view);
      player.follow_path();
      if (player.simulate_start()) {
        player.move_particles();
        viewer.draw_pictures(view, analysis.race().is_running());
      }
    }
    viewer.compose();
  } catch (const farfirst::Error& error) {
    messages.notify_error(error.what());
    if (document.split.on) document.set_split(false);  // there is no memory for two
  }
}

/// A system that is saved by an editor is shown anew. If it is broken, that is told, and what is shown stays.
bool Session::follow_system_file() {
  if (loader.current() != nullptr || !particle_editor.file_has_changed()) return false;
  const std::uint64_t before = now_.scene_number;
  reload();
  if (now_.scene_number != before) messages.notify(fmt::format("{} was read again", scene_->file.filename().string()));
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
  player.begin_scene();
  particle_editor.begin_scene();
  take_document(wanted.document);
  if (!keep_camera_ && scene_->kind != SceneKind::file && !document.camera.keeps_view_up)
    document.camera.view_up.reset();
  if (!keep_camera_) navigation.reset();
  if (wanted.camera) navigation.set_world_camera(*wanted.camera);
  return true;
}

}  // namespace farfirst::app
